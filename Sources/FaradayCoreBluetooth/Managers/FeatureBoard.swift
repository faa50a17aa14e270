import BluetoothPort

/// The data behind `CBCentralManager.supports(_:)`. It is a type method, but only the port of a powered-on manager
/// knows the answer. There is one entry for each phone, so phones do not mix. No entry retains a manager or a phone,
/// not even for a moment: an app in another world may release it at that moment, and expects that it ends.
enum FeatureBoard {
    /// A class, so that reading an entry does not copy a weak reference: the `deinit` of a manager reads entries too.
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
        return manager.port.traits.supportsExtendedScanAndConnect
    }
}
