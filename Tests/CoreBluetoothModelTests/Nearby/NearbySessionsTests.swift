import BluetoothHost
import BluetoothPort
import BluetoothTypes
import Testing

@testable import CoreBluetoothModel

/// Sessions of Nearby Interaction without a phone: the test says what they see of it.
@Suite struct NearbySessionsTests {
    private static let (app, session, peer) = (AppID(1), SessionID(7), PeerIdentifier(high: 1, low: 2))

    /// What a session sees when its app calls `run`, and what becomes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var profile = OSProfile.iOS(27)
        var state = AppState.foreground
        var hasLink = true
        var isAccessory = true
        var isForbidden = false
        /// The phone measures something already.
        var measures: Measured?
        /// The code of the failure that ends it.
        var code: Int?
        var phase: String

        enum Measured { case another, thisForAnother }

        var testDescription: String { rule }
    }

    private static let rows = [
        Row(rule: "29.4: it runs", phase: "running"),
        Row(
            rule: "29.3: the system has no Channel Sounding", profile: .iOS(26),
            code: NearbyCode.unsupportedPlatform, phase: "ended"),
        Row(
            rule: "29.14: the user forbids it", isForbidden: true, code: NearbyCode.userDidNotAllow,
            phase: "ended"),
        Row(
            rule: "29.5: no accessory of the app", isAccessory: false, code: NearbyCode.invalidConfiguration,
            phase: "ended"),
        Row(
            rule: "29.7: no connection", hasLink: false, code: NearbyCode.accessoryPeerDeviceUnavailable,
            phase: "ended"),
        Row(rule: "29.12: the app is in the background", state: .background, phase: "suspended"),
        Row(
            rule: "29.6: the phone measures another accessory", measures: .another,
            code: NearbyCode.activeSessionsLimitExceeded, phase: "ended"),
        Row(
            rule: "29.6: the phone measures it for somebody else", measures: .thisForAnother,
            code: NearbyCode.activeSessionsLimitExceeded, phase: "ended"),
        Row(
            rule: "What forbids it comes before what is missing", hasLink: false, isForbidden: true,
            code: NearbyCode.userDidNotAllow, phase: "ended"),
    ]

    @Test(arguments: rows) func runs(_ row: Row) {
        var (sessions, ranging) = (NearbySessions(), RangingSessions(profile: row.profile))
        var effects = PhoneEffects()
        let (link, other) = (Host.LinkID(3), Host.LinkID(4))
        if let measured = row.measures {
            ranging.start(
                RangingSessions.Request(
                    session: SessionID(9), peer: Self.peer, link: measured == .another ? other : link,
                    isSetUp: true, isInFront: true), into: &effects)
            while effects.nextOutput() != nil {}
        }
        sessions.open(Self.session, Self.app)
        if row.isForbidden { sessions.allow(false, Self.app) }
        let turn = NearbySessions.Turn(
            now: .zero, profile: row.profile, state: { _ in row.state },
            link: { _, _ in row.hasLink ? link : nil }, isAccessory: { _, _ in row.isAccessory })
        sessions.handle(
            .run(Nearby.Configuration(peer: Self.peer)), from: Self.session, turn, &ranging, into: &effects)
        var (codes, starts) = ([Int](), 0)
        while let output = effects.nextOutput() {
            switch output {
            case .nearby(Self.session, .invalidated(let failure)): codes.append(failure.code)
            case .host(.ranging(.start)): starts += 1
            default: break
            }
        }
        #expect(codes == [row.code].compactMap(\.self))
        #expect(starts == (row.phase == "running" ? 1 : 0))
        let phase = sessions.session(Self.session).map { "\($0.phase)" } ?? "none"
        #expect(phase.hasPrefix(row.phase), "\(phase)")
    }

    @Test("Behaviour 29.21: a suspended session ends when its time is over, and one that runs does not")
    func suspended() {
        for state in [AppState.background, .foreground] {
            var (sessions, ranging) = (NearbySessions(), RangingSessions(profile: .iOS(27)))
            var effects = PhoneEffects()
            sessions.open(Self.session, Self.app)
            let turn = NearbySessions.Turn(
                now: .zero, profile: .iOS(27), state: { _ in state },
                link: { _, _ in Host.LinkID(3) }, isAccessory: { _, _ in true })
            sessions.handle(
                .run(Nearby.Configuration(peer: Self.peer)), from: Self.session, turn, &ranging,
                into: &effects)
            #expect((effects.nextDeadline != nil) == (state == .background))
            sessions.endSuspended(Self.session, turn, &ranging, into: &effects)
            #expect((sessions.session(Self.session)?.phase == .ended) == (state == .background))
        }
    }
}
