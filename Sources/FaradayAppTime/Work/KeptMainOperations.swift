import BluetoothPort

/// The main queue of operations of one world, made when code of the world first asks for it.
///
/// Foundation has the class, and who imports it says how one is made. Until then worlds share the system's.
package final class KeptMainOperations: Sendable {
    /// A closure in a lock would get a layer more with each access.
    private struct Maker: Sendable { let make: @Sendable () -> AnyObject }

    private static let maker = Lock<Maker?>(nil)
    // Foundation's queues may be used on every thread.
    private struct Kept: Sendable { nonisolated(unsafe) let queue: AnyObject }
    private let kept = Lock<Kept?>(nil)

    package static func setMaker(_ make: @escaping @Sendable () -> AnyObject) {
        maker.withLock { $0 = Maker(make: make) }
    }

    /// `nil` if nobody has said how to make one.
    var queue: AnyObject? {
        if let kept = kept.withLock({ $0 }) { return kept.queue }
        guard let made = Self.maker.withLock({ $0 })?.make() else { return nil }
        let new = Kept(queue: made)
        return kept.withLock { kept in
            let first = kept ?? new
            kept = first
            return first.queue
        }
    }
}
