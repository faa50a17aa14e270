import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// One link of the phone, of either role.
struct Link: Sendable {
    let id: Host.LinkID
    let role: Host.Link.Role
    /// The peer's slot.
    let peer: Int
    var isFree = false
    /// An app needs the peer to get notifications, and the user is to be asked (3.25).
    var wantsNotificationSharing = false
    /// The error that managers will get instead of the controller's reason.
    var endCause: PortError?

    /// The phone as client.
    var client: LinkClient
    var security: LinkSecurity

    init(
        _ id: Host.LinkID, _ role: Host.Link.Role, peer: Int, isBonded: Bool, _ client: LinkClient
    ) {
        self.id = id
        self.role = role
        self.peer = peer
        self.client = client
        security = LinkSecurity(id, isBonded: isBonded)
    }

    var mtu: UInt16 { client.mtu }
    /// The link is going down.
    var isEnding: Bool { client.isEnding }
    /// What the phone knows of the peer's attributes.
    var database: AttributeDatabase {
        _read { yield client.attributes.database }
    }
}

/// Which slot a link is in. A phone has few links: a linear search is faster than hashing.
struct LinkSlots: Sendable {
    private var identifiers: [Host.LinkID?] = []

    /// How many links there are.
    var count: Int { identifiers.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

    @inline(__always)
    subscript(_ id: Host.LinkID) -> Int? { identifiers.firstIndex(of: id) }

    /// Takes the first free slot; it may be one more than there were.
    mutating func add(_ id: Host.LinkID) -> Int {
        if let free = identifiers.firstIndex(of: nil) {
            identifiers[free] = id
            return free
        }
        identifiers.append(id)
        return identifiers.count - 1
    }

    mutating func remove(_ slot: Int) { identifiers[slot] = nil }
}

extension Link {
    /// The host's answer to a procedure of the client, which may make the phone secure the link.
    @inline(__always)
    mutating func procedureEnded(
        _ token: Host.Token, _ outcome: consuming GATT.Outcome, barrier: PairingBarrier?,
        into effects: inout PhoneEffects
    ) -> LinkClient.Effect {
        client.procedureEnded(token, outcome, &security, barrier: barrier, into: &effects)
    }

    /// The rule that is broken after an input, if one is; only a defect of Faraday breaks one.
    var brokenRule: String? {
        if let rule = client.brokenRule ?? security.brokenRule { return rule }
        let isBlocked = if case .blocked = security.state { true } else { false }
        return isBlocked == client.operations.isBlocked
            ? nil : "a request and a pairing do not wait for each other"
    }
}
