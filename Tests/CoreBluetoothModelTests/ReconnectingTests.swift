import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// Services of a peer to which the system reconnects by itself (behaviour 3.19).
@Suite struct ReconnectingTests {
    static let next = Host.LinkID(8)

    /// A manager that is connected with auto-reconnect, and has discovered and subscribed.
    private static func subscribed(_ profile: OSProfile = .plain) -> (Bench, SessionID, PeerIdentifier) {
        var bench = Bench.poweredOn(profile)
        let session = bench.central()
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, .init(enablesAutoReconnect: true)), session)
        bench.linkUp()
        bench.end(.mtu(185))
        bench.send(.discoverServices(peer, nil), session)
        bench.end(.services(HeartRate.services))
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(10)), session)
        bench.end(.characteristics(HeartRate.characteristics))
        bench.subscribe(session, peer)
        return (bench, session, peer)
    }

    /// Loses the link and makes the next one, up to the MTU exchange.
    private static func reconnect(_ bench: inout Bench) {
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        bench.linkUp(next)
        bench.end(.mtu(185), next)
        bench.seen = []
    }

    private static func services(_ handles: UInt16...) -> [Central.Service] {
        handles.map { handle in
            let uuid = handle == 10 ? HeartRate.service : HeartRate.battery
            return Central.Service(identifier: Bench.name(handle), uuid: uuid, isPrimary: true)
        }
    }

    @Test(
        "Behaviour 3.19: what was discovered is valid on the next link with the same identifiers, except subscriptions"
    )
    func sameNames() {
        var (bench, session, peer) = Self.subscribed()
        Self.reconnect(&bench)
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        #expect(bench.lastProcedure()?.1 == .read(15))
        bench.end(.value([1]), Self.next)
        #expect(
            bench.takeCentral(session) == [.characteristicValue(peer, Bench.name(15), .success([1]))])
        bench.host(.valueReceived(Self.next, 12, [1], .notification))
        #expect(bench.take().isEmpty, "5.25: subscriptions are lost")
        bench.send(.setNotify(peer, Bench.name(12), true), session)
        #expect(bench.lastProcedure()?.1 == .write(13, [1, 0]), "the descriptors are known")
    }

    @Test(
        "Behaviour 3.19, 4.10: without a cache a discovery asks the peer again, and finds nothing twice"
    )
    func discoversAnew() {
        var (bench, session, peer) = AttributeCacheTests.discovered(hasServiceChanged: true)
        // Connected once more with the option, which goes with the link from now on (3.4).
        bench.send(.connect(peer, .init(enablesAutoReconnect: true)), session)
        bench.seen = []
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        bench.linkUp(Self.next)
        bench.end(.mtu(185), Self.next)
        bench.end(.services([]), Self.next)
        bench.seen = []
        bench.send(.discoverServices(peer, nil), session)
        #expect(bench.lastProcedure()?.1 == .discoverPrimaryServices([]))
        // The battery has moved.
        let moved = GATT.DiscoveredService(range: .init(first: 40, last: 43), uuid: HeartRate.battery)
        bench.end(.services([HeartRate.services[0], moved]), Self.next)
        let expected = [
            Self.services(10)[0],
            Central.Service(identifier: Bench.name(40), uuid: HeartRate.battery, isPrimary: true),
        ]
        #expect(bench.takeCentral(session) == [.servicesDiscovered(peer, expected, nil)])
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(10)), session)
        #expect(bench.lastProcedure()?.1 == .discoverCharacteristics(.init(first: 10, last: 20)))
        bench.end(.characteristics([HeartRate.characteristics[0]]), Self.next)
        guard case .characteristicsDiscovered(_, _, let found, nil)? = bench.takeCentral(session).first else {
            Issue.record("no characteristics")
            return
        }
        #expect(found.map(\.identifier) == [Bench.name(12)])
        #expect(bench.send(.readCharacteristic(peer, Bench.name(15)), session) == .ignored, "it is gone")
    }

    @Test("Behaviour 3.19: a filtered discovery replaces what it looks for, and nothing that was found since")
    func filtered() {
        var (bench, session, peer) = Self.subscribed()
        bench.model.router.links.cache.forget(0)
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        bench.model.router.links.cache.forget(0)
        bench.linkUp(Self.next)
        bench.end(.mtu(185), Self.next)
        bench.send(.discoverServices(peer, [HeartRate.battery]), session)
        #expect(bench.lastProcedure()?.1 == .discoverPrimaryServices([HeartRate.battery]))
        bench.end(.services([]), Self.next)
        #expect(bench.takeCentral(session) == [.servicesDiscovered(peer, Self.services(10), nil)])
        bench.send(.discoverServices(peer, [HeartRate.service, HeartRate.battery]), session)
        #expect(bench.lastProcedure()?.1 == .discoverPrimaryServices([HeartRate.service]))
        bench.end(.services([HeartRate.services[0]]), Self.next)
        #expect(bench.takeCentral(session) == [.servicesDiscovered(peer, Self.services(10), nil)])
    }

    @Test("Behaviour 3.19, 4.7: with a cache the discovery is answered from it")
    func cached() {
        var (bench, session, peer) = Self.subscribed()
        Self.reconnect(&bench)
        bench.send(.discoverServices(peer, nil), session)
        #expect(bench.takeCentral(session) == [.servicesDiscovered(peer, Self.services(10, 30), nil)])
    }

    @Test("Behaviour 3.19, 4.14: services that changed meanwhile are reported as on any link")
    func changed() {
        var (bench, session, peer) = Self.subscribed()
        Self.reconnect(&bench)
        bench.host(.serviceChanged(Self.next, .init(first: 30, last: 33)))
        #expect(bench.takeCentral(session) == [.servicesModified(peer, invalidated: [Bench.name(30)])])
    }

    @Test(
        "Behaviour 3.19, 3.21: a manager that cancels, calls connect itself or has not the option knows no services"
    )
    func ordinary() {
        for way in 0..<3 {
            var (bench, session, peer) = way == 2 ? Bench.discovered() : Self.subscribed()
            bench.host(.disconnected(Bench.link, .connectionTimeout))
            if way == 0 { bench.send(.cancelConnection(peer), session) }
            bench.send(.connect(peer, .init()), session)
            bench.linkUp(Self.next)
            bench.end(.mtu(185), Self.next)
            let slot = bench.model.peers.slot(of: peer) ?? 0
            #expect(bench.model.links[0].client.attributes.view(of: session)?.services == nil, "way \(way)")
            #expect(!bench.model.router.links.cache.reconnecting.contains(slot))
            if way != 1 {
                #expect(bench.send(.readCharacteristic(peer, Bench.name(15)), session) == .ignored)
            }
        }
    }
}
