import BluetoothPort

/// A running phone's memory, in a file or not.
final class LiveMemory: Sendable {
    private let path: String?
    private let store: Lock<LiveStore>

    /// Reads the file, or makes it with a new phone; without a path nothing is kept.
    init(path: String?) throws(LiveError) {
        self.path = path
        guard let path else {
            store = Lock(LiveStore())
            return
        }
        if let known = try LiveStore(path: path) {
            store = Lock(known)
        } else {
            let new = LiveStore()
            try new.save(path: path)
            store = Lock(new)
        }
    }

    var contents: LiveStore { store.withLock { $0 } }

    /// Changes the memory, and the file if that makes a difference.
    func change(_ change: (inout LiveStore) -> Void) throws(LiveError) {
        let changed: LiveStore? = store.withLock { store in
            let before = store
            change(&store)
            return store == before ? nil : store
        }
        if let path, let changed { try changed.save(path: path) }
    }
}
