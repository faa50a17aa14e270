import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// Links that outlive their last app.
@Suite struct LingeringTests {
    private func connected() -> (Bench, SessionID, PeerIdentifier) {
        var profile = OSProfile.plain
        profile.linkLinger = .seconds(2)
        return Bench.connected(profile)
    }

    private let ending = Host.Command.link(.disconnect(Bench.link, .remoteUserTerminatedConnection))

    @Test(
        "Behaviour 3.8, 3.6: didDisconnect reports that the app has disconnected; the link ends later if no app connects again"
    )
    func lingers() {
        var (bench, session, peer) = connected()
        bench.send(.cancelConnection(peer), session)
        let time = PhoneModel.absoluteTime(bench.now)
        #expect(
            bench.take() == [
                .central(session, .disconnected(peer, nil, timestamp: time, isReconnecting: false))
            ])
        bench.advance(.milliseconds(1999))
        #expect(bench.take().isEmpty)
        bench.advance(.milliseconds(1))
        #expect(bench.take() == [.host(ending)])
        bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        #expect(bench.take().isEmpty)
        #expect(bench.model.nextDeadline == nil)
    }

    @Test(
        "Behaviour 3.8, 3.9; regression 43: connecting again meanwhile needs no radio, in the order of the calls"
    )
    func comesBack() {
        var (bench, session, peer) = connected()
        bench.send(.cancelConnection(peer), session)
        bench.send(.connect(peer, .init()), session)
        let time = PhoneModel.absoluteTime(bench.now)
        #expect(
            bench.take() == [
                .central(session, .disconnected(peer, nil, timestamp: time, isReconnecting: false)),
                .central(session, .connected(Central.Peer(identifier: peer, name: nil))),
            ])
        bench.advance(.seconds(5))
        #expect(bench.takeHost().isEmpty, "it is used again")
        bench.send(.cancelConnection(peer), session)
        bench.seen = []
        bench.advance(.seconds(2))
        #expect(bench.takeHost() == [ending])
    }

    @Test("Behaviour 3.8, 3.31: another app finds the link and continues to use it")
    func takenOver() {
        var (bench, session, peer) = connected()
        let other = bench.central()
        bench.send(.cancelConnection(peer), session)
        #expect(
            bench.model.retrieveConnected(with: [BluetoothUUID(0x1800)], for: other)
                == [Central.Peer(identifier: peer, name: nil)])
        bench.seen = []
        bench.send(.connect(peer, .init()), other)
        #expect(bench.takeCentral(other).count == 1)
        bench.advance(.seconds(5))
        #expect(bench.takeHost().isEmpty)
    }

    @Test("Behaviour 1.29, 3.8: when the peripheral or the manager is released the link ends at once")
    func released() {
        var (bench, session, peer) = connected()
        bench.send(.release(peer), session)
        #expect(bench.takeHost() == [ending])
        (bench, session, peer) = connected()
        bench.model.close(session, at: bench.now)
        bench.drain()
        #expect(bench.takeHost() == [ending])
    }

    @Test("Behaviour 3.8, 3.27: a lingering link does not count, and ends when its place is needed")
    func makesRoom() {
        var profile = OSProfile.plain
        profile.linkLinger = .seconds(2)
        profile.maximumConnections = 1
        var (bench, session, peer) = Bench.connected(profile)
        let address = DeviceAddress(5, .random)
        let other = bench.discover(address, by: session)
        bench.send(.cancelConnection(peer), session)
        bench.seen = []
        bench.send(.connect(other, .init()), session)
        #expect(bench.take() == [.host(.gap(.connect(address)))])
        bench.linkUp(Host.LinkID(8), address)
        let seen = bench.take()
        #expect(seen.first == .host(ending))
        #expect(seen.contains(.central(session, .connected(Central.Peer(identifier: other, name: nil)))))
    }

    @Test("Behaviour 3.8: a lingering link that is lost, or ends with the radio, leaves nothing behind")
    func lostMeanwhile() {
        var (bench, session, peer) = connected()
        bench.send(.cancelConnection(peer), session)
        bench.seen = []
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        #expect(bench.take().isEmpty)
        #expect(bench.model.nextDeadline == nil)
        (bench, session, peer) = connected()
        bench.send(.cancelConnection(peer), session)
        bench.model.setRadio(.off, at: bench.now)
        bench.drain()
        #expect(bench.model.nextDeadline == nil)
    }
}
