import SwiftyScanner

/// Reads the strongest beacon in reach.
struct Beachcomber {
    var scanner: any BeaconScanner = BeaconScannerProxy()
    var patience = 3

    func strongest() async throws(ScanError) -> [UInt8]? {
        guard scanner.radioIsOn() else { return nil }
        let beacons = try await beacons()
        guard let nearest = beacons.max(by: { $0.rssi < $1.rssi }) else { return nil }
        return try await scanner.read(nearest)
    }

    private func beacons() async throws(ScanError) -> [Beacon] {
        let (results, end) = AsyncStream<Result<Beacon, ScanError>>.makeStream()
        scanner.scanForBeacons(withPrefix: "shell-", timeout: 5) { end.yield($0) }
        var beacons: [Beacon] = []
        for await result in results {
            beacons.append(try result.get())
            if beacons.count == patience { break }
        }
        scanner.stopScan()
        return beacons
    }
}
