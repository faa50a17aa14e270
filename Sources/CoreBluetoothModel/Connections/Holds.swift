import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A link that an app without managers keeps. To the other apps on the phone it is like any other app's link.
struct Hold: Sendable {
    let app: AppID
    let address: DeviceAddress
    /// Attached like a manager's session, but nobody gets its events.
    let session: SessionID
    /// The services that the peer offers, as the app found out in an earlier run.
    fileprivate(set) var services: [BluetoothUUID]
}

/// The links of apps that have no managers (behaviour 3.31); nearly always none.
struct Holds: Sendable {
    /// In the order the apps asked.
    private(set) var all: [Hold] = []
    /// How many peers may be held.
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { all.isEmpty }

    /// Whether this is the session of a hold.
    func contains(_ session: SessionID) -> Bool { all.contains { $0.session == session } }

    /// Whether an app holds a peer, connected or not yet.
    func contains(_ address: DeviceAddress, _ app: AppID) -> Bool { index(address, app) != nil }

    /// How many apps hold a peer, connected or not yet.
    func count(of address: DeviceAddress) -> Int {
        all.reduce(0) { $0 + (PeerMemory.key($1.address) == PeerMemory.key(address) ? 1 : 0) }
    }

    /// Whether an app can hold a peer: it does not do so yet, and there is room for one more peer.
    func hasRoom(for address: DeviceAddress, _ app: AppID) -> Bool {
        if contains(address, app) { return false }
        return count(of: address) > 0 || Set(all.map { PeerMemory.key($0.address) }).count < limit
    }

    /// The hold of a link, by the managers that are attached to it.
    func holder(among attachments: [Attachment]) -> Hold? {
        all.first { hold in attachments.contains { $0.session == hold.session } }
    }

    /// An app begins to hold a peer.
    mutating func add(_ hold: Hold) { all.append(hold) }

    /// An app releases a peer.
    mutating func remove(_ address: DeviceAddress, _ app: AppID) -> Hold? {
        index(address, app).map { all.remove(at: $0) }
    }

    /// The services that a held peer offers now.
    mutating func set(_ services: [BluetoothUUID], of address: DeviceAddress) {
        for index in all.indices where PeerMemory.key(all[index].address) == PeerMemory.key(address) {
            all[index].services = services
        }
    }

    /// A link or an attempt has ended: ends the holds of this peer that are not attached any more. Their apps do not
    /// try again.
    mutating func end(_ address: DeviceAddress, isAttached: (SessionID) -> Bool) {
        all.removeAll { hold in
            PeerMemory.key(hold.address) == PeerMemory.key(address) && !isAttached(hold.session)
        }
    }

    private func index(_ address: DeviceAddress, _ app: AppID) -> Int? {
        all.firstIndex { $0.app == app && PeerMemory.key($0.address) == PeerMemory.key(address) }
    }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? {
        if Set(all.map(\.session)).count != all.count { return "two holds have one session" }
        for hold in all where all.filter({ $0.app == hold.app }).contains(where: { $0.isTwin(of: hold) }) {
            return "\(hold.app) holds a peer twice"
        }
        return Set(all.map { PeerMemory.key($0.address) }).count > limit ? "too many peers are held" : nil
    }
}

extension Hold {
    fileprivate func isTwin(of other: Hold) -> Bool {
        session != other.session && PeerMemory.key(address) == PeerMemory.key(other.address)
    }
}
