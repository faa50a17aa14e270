import BluetoothPort
import BluetoothTypes

/// Waits for one answer that a callback gives. Cancellation and deadlines end the wait.
///
/// The one who answers must take care that `finish` is called exactly once: by `begin`'s side with the answer, or by `end`
/// with an error, if the wait with this number is still there.
struct Waiting: Sendable {
    /// The wait's number among those of the same owner.
    let id: UInt64
    let limit: Nanoseconds?
    let time: Timekeeper
    /// The error of a wait whose time is over.
    let exceeded: @Sendable () -> ClientError

    typealias Finish<Value> = @Sendable (Result<Value, any Error>) -> Void

    func value<Value: Sendable>(
        _ begin: (@escaping Finish<Value>) -> Void, end: @escaping @Sendable (UInt64, any Error) -> Void
    ) async throws -> Value {
        try Task.checkCancellation()
        let left = Deadline.timeLeft(limit, time)
        if let left, left <= .zero { throw exceeded() }
        let waitLimit = left.map { _ in WaitLimit() }
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Value, any Error>) in
                begin { result in
                    waitLimit?.silence()
                    continuation.resume(with: result)
                }
                // It may have been cancelled before it was begun.
                if Task.isCancelled { end(id, CancellationError()) }
                guard let left, let waitLimit else { return }
                waitLimit.set(after: left, by: time) { end(id, exceeded()) }
            }
        } onCancel: {
            end(id, CancellationError())
        }
    }
}
