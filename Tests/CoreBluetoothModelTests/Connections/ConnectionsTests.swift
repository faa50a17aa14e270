import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// Connections over peers and links, without a phone.
@Suite struct ConnectionsTests {
    private static let (one, two) = (SessionID(1), SessionID(2))

    /// Connections with what they need around them.
    private struct Alone {
        let profile: OSProfile
        var connections: Connections
        var peers: PeerMemory
        var links: [Link] = []
        var effects = PhoneEffects()
        var now = Instant.zero

        init(limit: Int = 1) {
            var profile = OSProfile.plain
            profile.maximumConnections = limit
            profile.systemReconnectFailures = 2
            self.profile = profile
            connections = Connections(profile)
            peers = PeerMemory(profile, seed: 42)
        }

        mutating func connect(
            _ number: UInt64, _ session: SessionID, reaches: Bool = true
        ) -> Connections.Effect? {
            let slot = peers.meet(DeviceAddress(number, .random)).slot
            return connections.connect(
                peers[slot].identifier, .init(), from: session, reaches: reaches, &peers, links, at: now,
                into: &effects)
        }

        /// A link to a peer comes up, and its managers get it if it is for them.
        mutating func linkUp(_ slot: Int, isBonded: Bool = false) -> Connections.NewLink {
            let id = Host.LinkID(UInt32(links.count))
            let client = LinkClient(id, peers[slot].identifier, LinkClient.Rules(profile))
            links.append(Link(id, .central, peer: slot, isBonded: isBonded, client))
            _ = peers[slot].connection.linkBegan(links.count - 1, isRequested: true)
            let new = connections.linkBegan(
                links[links.count - 1], isBonded: isBonded, peers, links, at: now)
            guard new == .wanted else { return new }
            while connections.attachNext(slot, to: id, &peers, at: now, into: &effects) != nil {}
            return new
        }

        /// What came out: commands for the host, and what managers were told.
        mutating func take() -> [String] {
            var seen: [String] = []
            while let output = effects.nextOutput() {
                switch output {
                case .host(.gap(.connect)): seen.append("connect")
                case .central(let session, .connected): seen.append("connected \(session.rawValue)")
                case .central(let session, .failedToConnect): seen.append("failed \(session.rawValue)")
                case .central(let session, .disconnected(_, _, _, let reconnects)):
                    seen.append("disconnected \(session.rawValue)" + (reconnects ? ", reconnecting" : ""))
                default: seen.append("\(output)")
                }
            }
            return seen
        }
    }

    @Test("Behaviour 3.2, 3.3: one request to the host serves all managers, and a link is shared")
    func shared() {
        var alone = Alone()
        let waits = [alone.connect(1, Self.one), alone.connect(1, Self.two)]
        #expect(waits == [nil, nil] && alone.take() == ["connect"])
        let new = alone.linkUp(0)
        #expect(new == .wanted && alone.take() == ["connected 1", "connected 2"])
        let later = alone.connect(1, SessionID(3))
        #expect(later == .attach(slot: 0, link: 0))
        #expect(alone.connections.brokenRule == nil && alone.peers.brokenRule == nil)
    }

    @Test("Behaviour 1.38, 3.27: who gets no link")
    func refused() {
        var alone = Alone()
        let unreached = alone.connect(1, Self.one, reaches: false)
        #expect(unreached == nil && alone.take() == [], "waits forever")
        _ = alone.connect(2, Self.two)
        _ = alone.linkUp(1)
        #expect(alone.take() == ["connect", "connected 2"])
        let full = alone.connect(3, Self.two)
        #expect(full == nil && alone.take() == ["failed 2"])
        let nobody = alone.linkUp(2)
        #expect(nobody == .unwanted)
    }

    @Test("Behaviour 3.16: the managers of a bonded peer wait until its link is encrypted")
    func bonded() {
        var alone = Alone()
        _ = alone.connect(1, Self.one)
        let new = alone.linkUp(0, isBonded: true)
        #expect(new == .encrypted && alone.take() == ["connect"])
        let again = alone.connections.failWaiting(
            0, .encryptionTimedOut, &alone.peers, time: 0, into: &alone.effects)
        #expect(again.isEmpty && alone.peers[0].attachments.isEmpty)
        #expect(alone.take().count == 1)
    }

    @Test("Behaviour 3.36: the system connects again to its device, and apps to theirs only if they asked")
    func linkLost() {
        var alone = Alone()
        let device = alone.effects.makeSession()
        alone.connections.systemDevices.add(DeviceAddress(1, .random), as: device)
        _ = alone.connect(1, device)
        _ = alone.connect(1, Self.two)
        _ = alone.linkUp(0)
        _ = alone.take()
        _ = alone.peers[0].connection.linkEnded(0)
        let again = alone.connections.linkEnded(
            0, .connectionTimeout, &alone.peers, at: .zero, time: 0, into: &alone.effects)
        #expect(again.isEmpty)
        #expect(alone.take() == ["disconnected 2", "connect"])
        #expect(alone.peers[0].attachments.map(\.session) == [device])
        #expect(alone.connections.systemDevices.all[0].failures == 1)
        #expect(alone.connections.brokenRule == nil && alone.peers.brokenRule == nil)
    }
}
