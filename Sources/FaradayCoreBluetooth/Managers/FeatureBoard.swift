import BluetoothPort

/// The data behind `CBCentralManager.supports(_:)`. It is a type method, but only the port of a powered-on manager
/// knows the answer. There is one entry for each phone, so phones do not mix. No entry retains a manager or a phone,
/// not even for a moment: an app in another world may release it at that moment, and expects that it ends.
enum FeatureBoard {
    /// A class, so that reading an entry does not copy a weak reference: the `deinit` of a manager reads entries too.
    private final class Entry {
        private(set) weak var manager: CBCentralManager?
        let name: ObjectIdentifier
        /// The manager's callback about its state has returned.
        let isSettled: Bool

        init(_ manager: CBCentralManager, isSettled: Bool) {
            self.manager = manager
            name = ObjectIdentifier(manager)
            self.isSettled = isSettled
        }
    }

    private static let entries = Lock<[ObjectIdentifier: Entry]>([:])

    /// Called when a manager's state has changed, before its delegate is told.
    static func announce(_ manager: CBCentralManager) {
        guard let provider = manager.inbox.provider, manager.state == .poweredOn,
            poweredOnEntry(of: provider) == nil
        else { return }
        entries.withLock { $0[ObjectIdentifier(provider)] = Entry(manager, isSettled: false) }
    }

    /// Called when a manager's delegate was told a new state.
    static func post(_ manager: CBCentralManager) {
        guard let provider = manager.inbox.provider, manager.state == .poweredOn else { return }
        entries.withLock { $0[ObjectIdentifier(provider)] = Entry(manager, isSettled: true) }
    }

    /// Called when a manager ends.
    static func withdraw(_ manager: CBCentralManager) {
        guard let provider = manager.inbox.provider else { return }
        entries.withLock { entries in
            guard entries[ObjectIdentifier(provider)]?.name == ObjectIdentifier(manager) else { return }
            entries[ObjectIdentifier(provider)] = nil
        }
    }

    /// Not in the callback that reports `.poweredOn`, but soon after (behaviour 2.34).
    static func hasExtendedScanAndConnect(_ provider: any PortProvider) -> Bool {
        guard let (manager, isSettled) = poweredOnEntry(of: provider), isSettled else { return false }
        return manager.port.traits.supportsExtendedScanAndConnect
    }

    /// From `.poweredOn` on (behaviour 27.3).
    static func hasChannelSounding(_ provider: any PortProvider) -> Bool {
        poweredOnEntry(of: provider)?.manager.port.traits.supportsChannelSounding ?? false
    }

    private static func poweredOnEntry(
        of provider: any PortProvider
    ) -> (manager: CBCentralManager, isSettled: Bool)? {
        let (manager, isSettled) = entries.withLock { entries in
            let entry = entries[ObjectIdentifier(provider)]
            return (entry?.manager, entry?.isSettled ?? false)
        }
        guard let manager, manager.inbox.provider === provider, manager.state == .poweredOn else {
            return nil
        }
        return (manager, isSettled)
    }
}
