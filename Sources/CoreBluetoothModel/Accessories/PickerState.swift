import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// The picker that is on the screen, or on its way there or away.
struct PickerState: Sendable {
    /// An accessory that the picker has found.
    struct Found: Hashable, Sendable {
        let identifier: AccessoryIdentifier
        let peer: PeerIdentifier
        let address: DeviceAddress
        /// The display item that fits.
        var item: Accessories.DisplayItem
        let advertisedName: String?
        var rssi: Int
        /// When it was heard last.
        var heard: Instant

        var entry: AccessoryPicker.Entry {
            AccessoryPicker.Entry(
                identifier: identifier, itemName: item.name, advertisedName: advertisedName,
                address: address, rssi: rssi)
        }
    }

    /// What the picker does.
    enum Phase: Hashable, Sendable {
        case presenting
        case listing
        case asking(Found)
        case connecting(Found)
        case pairing(Found)
        case naming(Found)
        /// The accessory is set up, and the user is asked to go on in the app (28.14).
        case finishing(Found)
        case migrating
        /// The sheet for another name (28.17), which is no picker to the app.
        case renaming(AccessoryIdentifier, old: String)
        /// The sheet for another authorization (28.19), which is no picker to the app either.
        case authorizing(AccessoryIdentifier, Accessories.Descriptor, name: String)
        case dismissing(Accessories.Failure?)
    }

    let number: UInt32
    let session: SessionID
    let app: AppID
    let call: UInt32
    /// Attached to the accessory's link as a manager's session is; nobody gets its events.
    let holder: SessionID
    let items: [Accessories.DisplayItem]
    let settings: Accessories.PickerSettings
    var phase = Phase.presenting
    /// The list, in the order in which its accessories were found.
    var found: [Found] = []
    /// What the app has been told of and has not added to the list (28.11).
    var unlisted: [Found] = []
    /// The app has added accessories to the list (28.11).
    var hasUpdated = false
    /// The time for discovery is over, or the app has ended it: nothing more is discovered for the app, and the picker goes
    /// when its list is empty.
    var isDiscoveryOver = false
    /// The phone has derived the keys of Bluetooth Classic (28.10).
    var isBridged = false

    init(
        _ number: UInt32, of session: SessionID, _ app: AppID, call: UInt32, holder: SessionID,
        items: [Accessories.DisplayItem] = [],
        settings: Accessories.PickerSettings = Accessories.PickerSettings()
    ) {
        (self.number, self.session, self.app, self.call) = (number, session, app, call)
        (self.holder, self.items, self.settings) = (holder, items, settings)
    }

    /// The items that are for migration.
    var migrations: [Accessories.DisplayItem] { items.filter { $0.migration != nil } }

    /// Whether this is a sheet that an app does not know as a picker.
    var isSheet: Bool {
        switch phase {
        case .renaming, .authorizing: true
        default: false
        }
    }

    /// Whether nothing else than migration is asked for.
    var isMigration: Bool { !items.isEmpty && migrations.count == items.count }

    /// What the user sees; `nil` while nothing is asked.
    var view: AccessoryPicker? {
        let page: AccessoryPicker.Page
        switch phase {
        case .presenting, .connecting, .pairing, .dismissing: return nil
        case .listing: page = .list
        case .asking(let found): page = .confirmation(found.entry)
        case .naming(let found): page = .name(found.entry)
        case .finishing(let found): page = .finishInApp(found.entry)
        case .migrating: page = .migration(migrations.map(\.name))
        case .renaming(_, let old): page = .rename(old)
        case .authorizing(_, _, let name): page = .authorization(name)
        }
        return AccessoryPicker(number: number, app: app, page: page, entries: found.map(\.entry))
    }

    /// The accessory that the user's reply means; `nil` if it means none in the list.
    func choice(_ reply: AccessoryPickerReply) -> Found? {
        switch reply {
        case .chooseFirst, .accept: found.first
        case .choose(let entry): found.first { $0.identifier == entry.identifier }
        case .chooseItem(let name): found.first { $0.item.name == name }
        case .chooseAddress(let address): found.first { $0.address.value == address.value }
        case .name, .cancel, .wait, .after: nil
        }
    }
}
