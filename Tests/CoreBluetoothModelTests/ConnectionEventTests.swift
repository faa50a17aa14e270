import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// Connection events: which managers get them, and for which links.
@Suite struct ConnectionEventTests {
    /// A manager that connects, one that only listens, and a peer that both know.
    private func managers(
        _ profile: OSProfile = .plain, advertising: [AdvertisingData.Structure] = []
    ) -> (Bench, user: SessionID, listener: SessionID, PeerIdentifier) {
        var bench = Bench.poweredOn(profile)
        let (user, listener) = (bench.central(), bench.central())
        let peer = bench.discover(by: user)
        bench.send(.scan(.init()), user)
        bench.host(.advertisementReceived(Bench.report(Bench.peer, advertising)))
        bench.send(.stopScan, user)
        bench.seen = []
        return (bench, user, listener, peer)
    }

    private func event(_ peer: PeerIdentifier, _ isConnected: Bool) -> Central.Event {
        .connectionEvent(Central.Peer(identifier: peer, name: nil), isConnected: isConnected)
    }

    @Test(
        "Behaviour 3.35, 3.28: a link to a peer registered by identifier is reported, whichever manager connects; nil ends that"
    )
    func byIdentifier() {
        var (bench, user, listener, peer) = managers()
        #expect(bench.send(.registerForConnectionEvents(.init(peers: [peer])), listener) == .accepted)
        bench.send(.connect(peer, .init()), user)
        #expect(bench.takeCentral(listener).isEmpty, "an attempt is no connection")
        bench.linkUp()
        #expect(bench.takeCentral(listener) == [event(peer, true)])
        #expect(bench.model.router.mtu(of: peer, for: listener) == 0, "it is not connected itself")
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        #expect(bench.takeCentral(listener) == [event(peer, false)])

        bench.send(.registerForConnectionEvents(nil), listener)
        bench.send(.connect(peer, .init()), user)
        bench.linkUp(Host.LinkID(8))
        bench.host(.disconnected(Host.LinkID(8), .connectionTimeout))
        #expect(bench.takeCentral(listener).isEmpty)
    }

    @Test(
        "Behaviour 1.18, 3.35: an app that loses its permission gets no connection event, even after it has it again"
    )
    func withoutPermission() {
        var (bench, user, _, peer) = managers()
        let listener = bench.model.openCentral(ManagerOptions(), app: AppID(2), at: bench.now)
        bench.advance(.milliseconds(10))
        bench.send(.registerForConnectionEvents(.init(peers: [peer])), listener)
        bench.send(.connect(peer, .init()), user)
        bench.linkUp()
        bench.seen = []
        bench.model.setAuthorization(.denied, of: AppID(2), at: bench.now)
        bench.drain()
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        #expect(bench.takeCentral(listener) == [.stateChanged(.unauthorized)])
        bench.model.setAuthorization(.allowedAlways, of: AppID(2), at: bench.now)
        bench.drain()
        bench.send(.connect(peer, .init()), user)
        bench.linkUp(Host.LinkID(8))
        #expect(bench.takeCentral(listener) == [.stateChanged(.poweredOn)])
    }

    @Test("Behaviour 3.35: a peer matches by a service that it advertises")
    func byAdvertisedService() {
        var (bench, user, listener, peer) = managers(
            advertising: [.completeServiceUUIDs(.bits16, [HeartRate.service])])
        let other = bench.central()
        bench.send(.registerForConnectionEvents(.init(services: [HeartRate.service])), listener)
        bench.send(.registerForConnectionEvents(.init(services: [HeartRate.battery])), other)
        bench.send(.connect(peer, .init()), user)
        bench.linkUp()
        let told = bench.take().filter { if case .central(_, .connectionEvent) = $0 { true } else { false } }
        #expect(told == [.central(listener, event(peer, true))])
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        #expect(bench.takeCentral(listener) == [event(peer, false)])
    }

    @Test("Behaviour 3.35: a service that only discovery finds matches from then on, with one event")
    func byDiscoveredService() {
        var (bench, user, listener, peer) = managers()
        bench.send(.registerForConnectionEvents(.init(services: [HeartRate.battery])), listener)
        bench.send(.connect(peer, .init()), user)
        bench.linkUp()
        bench.end(.mtu(185))
        #expect(bench.takeCentral(listener).isEmpty)
        for _ in 0..<2 {
            bench.send(.discoverServices(peer, nil), user)
            if bench.lastProcedure() != nil { bench.end(.services(HeartRate.services)) }
        }
        #expect(bench.takeCentral(listener) == [event(peer, true)])
        let late = bench.central()
        bench.send(.registerForConnectionEvents(.init(services: [HeartRate.battery])), late)
        #expect(bench.takeCentral(late).isEmpty, "what was is no event")
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        let told = bench.take().compactMap {
            if case .central(let session, .connectionEvent) = $0 { session } else { nil }
        }
        #expect(told == [listener, late])
    }

    @Test(
        "Behaviour 3.35: the connecting manager gets the event too; a second manager on the same link causes none"
    )
    func ownLink() {
        var (bench, user, listener, peer) = managers()
        bench.send(.registerForConnectionEvents(.init(peers: [peer])), user)
        bench.send(.connect(peer, .init()), user)
        bench.linkUp()
        #expect(
            bench.takeCentral(user) == [
                .connected(Central.Peer(identifier: peer, name: nil)), event(peer, true),
            ])
        bench.send(.connect(peer, .init()), listener)
        #expect(bench.takeCentral(user).isEmpty)
        bench.send(.cancelConnection(peer), listener)
        #expect(bench.takeCentral(user).isEmpty, "the link stays")
    }

    @Test(
        "Behaviour 3.35: five services are misuse and change nothing; macOS, and iOS before 13, have no connection events"
    )
    func limits() {
        let five = (0..<5).map { BluetoothUUID(UInt16(0x1810 + $0)) }
        var (bench, user, listener, peer) = managers()
        bench.send(.registerForConnectionEvents(.init(peers: [peer])), listener)
        #expect(bench.send(.registerForConnectionEvents(.init(services: five)), listener) == .ignored)
        #expect(bench.takeMisuse().map(\.kind) == [.tooManyConnectionEventServices])
        bench.send(.connect(peer, .init()), user)
        bench.linkUp()
        #expect(bench.takeCentral(listener) == [event(peer, true)], "the earlier request holds")
        for profile in [OSProfile.macOS(15), .iOS(12)] {
            (bench, user, listener, peer) = managers(profile)
            #expect(bench.send(.registerForConnectionEvents(.init(peers: [peer])), listener) == .ignored)
            bench.send(.connect(peer, .init()), user)
            bench.linkUp()
            #expect(bench.takeCentral(listener).isEmpty)
        }
    }

    @Test("Behaviour 3.35: a link on which the phone is the peripheral gives no connection event")
    func otherRole() {
        var (bench, _, listener, peer) = managers()
        bench.send(.registerForConnectionEvents(.init(peers: [peer])), listener)
        bench.linkUp(role: .peripheral)
        bench.host(.disconnected(Bench.link, .remoteUserTerminatedConnection))
        #expect(bench.takeCentral(listener).isEmpty)
    }
}
