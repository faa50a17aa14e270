import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// Pairings that do not even begin.
@Suite struct PairingBarrierTests {
    /// A read that the peer refuses until there is a bond.
    private func refusedRead(_ bench: inout Bench, _ session: SessionID, _ peer: PeerIdentifier) {
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        bench.end(.failed(.error(.insufficientAuthentication)))
    }

    private func result(_ error: PortError, _ peer: PeerIdentifier) -> Central.Event {
        .characteristicValue(peer, Bench.name(15), .failure(error))
    }

    private static func bond(_ number: UInt64) -> Host.Bond {
        Host.Bond(peer: DeviceAddress(number, .random))
    }

    @Test(
        "Behaviour CB 16: with a full table of bonds, requests that need a pairing fail; forgetting a bond makes room"
    )
    func tableFull() {
        var profile = OSProfile.plain
        profile.maximumBonds = 2
        var (bench, session, peer) = Bench.discovered(profile)
        bench.model.router.peers.bonds.replace([Self.bond(1), Self.bond(2)].map(\.peer))
        refusedRead(&bench, session, peer)
        #expect(bench.take() == [.central(session, result(.local(code: 16), peer))])
        bench.host(.securityRequested(Bench.link, .encrypted))
        #expect(bench.take() == [.host(.security(.answerPairing(Bench.link, .reject)))])
        bench.model.forget(DeviceAddress(1, .random), at: bench.now)
        bench.drain()
        bench.seen = []
        refusedRead(&bench, session, peer)
        #expect(bench.take() == [.host(.security(.secure(Bench.link, .encrypted)))])
        #expect(OSProfile.iOS(13).maximumBonds == .max)
    }

    @Test("Behaviour CB 16: a peer with a bond in the full table is still encrypted")
    func hasItsPlace() {
        var profile = OSProfile.plain
        profile.maximumBonds = 1
        var (bench, session, peer) = Bench.discovered(profile)
        bench.host(.bondChanged(Host.Bond(peer: Bench.peer)))
        refusedRead(&bench, session, peer)
        #expect(bench.take() == [.host(.security(.secure(Bench.link, .encrypted)))])
    }

    @Test(
        "Behaviour 5.34: with the switch on, a user who refused once is not asked again until Bluetooth was off or the peer is forgotten"
    )
    func refusedBefore() {
        for suppresses in [false, true] {
            var profile = OSProfile.plain
            profile.suppressesRefusedPairings = suppresses
            var (bench, session, peer) = Bench.discovered(profile)
            refusedRead(&bench, session, peer)
            bench.host(.securityEnded(Bench.link, .failure(.refused(.passkeyEntryFailed))))
            #expect(bench.takeCentral(session) == [result(.att(code: 5), peer)])
            refusedRead(&bench, session, peer)
            guard suppresses else {
                #expect(bench.take() == [.host(.security(.secure(Bench.link, .encrypted)))])
                continue
            }
            #expect(bench.take() == [.central(session, result(.att(code: 5), peer))], "without an alert")
            bench.model.forget(Bench.peer, at: bench.now)
            bench.drain()
            #expect(bench.model.peers.bonds.refused.isEmpty)
        }
    }

    @Test("Behaviour 5.34: after Bluetooth was off and on the user is asked again")
    func offAndOn() {
        var profile = OSProfile.plain
        profile.suppressesRefusedPairings = true
        var (bench, session, peer) = Bench.discovered(profile)
        refusedRead(&bench, session, peer)
        bench.host(.securityEnded(Bench.link, .failure(.refused(.passkeyEntryFailed))))
        #expect(!bench.model.peers.bonds.refused.isEmpty)
        bench.model.setRadio(.off, at: bench.now)
        #expect(bench.model.peers.bonds.refused.isEmpty)
    }
}
