import Dispatch
import Foundation

/// Lets work on the main queue come to rest before a world's clock moves: `Task { @MainActor in }`,
/// `DispatchQueue.main.async` and the like that app code starts in its callbacks.
package enum MainQueue {
    /// The main queue has no identity on Linux, where each `DispatchQueue.main` is another object.
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether this code runs on the main queue.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    /// Runs `body` on the main queue, then whatever it put there, as a world's driver does with callbacks.
    package static func runAndWait(_ body: @Sendable () -> Void) {
        if isCurrent || Thread.isMainThread { return body() }
        DispatchQueue.main.sync(execute: body)
        DispatchQueue.main.sync {}
    }

    /// Whether `queue` is the main one.
    static func isSame(as queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) == true }

    /// How often to wait for the main queue: a job of the main actor that suspends into another one, as at a
    /// call with another static isolation, is back in line behind the first wait.
    private static let rounds = 4

    /// The same for a world whose clock itself moves on the main queue, and waits for it once more before it does.
    @Sendable package static func settleBeforeTurn() { settle(rounds: rounds / 2) }

    /// Returns when what waits on the main queue has run, and a few rounds of what that has put there.
    ///
    /// On the main thread itself, as in a synchronous XCTest, the run loop is turned once. Inside a job of
    /// the main actor nothing can be done here; such runs yield between callbacks.
    @Sendable package static func settle() { settle(rounds: rounds) }

    private static func settle(rounds: Int) {
        if !isCurrent {
            for _ in 0..<rounds { DispatchQueue.main.sync {} }
        } else if Thread.isMainThread {
            _ = RunLoop.main.run(mode: .default, before: Date())
        }
    }
}
