import BluetoothPort
import BluetoothWire

/// What a running phone or device remembers, in a file or not.
package final class LiveMemory: Sendable {
    private let path: String?
    private let store: Lock<LiveStore>

    /// Reads the file, or makes it with a new identity; without a path nothing is kept.
    ///
    /// - Parameter address: Who it has to be; a file that keeps somebody else is not used.
    package init(path: String?, address: DeviceAddress? = nil) throws(LiveError) {
        self.path = path
        var new = LiveStore()
        if let address { new.identityAddress = address }
        guard let path else {
            store = Lock(new)
            return
        }
        guard let known = try LiveStore(path: path) else {
            try new.save(path: path)
            store = Lock(new)
            return
        }
        if let address, known.identityAddress != address {
            throw LiveError.badStore(path, "it keeps \(known.identityAddress), not \(address)")
        }
        store = Lock(known)
    }

    package var contents: LiveStore { store.withLock { $0 } }

    /// Changes the memory, and the file if that makes a difference.
    package func change(_ change: (inout LiveStore) -> Void) throws(LiveError) {
        let changed: LiveStore? = store.withLock { store in
            let before = store
            change(&store)
            return store == before ? nil : store
        }
        if let path, let changed { try changed.save(path: path) }
    }
}
