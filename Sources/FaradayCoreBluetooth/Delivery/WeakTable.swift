import BluetoothPort

/// Weak references to objects by peer: the app decides how long the objects live (behaviour 1.30).
///
/// No object is released while the lock is held, because its `deinit` calls this table again.
final class WeakTable<Object: AnyObject>: Sendable {
    /// A class, since copying a struct out of the dictionary would copy the weak reference.
    private final class Entry {
        let peer: PeerIdentifier
        private(set) weak var object: Object?
        init(_ object: Object, of peer: PeerIdentifier) { (self.object, self.peer) = (object, peer) }
    }

    private struct Contents {
        var entries: [PeerIdentifier: Entry] = [:] {
            didSet { latest = nil }
        }
        /// The entry that was last asked for: most events come from one peer, and hashing costs more than the rest.
        var latest: Entry?
        var isClosed = false

        mutating func entry(of peer: PeerIdentifier) -> Entry? {
            if let latest, latest.peer == peer { return latest }
            guard let entry = entries[peer] else { return nil }
            latest = entry
            return entry
        }
    }

    private let contents = Lock(Contents())

    /// The object of `peer`, if the app still has it and the manager still exists.
    func live(_ peer: PeerIdentifier) -> Object? {
        contents.withLock { $0.isClosed ? nil : $0.entry(of: peer)?.object }
    }

    /// The object of `peer`; created if there is none.
    func object(for peer: PeerIdentifier, make: () -> Object) -> Object {
        contents.withLock { contents in
            if let object = contents.entries[peer]?.object { return object }
            let object = make()
            contents.entries[peer] = Entry(object, of: peer)
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
