import class BluetoothPort.Lock
import FaradayClient
import FaradayTesting
import Testing

/// A `LocalPeripheral` on one phone and a `Central` on another, in the test's world.
struct Pair {
    let server: Phone
    let client: Phone
    let peripheral: LocalPeripheral
    let central: Central

    /// The advertising goes on until the pair is gone.
    static func make(
        _ services: LocalService..., log: ClientLog? = nil,
        _ body: (Pair, Peripheral) async throws -> Void
    ) async throws {
        let world = World.current
        let server = world.addPhone(name: "server")
        let client = world.addPhone(name: "client", at: .meters(2))
        let pair = Pair(
            server: server, client: client, peripheral: server.run { LocalPeripheral(log: log) },
            central: client.run { Central() })
        for service in services { try await pair.peripheral.publish(service) }
        async let advertising: Void = pair.peripheral.advertise(name: "Server", services: ["AA00"])
        let found = try await pair.find()
        try await body(pair, found)
        pair.peripheral.stopAdvertising()
        try? await advertising
    }

    func find() async throws -> Peripheral {
        for try await sighting in central.scan(for: ["AA00"]) { return sighting.peripheral }
        throw CancellationError()
    }
}

/// A profile of the tests: values of any kind.
enum Bench {
    static let service: BluetoothUUID = "AA00"
    static let number = TypedCharacteristic<UInt16>("AA01", of: service)
    static let stream = TypedCharacteristic<UInt32>("AA02", of: service)
    static let text = TypedCharacteristic<String>("AA03", of: service)
    static let bytes = TypedCharacteristic<[UInt8]>("AA04", of: service)
    static let command = ControlPoint<UInt8, String>("AA05", of: service)
}

/// Collects what handlers see.
final class Notes<Value: Sendable>: Sendable {
    private let values = Lock<[Value]>([])
    func add(_ value: Value) { values.withLock { $0.append(value) } }
    var all: [Value] { values.withLock { $0 } }
}

func reason(of body: () async throws -> Void) async -> ClientError.Reason? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? ClientError)?.reason
    }
}

extension World {
    /// Lets time pass; ends early if the task is cancelled.
    func pause(_ time: Nanoseconds) async { try? await sleep(for: time) }
}
