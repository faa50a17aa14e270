import BluetoothPort

/// What `CBCentralManager.supports(_:)` reads: a type method, though only a powered-on manager's port
/// can tell. One entry for each phone; phones don't mix, and no entry keeps a manager or a phone.
enum FeatureBoard {
    private struct Entry {
        weak var manager: CBCentralManager?
    }

    private static let entries = Lock<[ObjectIdentifier: Entry]>([:])

    /// Called when a manager's state changed.
    static func post(_ manager: CBCentralManager) {
        guard let provider = manager.inbox.provider, manager.state == .poweredOn else { return }
        let previous = entries.withLock { entries in
            let previous = entries.values.map(\.manager)
            entries = entries.filter { $0.value.manager != nil }
            entries[ObjectIdentifier(provider)] = Entry(manager: manager)
            return previous
        }
        withExtendedLifetime(previous) {}
    }

    static func hasExtendedScanAndConnect(_ provider: any PortProvider) -> Bool {
        let manager = entries.withLock { $0[ObjectIdentifier(provider)]?.manager }
        guard let manager, manager.inbox.provider === provider, manager.state == .poweredOn else {
            return false
        }
        return manager.port.query(.supportsExtendedScanAndConnect) == .flag(true)
    }
}
