import BluetoothPort
import CInterposition
import Dispatch

/// The run loop of a thread that is not a world's, and that a world's code has given something to do.
///
/// The thread runs its loop by itself, in real time. The world waits for what it runs there, as if it ran it itself.
struct ForeignLoop {
    let loop: UInt

    final class Call: Sendable {
        fileprivate let body: @Sendable () -> Void
        fileprivate let isDone = DispatchSemaphore(value: 0)

        fileprivate init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Loops that did not run when they had something to do: nobody waits for them until they run again.
    private static let stuck = Lock<Set<UInt>>([])
    /// How long a world waits for a loop that may never run.
    private static let patience = DispatchTimeInterval.seconds(1)

    /// Runs `body` in the loop, and waits for its end.
    func run(_ body: @escaping @Sendable () -> Void) {
        AppContext.outside {
            let isStuck = Self.stuck.withLock { $0.contains(loop) }
            let call = post(body)
            guard !isStuck, call.isDone.wait(timeout: .now() + Self.patience) == .timedOut else { return }
            Self.stuck.withLock { _ = $0.insert(loop) }
        }
    }

    /// Runs `body` in the loop, and does not wait.
    @discardableResult
    func post(_ body: @escaping @Sendable () -> Void) -> Call {
        let loop = loop
        let call = Call {
            Self.stuck.withLock { _ = $0.remove(loop) }
            body()
        }
        let work = faraday_work(
            run: { argument in
                guard let argument else { return }
                let call = Unmanaged<Call>.fromOpaque(argument).takeRetainedValue()
                call.body()
                call.isDone.signal()
            },
            drop: { argument in
                guard let argument else { return }
                Unmanaged<Call>.fromOpaque(argument).release()
            },
            argument: Unmanaged.passRetained(call).toOpaque())
        guard let pointer = UnsafeRawPointer(bitPattern: loop) else {
            preconditionFailure("a loop without an address")
        }
        faraday_post_to_loop(pointer, work)
        return call
    }
}
