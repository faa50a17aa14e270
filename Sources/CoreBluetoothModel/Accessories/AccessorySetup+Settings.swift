import BluetoothPort
import BluetoothTypes

// What the user does in Settings and with apps.
extension AccessorySetup {
    /// The user sets up an accessory with AccessorySetupKit, without a picker. From now on the app may use it (28.25).
    mutating func setUp(_ peer: PeerIdentifier, named name: String, for app: AppID, _ turn: inout Turn) {
        guard book.record(of: peer, app) == nil else { return }
        book.add(
            AccessoryRecord(
                identifier: book.makeIdentifier(), app: app, peer: peer, name: name, state: .authorized,
                descriptor: Accessories.Descriptor()), &turn)
    }

    /// The user removes an accessory of an app in Settings (28.20).
    mutating func remove(_ peer: PeerIdentifier, of app: AppID, _ turn: inout Turn) {
        if let record = book.record(of: peer, app) { book.remove(record, &turn) }
    }

    /// The user gives an accessory of an app another name in Settings (28.17).
    mutating func rename(_ peer: PeerIdentifier, _ name: String, of app: AppID, _ turn: inout Turn) {
        guard let record = book.record(of: peer, app) else { return }
        book.change(record.identifier, &turn) { $0.name = name }
    }

    /// The user has deleted an app: its accessories go with it (28.36).
    mutating func removeAll(of app: AppID, _ turn: inout Turn) {
        for record in book.records(of: app) { book.remove(record, &turn) }
    }
}
