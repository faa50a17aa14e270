import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A handler in a device's definition that answers a client.
enum DeviceHandler<Input: Sendable, Output: Sendable>: Sendable {
    case immediate(@Sendable (Input) throws -> Output)
    case suspending(@Sendable (Input) async throws -> Output)
    case deferred(@Sendable (Input, @escaping @Sendable (Result<Output, ATT.Failure>) -> Void) -> Void)

    /// Whether the handler may answer long after it was called, so that the link may have ended.
    var isDeferred: Bool { if case .deferred = self { true } else { false } }
}

extension ATT.Failure {
    /// What a client gets when a handler throws.
    init(thrown error: any Error) {
        self =
            switch error {
            case let failure as ATT.Failure: failure
            case let code as ATT.ErrorCode: .error(code)
            default: .error(.unlikelyError)
            }
    }
}
