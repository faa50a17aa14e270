import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// Which peers a phone knows, and by which identifiers.
@Suite struct AcquaintanceTests {
    private static let ones = PeerIdentifier(high: 0x1111_1111_1111_1111, low: 0x1111_1111_1111_1111)
    private static let drawn = PeerIdentifier(seed: 42, address: Bench.peer)

    private static func address(_ number: UInt64) -> DeviceAddress {
        DeviceAddress(0xC0FF_EE20_0000 + number, .random)
    }

    private static func known(_ bench: Bench, _ session: SessionID, _ all: [PeerIdentifier])
        -> [PeerIdentifier]
    {
        bench.model.retrieve(all, for: session).map(\.identifier)
    }

    @Test func identifiersThatPeopleChooseAreToldApart() {
        var bench = Bench.poweredOn(.plain)
        let session = bench.central()
        var chosen: [PeerIdentifier] = []
        for digit: UInt64 in 0..<16 {
            let same = digit &* 0x1111_1111_1111_1111
            chosen += [
                PeerIdentifier(high: same, low: same), PeerIdentifier(high: digit + 20, low: 0),
                PeerIdentifier(high: 0, low: digit + 20),
            ]
        }
        for (number, identifier) in chosen.enumerated() {
            bench.model.choose(identifier, of: Self.address(UInt64(number)))
        }
        #expect(Self.known(bench, session, chosen).isEmpty)
        for number in chosen.indices { _ = bench.discover(Self.address(UInt64(number)), by: session) }
        #expect(Self.known(bench, session, chosen) == chosen)
    }

    @Test func anAttemptFindsNobodyUnderAnOldIdentifier() {
        var bench = Bench.poweredOn(.plain)
        let session = bench.central()
        let old = bench.discover(by: session)
        bench.send(.connect(old, Central.ConnectOptions()), session)
        bench.model.choose(Self.ones, of: Bench.peer)
        bench.drain()
        #expect(bench.takeHost() == [.gap(.connect(Bench.peer)), .gap(.cancelConnect(Bench.peer))])
        #expect(Self.known(bench, session, [old, Self.ones]).isEmpty)
        #expect(bench.discover(by: session) == old, "what would be drawn")
        #expect(Self.known(bench, session, [old, Self.ones]) == [Self.ones])
        bench.send(.cancelConnection(old), session)
        #expect(
            bench.takeCentral(session) == [
                .disconnected(
                    old, nil, timestamp: PhoneModel.absoluteTime(bench.now), isReconnecting: false)
            ])
        bench.send(.connect(old, Central.ConnectOptions()), session)
        #expect(bench.takeCentral(session) == [.failedToConnect(old, .unknownDevice)])
        bench.send(.connect(Self.ones, Central.ConnectOptions()), session)
        bench.linkUp()
        #expect(
            bench.takeCentral(session).contains(
                .connected(Central.Peer(identifier: Self.ones, name: nil))))
    }

    @Test func aLinkOutlivesItsIdentifier() {
        var (bench, session, old) = Bench.connected()
        bench.model.choose(Self.ones, of: Bench.peer)
        bench.send(.readRSSI(old), session)
        #expect(bench.takeHost().count == 1)
        #expect(Self.known(bench, session, [old, Self.ones]).isEmpty)
        bench.host(.disconnected(Bench.link, .remoteUserTerminatedConnection))
        #expect(
            bench.takeCentral(session).contains {
                if case .disconnected(old, _, _, _) = $0 { true } else { false }
            })
        bench.send(.connect(old, Central.ConnectOptions(enablesAutoReconnect: true)), session)
        #expect(bench.takeCentral(session) == [.failedToConnect(old, .unknownDevice)])
    }

    @Test func anIdentifierMovesToAnotherPeer() {
        var bench = Bench.poweredOn(.plain)
        let session = bench.central()
        bench.model.choose(Self.ones, of: Self.address(1))
        bench.model.introduce(Self.address(1), name: "One")
        bench.model.choose(Self.ones, of: Self.address(2))
        #expect(Self.known(bench, session, [Self.ones]).isEmpty)
        bench.model.introduce(Self.address(2), name: "Two")
        let peers = bench.model.retrieve([Self.ones], for: session)
        #expect(peers == [Central.Peer(identifier: Self.ones, name: "Two")])
        bench.send(.connect(Self.ones, Central.ConnectOptions()), session)
        #expect(bench.takeHost() == [.gap(.connect(Self.address(2)))])
        bench.model.introduce(Self.address(1), name: "One")
        #expect(bench.model.identifier(of: Self.address(1)) != Self.ones)
        #expect(bench.model.identifier(of: Self.address(2)) == Self.ones)
    }

    @Test("Behaviour 3.30: a forgotten peer leaves nothing behind, however often it is forgotten")
    func forgetting() {
        var bench = Bench.poweredOn(.plain)
        let session = bench.central()
        for number in 0..<1000 {
            bench.model.introduce(Bench.peer, name: "Peer \(number)")
            #expect(bench.model.identifier(of: Bench.peer) == Self.drawn)
            bench.model.forgetKnown(Bench.peer)
            bench.model.forgetKnown(Bench.peer)
            #expect(bench.model.identifier(of: Bench.peer) == nil)
        }
        bench.model.forgetPeers(at: bench.now)
        #expect(Self.known(bench, session, [Self.drawn]).isEmpty)
        #expect(bench.model.peers.count == 1)
        bench.model.introduce(Bench.peer, name: nil)
        bench.model.introduce(Self.address(1), name: nil)
        #expect(bench.model.peers.count == 2)
        #expect(bench.model.identifier(of: Bench.peer) != bench.model.identifier(of: Self.address(1)))
    }
}
