import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// Links that apps without managers keep.
@Suite struct HoldingTests {
    private static let other = AppID(2)

    private static func address(_ number: Int) -> DeviceAddress {
        DeviceAddress(UInt64(0xC0FF_EE10_0000 + number), .random)
    }

    private static func linked(_ bench: inout Bench, _ session: SessionID) -> [PeerIdentifier] {
        bench.model.retrieveConnected(with: [HeartRate.service], for: session).map(\.identifier)
    }

    private static func hold(
        _ bench: inout Bench, _ address: DeviceAddress = Bench.peer, _ app: AppID = other
    ) {
        bench.model.hold(address, offering: [HeartRate.service], for: app, at: bench.now)
        bench.drain()
    }

    @Test func aHeldPeerIsAskedForBeforeAnyoneHearsOfTheRadio() {
        var bench = Bench.poweredOn(.plain)
        let session = bench.central()
        bench.model.setRadio(.off, at: bench.now)
        Self.hold(&bench)
        bench.model.setRadio(.on, at: bench.now)
        bench.drain()
        bench.seen = []
        bench.host(.ready(Bench.address))
        let outputs = bench.take()
        let connect = outputs.firstIndex(of: .host(.gap(.connect(Bench.peer))))
        let state = outputs.firstIndex(of: .central(session, .stateChanged(.poweredOn)))
        #expect(connect != nil && state != nil && connect! < state!)
        bench.linkUp()
        #expect(Self.linked(&bench, session) == [PeerIdentifier(seed: 42, address: Bench.peer)])
    }

    @Test(
        "Behaviour 3.31, 4.14: after a change of services the phone knows those that an app which holds the peer has found"
    )
    func changedServices() {
        var bench = Bench.poweredOn(.plain)
        let session = bench.central()
        Self.hold(&bench)
        bench.linkUp()
        bench.end(.mtu(185))
        #expect(Self.linked(&bench, session).count == 1)
        bench.host(.serviceChanged(Bench.link, ATT.HandleRange(first: 1, last: .max)))
        #expect(Self.linked(&bench, session).isEmpty)
        bench.end(.services(HeartRate.services))
        #expect(Self.linked(&bench, session).count == 1)
    }

    @Test func aLinkThatEndsByItselfIsHeldNoMore() {
        var bench = Bench.poweredOn(.plain)
        Self.hold(&bench)
        Self.hold(&bench, Bench.peer, AppID(3))
        #expect(bench.takeHost() == [.gap(.connect(Bench.peer))])
        bench.linkUp()
        #expect(bench.model.router.holdCount(of: Bench.peer) == 2)
        bench.host(.disconnected(Bench.link, .remoteUserTerminatedConnection))
        #expect(bench.model.router.holdCount(of: Bench.peer) == 0)
        #expect(!bench.takeHost().contains(.gap(.connect(Bench.peer))))
        Self.hold(&bench)
        bench.host(.connectFailed(Bench.peer, .connectionFailedToBeEstablished))
        #expect(!bench.model.router.isHeld(Bench.peer, by: Self.other))
    }

    @Test func whoLetsGoBeforeTheLinkAsksTheHostNoMore() {
        var bench = Bench.poweredOn(.plain)
        Self.hold(&bench)
        bench.model.cancelConnection(of: Bench.peer, for: Self.other, at: bench.now)
        bench.drain()
        #expect(bench.takeHost() == [.gap(.connect(Bench.peer)), .gap(.cancelConnect(Bench.peer))])
        Self.hold(&bench)
        bench.terminate(.crash)
        #expect(bench.model.router.isHeld(Bench.peer, by: Self.other), "another app ended")
        bench.model.terminate(Self.other, .crash, at: bench.now)
        #expect(!bench.model.router.isHeld(Bench.peer, by: Self.other))
    }

    @Test("Behaviour 3.27: no more peers are held than the phone has links", arguments: [true, false])
    func limit(isOn: Bool) {
        var profile = OSProfile.plain
        profile.restartsAtConnectionLimit = true
        var bench = Bench.poweredOn(profile)
        if !isOn { bench.model.setRadio(.off, at: bench.now) }
        for number in 0..<12 { Self.hold(&bench, Self.address(number)) }
        Self.hold(&bench, Self.address(0), AppID(3))
        let held = (0..<12).map { bench.model.router.holdCount(of: Self.address($0)) }
        #expect(held == [2, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0])
    }
}
