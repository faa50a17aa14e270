import BluetoothPort

/// What `CBCentralManager.supports(_:)` reads: a type method, though only a powered-on manager's port
/// can tell. One entry for each phone; phones don't mix, and no entry keeps a manager or a phone, not even for a
/// moment: an app of another world may be letting go of it just then, and counts on its end.
enum FeatureBoard {
    /// A class, so that looking at an entry copies no weak reference: a manager that ends looks too.
    private final class Entry {
        private(set) weak var manager: CBCentralManager?
        let name: ObjectIdentifier

        init(_ manager: CBCentralManager) {
            self.manager = manager
            name = ObjectIdentifier(manager)
        }
    }

    private static let entries = Lock<[ObjectIdentifier: Entry]>([:])

    /// Called when a manager's state changed.
    static func post(_ manager: CBCentralManager) {
        guard let provider = manager.inbox.provider, manager.state == .poweredOn else { return }
        entries.withLock { $0[ObjectIdentifier(provider)] = Entry(manager) }
    }

    /// Called when a manager ends.
    static func withdraw(_ manager: CBCentralManager) {
        guard let provider = manager.inbox.provider else { return }
        entries.withLock { entries in
            guard entries[ObjectIdentifier(provider)]?.name == ObjectIdentifier(manager) else { return }
            entries[ObjectIdentifier(provider)] = nil
        }
    }

    static func hasExtendedScanAndConnect(_ provider: any PortProvider) -> Bool {
        let manager = entries.withLock { $0[ObjectIdentifier(provider)]?.manager }
        guard let manager, manager.inbox.provider === provider, manager.state == .poweredOn else {
            return false
        }
        return manager.port.query(.supportsExtendedScanAndConnect) == .flag(true)
    }
}
