import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A fault between model and host: discoveries of a peer's services are never answered. iOS 8.3 to 11.1 had
/// such a bug, which only a restart of the phone cured (behaviour 4.25).
struct DiscoveryWedge: Sendable {
    let peer: PeerAddress
    /// How long after a discovery the link ends, with code 0; `nil` leaves it up.
    let patience: Nanoseconds?
    /// The discoveries that were swallowed and will end their links, and when.
    private(set) var swallowed: [(link: Host.LinkID, due: Instant)] = []

    /// A peer's address, the same whether a controller has resolved it or not.
    typealias PeerAddress = UInt64

    init(peer: DeviceAddress, patience: Nanoseconds?) {
        self.peer = PeerMemory.key(peer)
        self.patience = patience
    }

    /// Whether the host never sees this command.
    mutating func swallows(_ command: Host.Command, from model: PhoneModel, at now: Instant) -> Bool {
        guard case .gatt(.procedure(let link, _, .discoverPrimaryServices)) = command,
            let slot = model.router.links.slot(of: link),
            PeerMemory.key(model.router.peers[model.router.links[slot].peer].address) == peer
        else { return false }
        if let patience { swallowed.append((link, now + patience)) }
        return true
    }

    /// When the next link ends, if any will.
    var nextDeadline: Instant? { swallowed.map(\.due).min() }

    /// Takes the links that end now.
    mutating func takeDue(at now: Instant) -> [Host.LinkID] {
        let due = swallowed.filter { $0.due <= now }
        swallowed.removeAll { $0.due <= now }
        return due.map(\.link)
    }
}

// Faults of the phone's own stack, inserted between model and host.
extension PhoneStack {
    /// From now on discoveries of the services of `peer` are never answered, until `endWedges` is called
    /// (behaviour 4.25). What the phone remembers of the peer is still reported.
    ///
    /// - Parameter patience: How long after a discovery the link ends with code 0; `nil` leaves it up.
    package mutating func wedgeDiscovery(of peer: DeviceAddress, endingLinksAfter patience: Nanoseconds?) {
        wedges.append(DiscoveryWedge(peer: peer, patience: patience))
    }

    /// Ends all faults of the stack, as a restart of the phone does.
    package mutating func endWedges() { wedges = [] }

    mutating func isSwallowed(_ command: Host.Command, at now: Instant) -> Bool {
        for index in wedges.indices where wedges[index].swallows(command, from: model, at: now) {
            return true
        }
        return false
    }

    mutating func wedgesReachedDeadline(at now: Instant) {
        for index in wedges.indices {
            for link in wedges[index].takeDue(at: now) { model.endWedged(link) }
        }
    }
}

extension PhoneModel {
    /// Ends a link whose discovery is stuck, with code 0; the discovery is not answered (4.25).
    fileprivate mutating func endWedged(_ id: Host.LinkID) {
        router.end(id, saying: .unknown, into: &effects)
    }
}
