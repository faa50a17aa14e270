import BluetoothPort
import Dispatch
import Foundation

/// A value that is used only on one serial queue, on which it also gets its callbacks.
///
/// The framework's objects are not `Sendable`, and a port may be called from any thread, so each call runs on
/// the queue and the caller waits. The queue never waits for another thread: it delivers events with
/// `.posting`.
final class Confined<Value>: Sendable {
    private let queue: DispatchQueue
    private let marker = DispatchSpecificKey<Bool>()
    private let value: Lock<Value?>

    /// Creates the value on its own queue.
    convenience init(label: String, _ make: (DispatchQueue) -> sending Value) {
        self.init(on: DispatchQueue(label: label), make)
    }

    /// Creates the value on a serial queue that others use too; without a value it is as after `end`.
    init(on queue: DispatchQueue, _ make: (DispatchQueue) -> sending Value?) {
        self.queue = queue
        queue.setSpecific(key: marker, value: true)
        value = Lock(nil)
        onQueue {
            let made = make(queue)
            value.withLock { $0 = made }
        }
    }

    /// Whether this code runs on the queue. On the main thread it may run outside all blocks.
    private var isOnQueue: Bool {
        DispatchQueue.getSpecific(key: marker) != nil || queue === DispatchQueue.main && Thread.isMainThread
    }

    private func onQueue<Result>(_ body: () -> Result) -> Result {
        isOnQueue ? body() : queue.sync(execute: body)
    }

    /// Runs `body` on the queue, at once if this code already runs there; `nil` after `end`.
    func run<Result>(_ body: (Value) -> Result) -> Result? {
        onQueue { value.withLock { $0 }.map(body) }
    }

    /// Runs `body` on the queue for the last time, and releases the value there.
    func end(_ body: (Value) -> Void) {
        run { value in
            self.value.withLock { $0 = nil }
            body(value)
        }
    }

    /// Objects of the framework may be released only on their queue.
    deinit {
        // The last release may happen in a callback on the queue.
        let value = self.value
        queue.async { value.withLock { $0 = nil } }
        queue.setSpecific(key: marker, value: nil)
    }
}
