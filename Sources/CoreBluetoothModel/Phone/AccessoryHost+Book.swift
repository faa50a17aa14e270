import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// The accessories of apps, and what follows for managers when they change.
extension AccessoryHost {
    /// The user sets up an accessory with AccessorySetupKit, without a picker. From now on the app may use it (28.25).
    mutating func setUpAccessory(
        _ address: DeviceAddress, named name: String, for app: AppID, at now: Instant
    ) {
        clock = now
        let peer = identifier(of: address) ?? router.peers.generated(for: address)
        guard setup.book.record(of: peer, app) == nil else { return }
        let number = setup.book.makeIdentifier()
        add(
            AccessoryRecord(
                identifier: number, app: app, peer: peer, name: name, state: .authorized,
                descriptor: Accessories.Descriptor()), at: now)
    }

    /// The user removes an accessory of an app in Settings (28.20).
    mutating func removeAccessory(_ address: DeviceAddress, of app: AppID, at now: Instant) {
        clock = now
        guard let peer = identifier(of: address), let record = setup.book.record(of: peer, app) else {
            return
        }
        remove(record, at: now)
        screenEvents()
    }

    /// The user gives an accessory of an app another name in Settings (28.17).
    mutating func renameAccessory(
        _ address: DeviceAddress, _ name: String, of app: AppID, at now: Instant
    ) {
        clock = now
        guard let peer = identifier(of: address), let record = setup.book.record(of: peer, app) else {
            return
        }
        changeRecord(record.identifier) { $0.name = name }
    }

    /// The user has forgotten a device: no app has it any more (28.20).
    mutating func forgetAccessories(at address: DeviceAddress, at now: Instant) {
        clock = now
        guard let peer = identifier(of: address) else { return }
        for record in setup.book.all where record.peer == peer {
            setup.book.remove(record.identifier)
            tellAll(of: record.app, .removed(record.unauthorized))
            accessoriesChanged(record.app)
        }
    }

    // MARK: Changes

    mutating func add(_ record: AccessoryRecord, at now: Instant) {
        var record = record
        if profile.accessoryRetrievalDelay > .zero {  // 28.30
            record.isFresh = true
            effects.schedule(.picker(.known(record.identifier)), at: now + profile.accessoryRetrievalDelay)
        }
        setup.book.add(record)
        tellAll(of: record.app, .added(record.handedOut))
        accessoriesChanged(record.app)
    }

    mutating func changeRecord(_ identifier: AccessoryIdentifier, _ body: (inout AccessoryRecord) -> Void) {
        guard let record = setup.book.change(identifier, body) else { return }
        tellAll(of: record.app, .changed(record.handedOut))
        accessoriesChanged(record.app)
    }

    /// The app has an accessory no more: its bond is deleted and its link ends, unless another app has it too (28.16).
    mutating func remove(_ record: AccessoryRecord, at now: Instant) {
        setup.book.remove(record.identifier)
        tellAll(of: record.app, .removed(record.unauthorized))
        if let slot = router.peers.slot(of: record.peer) {
            if setup.book.isShared(record.peer, besides: record.app) {
                for session in managers.sessions(of: record.app) {
                    letGo(slot, session, tells: true, at: now)
                }
            } else {
                forgetBond(slot)
            }
        }
        accessoriesChanged(record.app)
    }

    /// Managers of the app may use other peripherals than before.
    mutating func accessoriesChanged(_ app: AppID) {
        let peers = setup.book.peers(of: app)
        apps.withLife(of: app) { $0.accessories = peers }
        updateStandings()
        reportStates()
        screenEvents()
    }
}

extension AccessoryRecord {
    /// As a session reports an accessory that was removed.
    fileprivate var unauthorized: Accessories.Accessory {
        var accessory = handedOut
        accessory.state = .unauthorized
        return accessory
    }
}
