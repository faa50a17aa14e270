import BluetoothHost
import BluetoothPort
import BluetoothTypes
import Testing

@testable import CoreBluetoothModel

/// Sessions of Nearby Interaction, on a phone whose host is played by the test.
@Suite struct NearbyTests {
    // MARK: Conditions

    @Test("Behaviour 29.1, 29.3: systems by what they can do, and by what a session hears")
    func systems() {
        var abroad = OSProfile.iOS(27)
        abroad.ranging.isAllowedInRegion = false
        let systems: [(profile: OSProfile, isSupported: Bool)] = [
            (.iOS(26), false), (.iOS(27), true), (.iOS(27, 1), true), (abroad, false),
            (.iOS(27, hasChannelSounding: false), false), (.tvOS(27), false), (.watchOS(27), false),
        ]
        for (profile, isSupported) in systems {
            var (bench, _, peer) = Bench.accessory(profile)
            let capabilities = bench.model.profile.ranging.nearbyCapabilities
            #expect(capabilities.supportsChannelSounding == isSupported, "\(profile)")
            #expect(capabilities.supportsCamera == isSupported, "\(profile)")
            let session = bench.nearby()
            bench.send(.run(Nearby.Configuration(peer: peer)), session)
            #expect(bench.takeCodes(session) == (isSupported ? [] : [NearbyCode.unsupportedPlatform]))
        }
    }

    @Test("Behaviour 29.5, 29.7, 29.14: who may not run")
    func refusals() {
        var (bench, _, peer) = Bench.connected(.finder)
        var session = bench.nearby()
        bench.send(.run(Nearby.Configuration(peer: peer)), session)
        #expect(bench.takeCodes(session) == [NearbyCode.invalidConfiguration])
        bench.send(.run(Nearby.Configuration(peer: peer)), session)
        #expect(bench.takeNearby(session).isEmpty, "it has ended")

        bench.setUp()
        let other = bench.nearby(of: AppID(2))
        bench.send(.run(Nearby.Configuration(peer: peer)), other)
        #expect(bench.takeCodes(other) == [NearbyCode.invalidConfiguration], "not this app's accessory")
        bench.setUp(for: AppID(2))
        let third = bench.nearby(of: AppID(2))
        bench.send(.run(Nearby.Configuration(peer: peer)), third)
        #expect(
            bench.takeCodes(third) == [NearbyCode.accessoryPeerDeviceUnavailable],
            "the link is another app's")

        bench.model.changeNearby(at: bench.now) { sessions, _, _, _ in sessions.allow(false, Bench.app) }
        session = bench.nearby()
        bench.send(.run(Nearby.Configuration(peer: peer)), session)
        #expect(bench.takeCodes(session) == [NearbyCode.userDidNotAllow])

        var profile = OSProfile.finder
        profile.ranging.needsAccessorySetup = false
        (bench, _, peer) = Bench.connected(profile)
        session = bench.nearby()
        bench.send(.run(Nearby.Configuration(peer: peer)), session)
        #expect(bench.takeRanging().count == 1)
    }

    // MARK: Running

    @Test("Behaviour 29.4, 29.8: a session says that it runs, and then gives distances, or none")
    func updates() {
        var (bench, session, peer) = Bench.locating()
        bench.started()
        bench.measured(2)
        bench.missed()
        bench.measured(3)
        bench.measured(90)
        #expect(
            bench.takeNearby(session) == [
                .started, .updated(Nearby.Object(peer: peer, distance: 2)),
                .updated(Nearby.Object(peer: peer, distance: nil)),
                .updated(Nearby.Object(peer: peer, distance: 2.4)),
                .updated(Nearby.Object(peer: peer, distance: nil)),
            ], "smoothed, and without outliers, as 27.14")
    }

    @Test("Behaviour 29.6: one session at a time, of either framework")
    func oneAtATime() {
        var (bench, session, peer) = Bench.locating()
        bench.started()
        let second = bench.nearby()
        bench.send(.run(Nearby.Configuration(peer: peer)), second)
        #expect(bench.takeCodes(second) == [NearbyCode.activeSessionsLimitExceeded])
        let manager = bench.model.managers.cores[0].id
        bench.send(.ranging(peer, .start(.initiator)), manager)
        #expect(
            bench.takeCentral(manager)
                == [.ranging(peer, .completed(.channelSoundingConfigurationFailed))])
        bench.measured(1)
        #expect(bench.takeNearby(session).count == 1, "the first goes on")

        (bench, _, peer) = Bench.measuring()
        let late = bench.nearby()
        bench.send(.run(Nearby.Configuration(peer: peer)), late)
        #expect(bench.takeCodes(late) == [NearbyCode.activeSessionsLimitExceeded])
    }

    @Test("Behaviour 29.6: what still ends is no session: the next one waits for it")
    func waits() {
        var (bench, manager, peer) = Bench.measuring()
        let session = bench.nearby()
        bench.send(.ranging(peer, .cancel), manager)
        bench.send(.run(Nearby.Configuration(peer: peer)), session)
        #expect(bench.takeRanging() == [.stop(Bench.link)])
        bench.ended()
        #expect(bench.takeRanging().count == 1)
        bench.started()
        #expect(bench.takeNearby(session) == [.started])
        // Its own last measurement ends just so.
        bench.send(.pause, session)
        bench.send(.run(Nearby.Configuration(peer: peer)), session)
        #expect(bench.takeRanging() == [.stop(Bench.link)])
        bench.measured(4)
        bench.ended()
        bench.started()
        #expect(bench.takeNearby(session) == [.started])
        // And a session that waits can be paused.
        bench.send(.pause, session)
        bench.send(.run(Nearby.Configuration(peer: peer)), session)
        bench.send(.pause, session)
        bench.seen = []
        bench.ended()
        #expect(bench.take().isEmpty && bench.model.ranging.isEmpty)
    }

    @Test("Behaviour 29.4: the same accessory again changes the camera only, and goes on")
    func runsAgain() {
        var (bench, session, peer) = Bench.locating()
        bench.started()
        bench.seen = []
        bench.send(.run(Nearby.Configuration(peer: peer, usesCamera: true)), session)
        bench.measured(1)
        #expect(bench.take() == [.nearby(session, .updated(Nearby.Object(peer: peer, distance: 1)))])
    }

    @Test("Behaviour 29.12: pause and invalidate end the measurement without an event")
    func pauses() {
        for command in [Nearby.Command.pause, .invalidate] {
            var (bench, session, peer) = Bench.locating()
            bench.started()
            bench.seen = []
            bench.send(command, session)
            bench.measured(1)
            bench.ended()
            #expect(bench.take() == [.host(.ranging(.stop(Bench.link)))])
            bench.send(.run(Nearby.Configuration(peer: peer)), session)
            #expect(bench.takeRanging().count == (command == .pause ? 1 : 0))
            bench.send(.setMotion(.moving, of: peer), session)
            #expect(bench.take().isEmpty)
        }
    }

    // MARK: The foreground

    @Test("Behaviour 29.13: behind a session is suspended; in front its app may run it again")
    func background() {
        var (bench, session, peer) = Bench.locating()
        bench.started()
        bench.seen = []
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        #expect(
            bench.take() == [.host(.ranging(.stop(Bench.link))), .nearby(session, .suspended)])
        bench.ended()
        bench.send(.run(Nearby.Configuration(peer: peer)), session)
        #expect(bench.take() == [.nearby(session, .suspended)], "an app behind can't run it")
        bench.advance(.minutes(4))
        #expect(bench.model.state(of: Bench.app) == .suspended)
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.take() == [.nearby(session, .suspensionEnded)])
        bench.send(.run(Nearby.Configuration(peer: peer)), session)
        #expect(bench.takeRanging().count == 1)
    }

    @Test("Behaviour 29.13: an app that is suspended at once hears of it when it returns")
    func suspended() {
        var (bench, session, _) = Bench.locating()
        bench.started()
        bench.seen = []
        bench.model.suspend(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeNearby(session).isEmpty)
        bench.ended()
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeNearby(session) == [.suspended, .suspensionEnded])
    }

    @Test("Behaviour 29.21: a session whose app stays behind for too long is invalidated, by a switch")
    func suspendedForTooLong() {
        for limit in [Nanoseconds.minutes(5), nil] {
            for isRunning in [true, false] {  // The app in the background.
                var profile = OSProfile.finder
                if isRunning { profile.backgroundGrace = .minutes(60) }
                if limit == nil { profile.ranging.nearbySuspensionLimit = nil }
                var (bench, session, peer) = Bench.locating(profile)
                bench.started()
                bench.seen = []
                bench.model.enterBackground(Bench.app, at: bench.now)
                bench.drain()
                #expect(bench.takeNearby(session) == [.suspended])
                bench.ended()
                bench.advance(.minutes(5) - .seconds(1))
                #expect(bench.takeNearby(session) == [])
                bench.advance(.seconds(1))
                #expect(
                    bench.takeCodes(session)
                        == (isRunning && limit != nil ? [NearbyCode.resourceUsageTimeout] : []))
                bench.model.enterForeground(Bench.app, at: bench.now)
                bench.drain()
                if limit == nil {
                    #expect(bench.takeNearby(session) == [.suspensionEnded])
                } else {
                    #expect(bench.takeCodes(session) == (isRunning ? [] : [NearbyCode.resourceUsageTimeout]))
                }
                bench.send(.run(Nearby.Configuration(peer: peer)), session)
                #expect(bench.takeRanging().count == (limit == nil ? 1 : 0))
            }
        }
    }

    @Test("Behaviour 29.21: the time begins anew each time, and ends with the session's own end")
    func suspendedTwice() {
        var (bench, session, peer) = Bench.locating()
        bench.started()
        for _ in 0..<2 {
            bench.model.enterBackground(Bench.app, at: bench.now)
            bench.drain()
            bench.ended()
            bench.advance(.minutes(4))
            bench.model.enterForeground(Bench.app, at: bench.now)
            bench.drain()
            bench.send(.run(Nearby.Configuration(peer: peer)), session)
            bench.started()
        }
        bench.seen = []
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        bench.send(.pause, session)
        bench.advance(.minutes(10))
        #expect(bench.takeNearby(session) == [.suspended])
    }

    // MARK: Ends

    @Test(
        "Behaviour 29.7: without the link a session ends, whoever ended it, and whatever CoreBluetooth's hear"
    )
    func links() {
        let ends: [(String, (inout Bench, SessionID, PeerIdentifier) -> Void)] = [
            ("lost", { bench, _, _ in bench.host(.disconnected(Bench.link, .connectionTimeout)) }),
            ("cancelled", { bench, manager, peer in bench.send(.cancelConnection(peer), manager) }),
            (
                "manager released",
                { bench, manager, _ in
                    bench.model.close(manager, at: bench.now)
                    bench.drain()
                }
            ),
            (
                "Bluetooth off",
                { bench, _, _ in
                    bench.model.setRadio(.off, at: bench.now)
                    bench.drain()
                }
            ),
            (
                "permission gone",
                { bench, _, _ in
                    bench.model.setAuthorization(.denied, of: Bench.app, at: bench.now)
                    bench.drain()
                }
            ),
        ]
        for end in [RangingRules.EndOfLink.completesFirst, .completesLast, .staysSilent] {
            for (name, happens) in ends {
                var profile = OSProfile.finder
                profile.ranging.endOfLink = end
                var (bench, session, peer) = Bench.locating(profile)
                bench.started()
                bench.seen = []
                happens(&bench, bench.model.managers.cores[0].id, peer)
                #expect(
                    bench.takeCodes(session) == [NearbyCode.accessoryPeerDeviceUnavailable], "\(name) \(end)")
            }
        }
    }

    @Test("Behaviour 29.18: a session that can't be set up, or can't go on, has failed")
    func failures() {
        var (bench, session, _) = Bench.locating()
        bench.ended(.peerUnsupported)
        #expect(bench.takeCodes(session) == [NearbyCode.sessionFailed])
        (bench, session, _) = Bench.locating()
        bench.started()
        bench.seen = []
        bench.ended(.endedByPeer)
        #expect(bench.takeCodes(session) == [NearbyCode.sessionFailed])
        var profile = OSProfile.finder
        profile.ranging.endsWithFailedProcedure = true
        (bench, session, _) = Bench.locating(profile)
        bench.started()
        bench.seen = []
        bench.missed()
        #expect(bench.takeCodes(session) == [0, NearbyCode.sessionFailed], "after an update")
    }

    @Test("Behaviour 29.14: when the user forbids it, a session that runs ends")
    func forbidden() {
        var (bench, session, _) = Bench.locating()
        bench.started()
        bench.seen = []
        bench.model.changeNearby(at: bench.now) { sessions, _, _, _ in sessions.allow(false, Bench.app) }
        bench.drain()
        #expect(bench.takeCodes(session) == [NearbyCode.userDidNotAllow])
    }

    @Test("A session that is released, or whose app ends, hears nothing more")
    func owners() {
        var (bench, session, _) = Bench.locating()
        bench.started()
        bench.seen = []
        bench.model.changeNearby(at: bench.now) { $0.remove(session, &$2, into: &$3) }
        bench.drain()
        bench.measured(1)
        bench.ended()
        #expect(bench.take() == [.host(.ranging(.stop(Bench.link)))])

        (bench, session, _) = Bench.locating()
        bench.started()
        bench.seen = []
        bench.model.terminate(Bench.app, .crash, at: bench.now)
        bench.drain()
        bench.ended()
        let ended = bench.seen.contains {
            if case .appEnded(_, let sessions) = $0 { sessions.contains(session) } else { false }
        }
        #expect(ended && bench.takeNearby(session).isEmpty && bench.model.nearby.isEmpty)
    }
}

// A phone with sessions of Nearby Interaction.
extension Bench {
    mutating func nearby(of app: AppID = Bench.app) -> SessionID {
        let session = model.makeSession(of: app, at: now)
        model.nearby.open(session, app)
        drain()
        seen = []
        return session
    }

    /// A phone that is connected to an accessory, and whose app has called `run` for it.
    static func locating(
        _ profile: OSProfile = .finder
    ) -> (bench: Bench, session: SessionID, peer: PeerIdentifier) {
        var (bench, _, peer) = accessory(profile)
        let session = bench.nearby()
        bench.send(.run(Nearby.Configuration(peer: peer)), session)
        bench.seen = []
        return (bench, session, peer)
    }

    mutating func send(_ command: Nearby.Command, _ session: SessionID) {
        model.changeNearby(at: now) { $0.handle(command, from: session, $1, &$2, into: &$3) }
        drain()
    }

    /// Takes what a session was told.
    mutating func takeNearby(_ session: SessionID) -> [Nearby.Event] {
        take().compactMap { if case .nearby(session, let event) = $0 { event } else { nil } }
    }

    /// Takes the codes with which a session was ended; anything else it was told counts as 0.
    mutating func takeCodes(_ session: SessionID) -> [Int] {
        takeNearby(session).map { if case .invalidated(let failure) = $0 { failure.code } else { 0 } }
    }
}
