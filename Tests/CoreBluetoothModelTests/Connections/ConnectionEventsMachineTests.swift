import BluetoothHost
import BluetoothPort
import BluetoothTypes
import Testing

@testable import CoreBluetoothModel

/// Who hears of links (behaviour 3.35), without a phone.
@Suite struct ConnectionEventsMachineTests {
    private static let (one, two) = (SessionID(1), SessionID(2))
    private static let link = Host.LinkID(7)
    private static let peer = PeerIdentifier(high: 1, low: 1)

    private static func candidate(_ services: [BluetoothUUID] = []) -> ConnectionEvents.Candidate {
        ConnectionEvents.Candidate(peer: peer) { wanted in wanted.contains(where: services.contains) }
    }

    private static func match(
        _ services: [BluetoothUUID] = [], peers: [PeerIdentifier] = []
    ) -> Central.ConnectionEventMatch { Central.ConnectionEventMatch(services: services, peers: peers) }

    @Test("A manager may name four services, and a refused call changes nothing")
    func tooManyServices() {
        var events = ConnectionEvents()
        let services = (0..<5).map { BluetoothUUID(0xFF00 + UInt16($0)) }
        var accepted: [Bool] = []
        for count in [4, 5, 0] {
            accepted.append(events.register(Self.one, Self.match(Array(services.prefix(count)))))
        }
        #expect(accepted == [true, false, true])
        #expect(events.isRegistered(Self.one) && events.brokenRule == nil)
        let ends = events.register(Self.one, nil)
        #expect(ends && events.isEmpty)
    }

    @Test("A manager is told of a link once, as soon as the peer is known to match")
    func onceEach() {
        var events = ConnectionEvents()
        _ = events.register(Self.two, Self.match(peers: [Self.peer]))
        _ = events.register(Self.one, Self.match([HeartRate.service]))
        let managers = [Self.one, Self.two, SessionID(3)]
        let first = events.linkBegan(Self.link, managers, Self.candidate())
        #expect(first == [Self.two], "by its identifier")
        let more = [[], [HeartRate.service], [HeartRate.service]].map {
            events.moreIsKnown(Self.link, Self.candidate($0))
        }
        #expect(more == [[], [Self.one], []])
        let ended = events.linkEnded(Self.link, managers, Self.candidate([HeartRate.service]))
        #expect(ended == [Self.one, Self.two], "in the order of the managers")
    }

    @Test func aManagerThatRegistersLaterHearsOnlyOfTheEnd() {
        var events = ConnectionEvents()
        let managers = [Self.one]
        let none = events.linkBegan(Self.link, managers, Self.candidate())
        _ = events.register(Self.one, Self.match(peers: [Self.peer]))
        let later = events.moreIsKnown(Self.link, Self.candidate())
        #expect(none.isEmpty && later.isEmpty)
        let ended = events.linkEnded(Self.link, managers, Self.candidate())
        #expect(ended == [Self.one])
    }

    @Test func aPreservedManagerWaitsUnderItsNewNumber() {
        var events = ConnectionEvents()
        _ = events.register(Self.one, Self.match([HeartRate.service]))
        _ = events.linkBegan(Self.link, [Self.one], Self.candidate())
        events.preserve(Self.one, as: Self.two)
        #expect(!events.isRegistered(Self.one) && events.isRegistered(Self.two))
        let told = events.moreIsKnown(Self.link, Self.candidate([HeartRate.service]))
        #expect(told == [Self.two])
        events.radioWentOff()
        #expect(events.isRegistered(Self.two), "a registration outlives the radio")
    }
}
