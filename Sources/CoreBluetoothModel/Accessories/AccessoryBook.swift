import BluetoothPort
import BluetoothTypes

/// An accessory that the user has set up for an app.
struct AccessoryRecord: Hashable, Sendable {
    let identifier: AccessoryIdentifier
    let app: AppID
    /// Its peripheral, as the phone's apps know it.
    let peer: PeerIdentifier
    var name: String
    var state: Accessories.State
    var descriptor: Accessories.Descriptor
    var ssid: String?
    var bridgingIdentifier: [UInt8]?
    /// The picker has derived the keys of Bluetooth Classic (28.10).
    var isBridged = false
    /// It was set up so recently that the app cannot retrieve it yet (28.30).
    var isFresh = false

    /// As a session reports it.
    var portValue: Accessories.Accessory {
        Accessories.Accessory(
            identifier: identifier, state: state, peer: peer, name: name, ssid: ssid,
            bridgingIdentifier: bridgingIdentifier, descriptor: descriptor)
    }
}

/// The accessories of all apps on a phone: a value that outlives apps and restarts (behaviour 28.1, 28.36).
///
/// ```swift
/// var book = AccessoryBook()
/// let record = book.add(peer, to: AppID(1), named: "Tag", descriptor)
/// #expect(book.peers(of: AppID(1)) == [peer])
/// ```
struct AccessoryBook: Sendable {
    /// In the order they were set up.
    private(set) var all: [AccessoryRecord] = []
    private var last: UInt64 = 0

    /// A number that no accessory has had.
    mutating func makeIdentifier() -> AccessoryIdentifier {
        last += 1
        return AccessoryIdentifier(rawValue: last)
    }

    func records(of app: AppID) -> [AccessoryRecord] { all.filter { $0.app == app } }

    /// The peripherals that an app may use.
    func peers(of app: AppID) -> [PeerIdentifier] { records(of: app).map(\.peer) }

    func record(_ identifier: AccessoryIdentifier, of app: AppID) -> AccessoryRecord? {
        all.first { $0.identifier == identifier && $0.app == app }
    }

    func record(of peer: PeerIdentifier, _ app: AppID) -> AccessoryRecord? {
        all.first { $0.peer == peer && $0.app == app }
    }

    /// Whether another app has the accessory too (28.33).
    func isShared(_ peer: PeerIdentifier, besides app: AppID) -> Bool {
        all.contains { $0.peer == peer && $0.app != app }
    }

    /// Adds an accessory. One that the app has already is replaced, and keeps its number.
    mutating func add(_ record: AccessoryRecord) {
        if let index = all.firstIndex(where: { $0.identifier == record.identifier }) {
            all[index] = record
        } else {
            all.append(record)
        }
    }

    /// Changes an accessory. Returns it as it is now; `nil` if there is none.
    mutating func change(
        _ identifier: AccessoryIdentifier, _ body: (inout AccessoryRecord) -> Void
    ) -> AccessoryRecord? {
        guard let index = all.firstIndex(where: { $0.identifier == identifier }) else { return nil }
        body(&all[index])
        return all[index]
    }

    mutating func remove(_ identifier: AccessoryIdentifier) { all.removeAll { $0.identifier == identifier } }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? {
        if Set(all.map(\.identifier)).count != all.count { return "two accessories have one number" }
        for record in all where all.filter({ $0.peer == record.peer && $0.app == record.app }).count > 1 {
            return "\(record.app) has an accessory twice"
        }
        return nil
    }
}
