import FaradayClient
import FaradayTesting

/// The first peripheral that a scan of a new phone sees.
func firstPeripheral() async throws -> Peripheral {
    let central = World.current.addPhone().run { Central() }
    for try await sighting in central.scan() { return sighting.peripheral }
    throw CancellationError()
}

/// The error with which `body` fails.
func clientError(_ body: () async throws -> Void) async -> ClientError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? ClientError
    }
}
