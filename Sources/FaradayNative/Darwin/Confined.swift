import BluetoothPort
import Dispatch

/// Something that is used on one serial queue alone, which it also gets its callbacks on.
///
/// The framework's objects are not `Sendable` and a port may be called from any thread, so each call goes to
/// the queue and waits. The queue never waits for anybody: events leave it by `.posting`.
final class Confined<Value>: Sendable {
    private let queue: DispatchQueue
    private let marker = DispatchSpecificKey<Bool>()
    private let value: Lock<Value?>

    /// Makes the value on a queue of its own.
    init(label: String, _ make: (DispatchQueue) -> sending Value) {
        queue = DispatchQueue(label: label)
        queue.setSpecific(key: marker, value: true)
        value = Lock(nil)
        queue.sync {
            let made = make(queue)
            value.withLock { $0 = made }
        }
    }

    /// Runs `body` on the queue, at once if it runs there already; `nil` after `end`.
    func run<Result>(_ body: (Value) -> Result) -> Result? {
        if DispatchQueue.getSpecific(key: marker) != nil { return value.withLock { $0 }.map(body) }
        return queue.sync { value.withLock { $0 }.map(body) }
    }

    /// Runs `body` on the queue for the last time, and lets the value go there.
    func end(_ body: (Value) -> Void) {
        run { value in
            self.value.withLock { $0 = nil }
            body(value)
        }
    }

    /// A framework's object may be released on its queue alone.
    deinit {
        // Whoever lets go last may be a callback on the queue.
        let value = self.value
        queue.async { value.withLock { $0 = nil } }
    }
}
