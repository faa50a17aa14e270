import BluetoothPort
import Dispatch

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
    init(label: String, _ make: (DispatchQueue) -> sending Value) {
        queue = DispatchQueue(label: label)
        queue.setSpecific(key: marker, value: true)
        value = Lock(nil)
        queue.sync {
            let made = make(queue)
            value.withLock { $0 = made }
        }
    }

    /// Runs `body` on the queue, at once if this code already runs there; `nil` after `end`.
    func run<Result>(_ body: (Value) -> Result) -> Result? {
        if DispatchQueue.getSpecific(key: marker) != nil { return value.withLock { $0 }.map(body) }
        return queue.sync { value.withLock { $0 }.map(body) }
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
    }
}
