/// What a scan finds.
public struct Beacon: Equatable, Sendable {
    public let name: String
    public let rssi: Int

    public init(name: String, rssi: Int) {
        self.name = name
        self.rssi = rssi
    }
}

public enum ScanError: Error {
    case noRadio
}

/// This machine has no radio; the functions say so.
public func radioIsOn() -> Bool { false }

public func scanForBeacons(
    withPrefix prefix: String? = nil, timeout: Double = 10,
    found: @escaping @Sendable (Result<Beacon, ScanError>) -> Void
) {
    found(.failure(.noRadio))
}

public func stopScan() {}

public func read(_ beacon: Beacon) async throws(ScanError) -> [UInt8] { throw .noRadio }
