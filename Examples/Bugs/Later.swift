import Dispatch
import Foundation

/// Calls `work` once, so many seconds from now. The apps get it as an argument, so that a test can give them the time
/// of its world.
public typealias Later = (_ seconds: TimeInterval, _ work: @escaping () -> Void) -> Void

/// What the apps use on a phone: the time of the main queue.
public func onMainQueue(_ seconds: TimeInterval, _ work: @escaping () -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds, execute: work)
}
