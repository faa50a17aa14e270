import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// ANCS: the phone's notifications, and who may have them.
@Suite struct NotificationSharingTests {
    private static let options = Central.ConnectOptions(requiresNotificationSharing: true)
    private static let security = Host.Security(level: .encrypted)

    private func connecting(_ profile: OSProfile = .plain) -> (Bench, SessionID, PeerIdentifier) {
        var bench = Bench.poweredOn(profile)
        let session = bench.central()
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, Self.options), session)
        bench.linkUp()
        return (bench, session, peer)
    }

    private func alerts(_ bench: inout Bench) -> [SystemAlert] {
        bench.take().compactMap { if case .systemAlert(let alert) = $0 { alert } else { nil } }
    }

    @Test(
        "Behaviour 3.25: requiring ANCS pairs after didConnect, asks the user once, and reports the answer",
        arguments: [true, false])
    func asks(isAllowed: Bool) throws {
        var (bench, session, peer) = connecting()
        let outputs = bench.take()
        let connected = Central.Peer(identifier: peer, name: nil)
        #expect(
            outputs.dropFirst().prefix(2) == [
                .central(session, .connected(connected)), .host(.security(.secure(Bench.link, .encrypted))),
            ])
        bench.host(.securityChanged(Bench.link, Self.security))
        bench.host(.securityEnded(Bench.link, .success(Self.security)))
        let alert = try #require(alerts(&bench).first)
        #expect(alert.kind == .notificationSharing(peer) && alert.isQuestion && alert.app == Bench.app)
        #expect(!bench.model.router.isNotificationSharingAuthorized(for: peer))
        bench.model.answerAlert(alert.number, allows: isAllowed, at: bench.now)
        bench.drain()
        #expect(bench.takeCentral(session) == [.notificationSharingChanged(connected)])
        #expect(bench.model.router.isNotificationSharingAuthorized(for: peer) == isAllowed)

        // Whatever the answer was, the next link asks no more.
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        bench.send(.connect(peer, Self.options), session)
        bench.linkUp(Host.LinkID(8))
        bench.host(.securityChanged(Host.LinkID(8), Self.security))
        bench.host(.securityEnded(Host.LinkID(8), .success(Self.security)))
        #expect(alerts(&bench).isEmpty)
        // The user changes it in Settings.
        bench.model.router.setNotificationSharing(
            !isAllowed, with: peer, into: &bench.model.effects)
        bench.model.router.setNotificationSharing(
            !isAllowed, with: peer, into: &bench.model.effects)
        bench.drain()
        #expect(bench.takeCentral(session) == [.notificationSharingChanged(connected)])
        #expect(bench.model.router.isNotificationSharingAuthorized(for: peer) == !isAllowed)
    }

    @Test(
        "Behaviour 3.25: the answer is forgotten with the bond, and for the next app that needs one the user is asked again"
    )
    func forgotten() {
        var (bench, session, peer) = connecting()
        bench.host(.securityEnded(Bench.link, .success(Self.security)))
        bench.model.router.setNotificationSharing(
            true, with: peer, into: &bench.model.effects)
        bench.drain()
        bench.seen = []
        bench.model.forget(Bench.peer, at: bench.now)
        bench.drain()
        #expect(
            bench.takeCentral(session) == [
                .notificationSharingChanged(Central.Peer(identifier: peer, name: nil))
            ])
        #expect(!bench.model.router.isNotificationSharingAuthorized(for: peer))
        bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        bench.send(.connect(peer, Self.options), session)
        bench.linkUp(Host.LinkID(8))
        bench.host(.securityEnded(Host.LinkID(8), .success(Self.security)))
        #expect(alerts(&bench).map(\.kind) == [.notificationSharing(peer)])
    }

    @Test(
        "Behaviour 3.25: without pairing the user is not asked, nor on macOS, on iOS 12 or without the option"
    )
    func notAsked() {
        var (bench, _, _) = connecting()
        bench.host(.securityEnded(Bench.link, .failure(.refused(.pairingNotSupported))))
        #expect(alerts(&bench).isEmpty)
        for profile in [OSProfile.macOS(15), .iOS(12)] {
            (bench, _, _) = connecting(profile)
            #expect(!bench.takeHost().contains(.security(.secure(Bench.link, .encrypted))))
        }
        let (plain, _, _) = Bench.connected()
        #expect(!plain.seen.contains(.host(.security(.secure(Bench.link, .encrypted)))))
    }
}
