import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A handler in a device's definition that answers a client.
enum DeviceHandler<Input: Sendable, Output: Sendable>: Sendable {
    case immediate(@Sendable (Input) throws -> Output)
    case suspending(@Sendable (Input) async throws -> Output)
    case deferred(@Sendable (Input, @escaping @Sendable (Result<Output, ATT.Failure>) -> Void) -> Void)

    /// Whether the handler may answer long after it was called, so that the link may have ended.
    var isDeferred: Bool { if case .deferred = self { true } else { false } }

    /// Calls the handler. `complete` gets its answer, once: of a deferred handler's answers only the first counts.
    /// `spawn` begins a task.
    func call(
        _ input: Input, spawn: (@escaping @Sendable () async -> Void) -> Void,
        _ complete: @escaping @Sendable (Result<Output, ATT.Failure>) -> Void
    ) {
        switch self {
        case .deferred(let body):
            let isAnswered = Lock(false)
            body(input) { result in
                let isFirst = isAnswered.withLock { isAnswered in
                    defer { isAnswered = true }
                    return !isAnswered
                }
                if isFirst { complete(result) }
            }
        case .immediate(let body):
            complete(Result { try body(input) }.mapError(ATT.Failure.init(thrown:)))
        case .suspending(let body):
            spawn {
                do {
                    complete(.success(try await body(input)))
                } catch {
                    complete(.failure(ATT.Failure(thrown: error)))
                }
            }
        }
    }
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
