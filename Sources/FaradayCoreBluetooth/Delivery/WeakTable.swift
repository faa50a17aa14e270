import BluetoothPort

/// Weak references to objects by peer: the app decides how long the objects live (behaviour 1.30).
///
/// No object is released while the lock is held, because its `deinit` calls this table again.
final class WeakTable<Object: AnyObject>: Sendable {
    /// A class, since copying a struct out of the dictionary would copy the weak reference.
    private final class Entry {
        private(set) weak var object: Object?
        init(_ object: Object) { self.object = object }
    }

    private struct Contents {
        var entries: [PeerIdentifier: Entry] = [:]
        var isClosed = false
    }

    private let contents = Lock(Contents())

    /// The object of `peer`, if the app still has it and the manager still exists.
    func live(_ peer: PeerIdentifier) -> Object? {
        contents.withLock { $0.isClosed ? nil : $0.entries[peer]?.object }
    }

    /// The object of `peer`; created if there is none.
    func object(for peer: PeerIdentifier, make: () -> Object) -> Object {
        contents.withLock { contents in
            if let object = contents.entries[peer]?.object { return object }
            let object = make()
            contents.entries[peer] = Entry(object)
            return object
        }
    }

    /// All living objects by peer, so that the observers of each can be notified.
    func allLive() -> [Object] {
        contents.withLock { contents in
            contents.entries.sorted { $0.key < $1.key }.compactMap(\.value.object)
        }
    }

    /// Called by an object's `deinit`: removes its entry unless another object has replaced it. Returns
    /// whether the manager still exists.
    @discardableResult
    func forget(_ peer: PeerIdentifier) -> Bool {
        let (isOpen, successor) = contents.withLock { contents in
            let successor = contents.entries[peer]?.object
            if successor == nil { contents.entries[peer] = nil }
            return (!contents.isClosed, successor)
        }
        withExtendedLifetime(successor) {}
        return isOpen
    }

    /// From now on every peer gets a new object; returns the old ones.
    func removeAll() -> [Object] {
        contents.withLock { contents in
            let objects = contents.entries.values.compactMap(\.object)
            contents.entries = [:]
            return objects
        }
    }

    /// The manager was released.
    func close() {
        contents.withLock { $0.isClosed = true }
    }
}
