import Dispatch
import Foundation

/// Lets pending work on the main queue finish before a world's clock moves: work that app code starts in its callbacks,
/// for example with `Task { @MainActor in }` or `DispatchQueue.main.async`.
package enum MainQueue {
    /// On Linux the main queue cannot be compared by identity, because each `DispatchQueue.main` is a new object.
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether this code runs on the main queue.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    /// Whether this code runs on the main queue or the main thread; after `dispatchMain()` the main queue runs on other
    /// threads than the main one.
    package static var isHere: Bool { MainThread.isCurrent || isCurrent }

    /// Runs `body` on the main queue, then everything that `body` put there, as a world's driver does with callbacks.
    package static func runAndWait(_ body: @Sendable () -> Void) {
        if isHere { return body() }
        DispatchQueue.main.sync(execute: body)
        DispatchQueue.main.sync {}
    }

    /// Whether `queue` is the main one.
    static func isSame(as queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) == true }

    /// How often to wait for the main queue. If a job of the main actor suspends into another job, for example at a
    /// call with a different static isolation, the second job is queued behind the first wait.
    private static let rounds = 4

    /// The same for a world whose clock moves on the main queue. This world waits for the main queue once more before
    /// the clock moves.
    @Sendable package static func settleBeforeTurn() { settle(rounds: rounds / 2) }

    /// Returns when the pending work on the main queue has run, and a few rounds of the work that it has put there.
    ///
    /// On the main thread itself, as in a synchronous XCTest, the run loop runs once. Inside a job of the main actor
    /// this method can do nothing; there, runs of the world yield between callbacks.
    @Sendable package static func settle() { settle(rounds: rounds) }

    private static func settle(rounds: Int) {
        if !isCurrent {
            for _ in 0..<rounds { DispatchQueue.main.sync {} }
        } else if Thread.isMainThread {
            _ = RunLoop.main.run(mode: .default, before: Date())
        }
    }
}
