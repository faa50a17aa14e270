import BluetoothPort
import BluetoothTypes

// The accessories of apps, and what follows for sessions and managers when they change.
extension AccessoryBook {
    /// An accessory is set up.
    mutating func add(_ record: AccessoryRecord, _ turn: inout AccessorySetup.Turn) {
        var record = record
        if turn.profile.accessoryRetrievalDelay > .zero {  // 28.30
            record.isFresh = true
            turn.schedule(.known(record.identifier), after: turn.profile.accessoryRetrievalDelay)
        }
        add(record)
        turn.leave(.tellAll(record.app, .added(record.portValue)))
        changed(record.app, &turn)
    }

    /// An accessory is something else than before.
    mutating func change(
        _ identifier: AccessoryIdentifier, _ turn: inout AccessorySetup.Turn,
        _ body: (inout AccessoryRecord) -> Void
    ) {
        guard let record = change(identifier, body) else { return }
        turn.leave(.tellAll(record.app, .changed(record.portValue)))
        changed(record.app, &turn)
    }

    /// The app has an accessory no more: its bond is deleted and its link ends, unless another app has it too (28.16).
    mutating func remove(_ record: AccessoryRecord, _ turn: inout AccessorySetup.Turn) {
        remove(record.identifier)
        turn.leave(.tellAll(record.app, .removed(record.unauthorized)))
        let isShared = isShared(record.peer, besides: record.app)
        turn.leave(isShared ? .cancelConnection(record.peer, of: record.app) : .forgetBond(record.peer))
        changed(record.app, &turn)
    }

    /// The user has forgotten a device, and with it its bond: no app has it any more (28.20).
    mutating func forget(_ peer: PeerIdentifier, _ turn: inout AccessorySetup.Turn) {
        for record in all where record.peer == peer {
            remove(record.identifier)
            turn.leave(.tellAll(record.app, .removed(record.unauthorized)))
            changed(record.app, &turn)
        }
    }

    /// Peripherals that an app knew before become its accessories (28.18); those that it has stay as they are. Returns all
    /// accessories of the app.
    mutating func migrate(
        _ items: [Accessories.DisplayItem], of app: AppID, _ turn: AccessorySetup.Turn
    ) -> [Accessories.Accessory] {
        for item in items {
            guard let peer = item.migration?.peer, turn.address(peer) != nil, record(of: peer, app) == nil
            else { continue }
            add(
                AccessoryRecord(
                    identifier: makeIdentifier(), app: app, peer: peer, name: item.name, state: .authorized,
                    descriptor: item.descriptor))
        }
        return records(of: app).map(\.portValue)
    }

    /// Managers of the app may use other peripherals than before.
    func changed(_ app: AppID, _ turn: inout AccessorySetup.Turn) {
        turn.leave(.accessoriesChanged(app, peers(of: app)))
    }
}

extension AccessoryRecord {
    /// As a session reports an accessory that was removed.
    fileprivate var unauthorized: Accessories.Accessory {
        var accessory = portValue
        accessory.state = .unauthorized
        return accessory
    }
}
