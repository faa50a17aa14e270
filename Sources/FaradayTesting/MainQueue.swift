import Dispatch
import Foundation

/// Lets work on the main queue come to rest before a world's clock moves: `Task { @MainActor in }`,
/// `DispatchQueue.main.async` and the like that app code starts in its callbacks.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether this code runs on the main queue.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    /// Returns when what waits on the main queue has run.
    ///
    /// On the main thread itself, as in a synchronous XCTest, the run loop is turned once. Inside a job of
    /// the main actor nothing can be done here; such runs yield between callbacks.
    @Sendable static func settle() {
        if !isCurrent {
            DispatchQueue.main.sync {}
        } else if Thread.isMainThread {
            _ = RunLoop.main.run(mode: .default, before: Date())
        }
    }
}
