import Dispatch
import Foundation

/// The queue on which one manager calls its app; the main queue if the app has given none (behaviour 1.13).
///
/// It knows whether the current code already runs on it. So a world that is driven from inside a callback runs the next
/// callback inline instead of causing a deadlock.
package final class CallbackQueue: Sendable {
    private enum Kind: Sendable {
        case main
        case own(DispatchQueue)
    }

    private let kind: Kind
    private let marker = DispatchSpecificKey<Bool>()

    package init(_ queue: DispatchQueue?) {
        guard let queue, !MainQueue.isSame(as: queue) else {
            kind = .main
            return
        }
        kind = .own(queue)
        queue.setSpecific(key: marker, value: true)
    }

    deinit {
        guard case .own(let queue) = kind else { return }
        queue.setSpecific(key: marker, value: nil)
    }

    package var isMain: Bool {
        if case .main = kind { true } else { false }
    }

    /// Whether this code runs on the queue.
    package var isCurrent: Bool {
        switch kind {
        case .main: MainQueue.isHere
        case .own: DispatchQueue.getSpecific(key: marker) != nil
        }
    }

    /// Runs `body` on the queue, then returns. What `body` puts on queues comes later.
    package func runInTurn(_ body: () -> Void) {
        switch kind {
        case .main: if MainQueue.isHere { body() } else { DispatchQueue.main.sync(execute: body) }
        case .own(let queue):
            if DispatchQueue.getSpecific(key: marker) != nil { body() } else { queue.sync(execute: body) }
        }
    }

    /// Runs `body` on the queue, then everything that `body` put on the same queue, then returns.
    package func runAndWait(_ body: () -> Void) {
        switch kind {
        case .main:
            if MainQueue.isHere { return body() }
            DispatchQueue.main.sync(execute: body)
            DispatchQueue.main.sync {}
        case .own(let queue):
            if DispatchQueue.getSpecific(key: marker) != nil { return body() }
            queue.sync(execute: body)
            queue.sync {}
        }
    }

    /// Returns when the pending work on the app's own queue has run; `MainQueue` does this for the main queue.
    package func settle() {
        guard case .own(let queue) = kind, DispatchQueue.getSpecific(key: marker) == nil else { return }
        queue.sync {}
    }

    /// Runs `body` on the queue later.
    package func post(_ body: @escaping @Sendable () -> Void) {
        switch kind {
        case .main: DispatchQueue.main.async(execute: body)
        case .own(let queue): queue.async(execute: body)
        }
    }
}
