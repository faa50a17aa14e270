import BluetoothPort
import BluetoothWire

/// The stored data of a running phone or device, in a file or only in memory.
package final class LiveMemory: Sendable {
    private let path: String?
    private let store: Lock<LiveStore>

    /// Reads the file, or creates it with a new identity; without a path nothing is stored permanently.
    ///
    /// - Parameter address: The required identity address; a file with another address is refused.
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
            throw LiveError.badStore(
                path, "it has the identity address \(known.identityAddress), not \(address)")
        }
        store = Lock(known)
    }

    package var contents: LiveStore { store.withLock { $0 } }

    /// Changes the data, and writes the file if the data is different.
    package func change(_ change: (inout LiveStore) -> Void) throws(LiveError) {
        let changed: LiveStore? = store.withLock { store in
            let before = store
            change(&store)
            return store == before ? nil : store
        }
        if let path, let changed { try changed.save(path: path) }
    }
}
