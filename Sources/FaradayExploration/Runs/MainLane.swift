import BluetoothPort
import Dispatch
import Foundation

/// The main thread of a program that waits for an exploration: it runs bodies, and lets its run loop run between them.
///
/// Worlds deliver to the main queue what apps want there. A body on this thread gets it without a change of threads, and
/// bodies on others get it between two bodies here.
final class MainLane: Sendable {
    private let work = Lock<[@Sendable () -> Void]>([])

    func add(_ body: @escaping @Sendable () -> Void) {
        work.withLock { $0.append(body) }
        Self.wake()
    }

    /// Wakes the run loop of the main thread.
    private static func wake() { DispatchQueue.main.async {} }

    /// Returns what `work` returns. Called on the main thread, it runs there what is added meanwhile, and the run loop.
    static func wait<Result: Sendable>(_ work: @escaping @Sendable (MainLane?) async -> Result) -> Result {
        let lane = Thread.isMainThread ? MainLane() : nil
        let done = DispatchSemaphore(value: 0)
        let result = Lock<Result?>(nil)
        Task.detached {
            let value = await work(lane)
            result.withLock { $0 = value }
            done.signal()
            if lane != nil { wake() }
        }
        if let lane {
            while done.wait(timeout: .now()) == .timedOut { lane.runOnce() }
        } else {
            done.wait()
        }
        guard let result = result.withLock({ $0 }) else {
            preconditionFailure("the work ended without a result")
        }
        return result
    }

    private func runOnce() {
        let body = work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        body?()
        // After a body the loop runs once, for the others; without one it waits.
        _ = RunLoop.main.run(mode: .default, before: body == nil ? Date(timeIntervalSinceNow: 0.1) : Date())
    }
}
