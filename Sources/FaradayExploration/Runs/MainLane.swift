import BluetoothPort
import Dispatch
import Foundation

/// The main thread of a program that waits for an exploration: it runs bodies, and lets its run loop run between them.
///
/// Worlds deliver to the main queue what apps want there. A body on this thread gets it without a change of threads, and
/// bodies on others get it between two bodies here.
final class MainLane: Sendable {
    private struct State {
        var work: [BodyThread.Work] = []
        /// Whether the main thread looks for work before it waits.
        var isAtWork = false
    }

    private let state = Lock(State())

    func add(_ work: BodyThread.Work) {
        let isAtWork = state.withLock { state in
            state.work.append(work)
            return state.isAtWork
        }
        if !isAtWork { Self.wake() }
    }

    /// Wakes the run loop of the main thread.
    private static func wake() { DispatchQueue.main.async {} }

    /// Returns what `work` returns. Called on the main thread, it runs there what is added meanwhile, and the run loop.
    static func wait<Result: Sendable>(_ work: @escaping @Sendable (MainLane?) async -> Result) -> Result {
        let lane = Thread.isMainThread ? MainLane() : nil
        let done = DispatchSemaphore(value: 0)
        let result = Lock<Result?>(nil)
        let thread = BodyThread()
        defer { thread.end() }
        thread.start {
            let value = await work(lane)
            result.withLock { $0 = value }
            done.signal()
            if lane != nil { wake() }
        }
        if let lane {
            // Not by asking the semaphore: a wait whose time has come still sleeps, with each body.
            while result.withLock({ $0 == nil }) { lane.runOnce() }
        } else {
            done.wait()
        }
        guard let result = result.withLock({ $0 }) else {
            preconditionFailure("the work ended without a result")
        }
        return result
    }

    private func runOnce() {
        var next = take()
        while let job = next, job.isJob {
            job.run()
            next = take()
        }
        next?.run()
        // After a body the loop runs once, for the others; without one it waits.
        _ = RunLoop.main.run(mode: .default, before: next == nil ? Date(timeIntervalSinceNow: 0.1) : Date())
    }

    private func take() -> BodyThread.Work? {
        state.withLock { state in
            state.isAtWork = !state.work.isEmpty
            return state.isAtWork ? state.work.removeFirst() : nil
        }
    }
}
