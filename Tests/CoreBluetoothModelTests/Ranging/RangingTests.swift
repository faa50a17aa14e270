import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// Sessions that measure distances, on a phone whose host is played by the test.
@Suite struct RangingTests {
    private static let refused = PortError.channelSoundingConfigurationFailed
    private static let failed = PortError.channelSoundingProcedureFailed

    /// Profiles by what an app sees of them.
    private static var systems: [(profile: OSProfile, isSupported: Bool)] {
        var abroad = OSProfile.iOS(27)
        abroad.ranging.isAllowedInRegion = false
        return [
            (.iOS(26), false), (.iOS(27), true), (.iOS(27, 1), true), (abroad, false),
            (.iOS(27, hasChannelSounding: false), false), (.macOS(27), false), (.tvOS(27), false),
            (.watchOS(27), false), (.onForeignController, false),
        ]
    }

    @Test("Behaviour 27.1, 27.2: Channel Sounding needs iOS 27, the radio and the region")
    func support() {
        for (profile, isSupported) in Self.systems {
            var (bench, session, peer) = Bench.accessory(profile)
            #expect(bench.model.profile.traits.supportsChannelSounding == isSupported, "\(profile)")
            bench.send(.ranging(peer, .start(.initiator)), session)
            let outputs = bench.take()
            let isRefused = outputs.contains(.central(session, .ranging(peer, .completed(Self.refused))))
            #expect(isRefused != isSupported, "\(profile)")
        }
    }

    @Test("Behaviour 27.4: without a link nothing starts, and the log says so")
    func withoutLink() {
        var bench = Bench.poweredOn(.finder)
        let session = bench.central()
        let peer = bench.discover(by: session)
        bench.setUp()
        bench.seen = []
        for request in [Central.RangingCommand.start(.initiator), .cancel] {
            #expect(bench.send(.ranging(peer, request), session) == .ignored)
            let outputs = bench.take()
            guard case .misuse(session, let misuse)? = outputs.first, outputs.count == 1 else {
                Issue.record("\(outputs)")
                continue
            }
            #expect(misuse.kind == .notConnected)
            #expect(misuse.call.hasSuffix(request == .cancel ? "cancelChannelSoundingSession()" : "(_:)"))
        }
    }

    @Test("Behaviour 27.5: only an accessory that the user has set up for this app is measured")
    func setUp() {
        for owner in [nil, AppID(2), Bench.app] {
            var (bench, session, peer) = Bench.connected(.finder)
            if let owner { bench.setUp(for: owner) }
            bench.seen = []
            bench.send(.ranging(peer, .start(.initiator)), session)
            let isMeasured = owner == Bench.app
            let expected: [Central.Event] = isMeasured ? [] : [.ranging(peer, .completed(Self.refused))]
            #expect(bench.centralEvents(session) == expected)
            #expect(bench.takeRanging().count == (isMeasured ? 1 : 0))
        }
    }

    @Test("Behaviour 27.5, 27.6: what is not allowed can also stay without an answer, or be allowed")
    func switches() {
        var profile = OSProfile.finder
        profile.ranging.refusalCode = nil
        var (bench, session, peer) = Bench.connected(profile)
        bench.send(.ranging(peer, .start(.initiator)), session)
        #expect(bench.take().isEmpty)
        profile.ranging.needsAccessorySetup = false
        (bench, session, peer) = Bench.connected(profile)
        bench.send(.ranging(peer, .start(.initiator)), session)
        #expect(bench.takeRanging().count == 1)
    }

    @Test("Behaviour 27.6: a second session is refused, whoever asks for it, and the first goes on")
    func oneAtATime() {
        var (bench, session, peer) = Bench.measuring()
        let other = DeviceAddress(0xC0FF_EE00_0003, .random)
        let second = bench.discover(other, by: session)
        bench.send(.connect(second, Central.ConnectOptions()), session)
        bench.linkUp(Host.LinkID(8), other)
        bench.setUp(other)
        bench.seen = []
        for target in [second, peer] {
            bench.send(.ranging(target, .start(.initiator)), session)
            #expect(bench.take() == [.central(session, .ranging(target, .completed(Self.refused)))])
        }
        bench.measured(2)
        #expect(bench.takeCentral(session) == [.ranging(peer, .measured(.success(2)))])
        // A session that ends already does not count: the next one begins when it has ended.
        bench.send(.ranging(peer, .cancel), session)
        bench.send(.ranging(second, .start(.initiator)), session)
        bench.send(.ranging(peer, .start(.initiator)), session)
        #expect(bench.takeCentral(session) == [.ranging(peer, .completed(Self.refused))], "one waits already")
        bench.ended()
        #expect(bench.centralEvents(session) == [.ranging(peer, .completed(nil))])
        guard case .start(Host.LinkID(8), _)? = bench.takeRanging().first else {
            Issue.record("the second accessory is not measured")
            return
        }
    }

    @Test(
        "Behaviour 27.6: an app that cancels and starts in one turn hears of the end first, and then of distances"
    )
    func startsAfterCancel() {
        var (bench, session, peer) = Bench.measuring()
        bench.send(.ranging(peer, .cancel), session)
        bench.send(.ranging(peer, .start(.initiator)), session)
        #expect(bench.takeRanging() == [.stop(Bench.link)] && bench.take().isEmpty)
        bench.ended()
        #expect(bench.centralEvents(session) == [.ranging(peer, .completed(nil))])
        #expect(bench.takeRanging().count == 1)
        bench.started()
        bench.measured(2)
        #expect(bench.centralEvents(session).last == .ranging(peer, .measured(.success(2))))
    }

    @Test(
        "Behaviour 27.6, 27.9, 27.11, 27.12: a session that waits is cancelled, lost and paused as any other")
    func waitingEnds() {
        func waiting() -> (bench: Bench, session: SessionID, peer: PeerIdentifier) {
            var (bench, session, peer) = Bench.measuring()
            bench.send(.ranging(peer, .cancel), session)
            bench.send(.ranging(peer, .start(.initiator)), session)
            bench.seen = []
            return (bench, session, peer)
        }
        var (bench, session, peer) = waiting()
        bench.send(.ranging(peer, .cancel), session)
        bench.ended()
        let ends = [Central.Event](repeating: .ranging(peer, .completed(nil)), count: 2)
        #expect(bench.centralEvents(session) == ends && bench.model.ranging.isEmpty)

        (bench, session, peer) = waiting()
        bench.ended(.linkLost)
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        #expect(
            bench.centralEvents(session).prefix(2) == [
                .ranging(peer, .completed(nil)), .ranging(peer, .completed(.connectionTimeout)),
            ])
        #expect(bench.model.ranging.isEmpty)

        (bench, session, peer) = waiting()
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        bench.ended()
        #expect(bench.takeRanging().isEmpty, "it waits behind")
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeRanging().count == 1)
    }

    @Test("Behaviour 27.7, 27.16, 27.17: the host measures phases with inline correction, and all that needs")
    func start() {
        var (bench, session, peer) = Bench.accessory()
        #expect(bench.send(.ranging(peer, .start(.initiator)), session) == .accepted)
        // No attribute of the accessory is read, written or looked for.
        let commands = bench.takeHost()
        guard case .ranging(.start(Bench.link, let parameters))? = commands.first, commands.count == 1 else {
            Issue.record("\(commands)")
            return
        }
        #expect(parameters.correction == .inline)
        #expect(parameters.configuration.role == .initiator)
        #expect(parameters.configuration.mainMode == .tones && parameters.configuration.subMode == nil)
        #expect((1...3).contains(parameters.configuration.mode0Steps))
        #expect(parameters.procedureCount == 0 && parameters.procedureInterval == 6...6)
        bench.started()
        #expect(bench.take().isEmpty)
        for distance in [1.0, 1, 1] { bench.measured(distance) }
        #expect(
            bench.takeCentral(session)
                == Array(repeating: .ranging(peer, .measured(.success(1))), count: 3))
    }

    @Test("Behaviour 27.8: a procedure that fails gives code 20 and no results, and the session goes on")
    func failedProcedure() {
        var (bench, session, peer) = Bench.measuring()
        bench.missed()
        bench.measured(3)
        #expect(
            bench.takeCentral(session) == [
                .ranging(peer, .measured(.failure(Self.failed))), .ranging(peer, .measured(.success(3))),
            ])
        var profile = OSProfile.finder
        profile.ranging.endsWithFailedProcedure = true
        (bench, session, peer) = Bench.measuring(profile)
        bench.missed()
        bench.measured(3)
        bench.ended()
        #expect(
            bench.takeCentral(session) == [
                .ranging(peer, .measured(.failure(Self.failed))), .ranging(peer, .completed(Self.failed)),
            ])
    }

    @Test("Behaviour 27.9: cancelling completes without an error, and no result follows")
    func cancel() {
        var (bench, session, peer) = Bench.measuring()
        bench.send(.ranging(peer, .cancel), session)
        bench.send(.ranging(peer, .cancel), session)
        #expect(bench.takeRanging() == [.stop(Bench.link)])
        bench.measured(2)
        bench.missed()
        #expect(bench.take().isEmpty)
        bench.ended()
        #expect(bench.take() == [.central(session, .ranging(peer, .completed(nil)))])
        #expect(bench.send(.ranging(peer, .cancel), session) == .accepted)
        #expect(bench.take().isEmpty, "there is no session")
    }

    private static let reasons: [Host.RangingFailure?] = [
        .peerUnsupported, .peerLacks(.inlineCorrection), .peerLacks(.mode(.tones)), .notEncrypted,
        .refused(.security, .insufficientSecurity), .timedOut(.configuration), .unsupported, .endedByPeer,
        nil,
    ]

    @Test(
        "Behaviour 27.10, 27.20: code 19 for what can't be set up, code 20 for what can't go on",
        arguments: reasons)
    func failures(_ failure: Host.RangingFailure?) {
        for isRunning in [false, true] {
            var (bench, session, peer) = Bench.accessory()
            bench.send(.ranging(peer, .start(.initiator)), session)
            if isRunning { bench.started() }
            bench.seen = []
            bench.ended(failure)
            let error = isRunning ? Self.failed : Self.refused
            #expect(bench.take() == [.central(session, .ranging(peer, .completed(error)))])
            bench.send(.ranging(peer, .start(.initiator)), session)
            #expect(bench.takeRanging().count == 1, "the accessory is free")
        }
    }

    // MARK: The foreground

    @Test("Behaviour 27.11: a session pauses behind, without a callback, and goes on in front by itself")
    func background() {
        var (bench, session, peer) = Bench.measuring()
        bench.measured(2)
        bench.seen = []
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeRanging() == [.stop(Bench.link)])
        bench.measured(2)
        bench.ended()
        bench.advance(.minutes(10))
        #expect(bench.model.state(of: Bench.app) == .suspended)
        #expect(bench.takeCentral(session).isEmpty)
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeRanging().count == 1)
        bench.started()
        // Ten minutes ago says nothing about now: this is no outlier, and nothing is smoothed.
        bench.measured(40)
        #expect(bench.takeCentral(session) == [.ranging(peer, .measured(.success(40)))])
    }

    @Test("Behaviour 27.11: an app that returns while its session still ends goes on when it has ended")
    func quickReturn() {
        var (bench, session, peer) = Bench.measuring()
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeRanging() == [.stop(Bench.link)])
        bench.ended()
        #expect(bench.takeRanging().count == 1)
        bench.started()
        bench.measured(1)
        #expect(bench.takeCentral(session) == [.ranging(peer, .measured(.success(1)))])
    }

    @Test("Behaviour 27.11: a session that begins behind waits, and can be cancelled there")
    func beginsBehind() {
        var (bench, session, peer) = Bench.accessory()
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        bench.seen = []
        bench.send(.ranging(peer, .start(.initiator)), session)
        #expect(bench.take().isEmpty)
        bench.send(.ranging(peer, .cancel), session)
        #expect(bench.take() == [.central(session, .ranging(peer, .completed(nil)))])
        var profile = OSProfile.finder
        profile.ranging.pausesInBackground = false
        (bench, session, peer) = Bench.accessory(profile)
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        bench.seen = []
        bench.send(.ranging(peer, .start(.initiator)), session)
        #expect(bench.takeRanging().count == 1)
    }

    @Test("Behaviour 27.28: an app does not hear that procedures begin again with a new key")
    func beginsAgain() {
        var (bench, session, peer) = Bench.measuring()
        bench.started()
        #expect(bench.take().isEmpty)
        bench.measured(2)
        #expect(bench.takeCentral(session) == [.ranging(peer, .measured(.success(2)))])
    }

    // MARK: Ends

    @Test(
        "Behaviour 27.12: when the link is lost, the session completes with the same error, and first",
        arguments: [
            RangingRules.EndOfLink.completesFirst, .completesLast, .staysSilent,
        ])
    func lostLink(_ end: RangingRules.EndOfLink) {
        var profile = OSProfile.finder
        profile.ranging.endOfLink = end
        var (bench, session, peer) = Bench.measuring(profile)
        bench.ended(.linkLost)
        #expect(bench.take().isEmpty)
        let time = PhoneModel.absoluteTime(bench.now)
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        let completed = Central.Event.ranging(peer, .completed(.connectionTimeout))
        let disconnected = Central.Event.disconnected(
            peer, .connectionTimeout, timestamp: time, isReconnecting: false)
        switch end {
        case .completesFirst: #expect(bench.takeCentral(session) == [completed, disconnected])
        case .completesLast: #expect(bench.takeCentral(session) == [disconnected, completed])
        case .staysSilent: #expect(bench.takeCentral(session) == [disconnected])
        }
        #expect(bench.model.ranging.isEmpty)
    }

    @Test("Behaviour 27.12: an app that ends the link itself hears of its session first, without an error")
    func ownDisconnect() {
        var (bench, session, peer) = Bench.measuring()
        bench.send(.cancelConnection(peer), session)
        #expect(bench.centralEvents(session) == [.ranging(peer, .completed(nil))])
        #expect(bench.takeRanging() == [.stop(Bench.link)])
        bench.ended()
        bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        let events = bench.takeCentral(session)
        guard case .disconnected(peer, nil, _, _)? = events.first, events.count == 1 else {
            Issue.record("\(events)")
            return
        }
    }

    @Test("Behaviour 27.18: with the radio sessions end without a word")
    func radioOff() {
        var (bench, session, _) = Bench.measuring()
        bench.model.setRadio(.off, at: bench.now)
        bench.drain()
        #expect(bench.takeCentral(session) == [.stateChanged(.poweredOff)])
        #expect(bench.model.ranging.isEmpty)
    }

    @Test("Behaviour 27.18: a session ends with its manager and with its app, and nothing restores it")
    func ownersEnd() {
        var (bench, session, _) = Bench.measuring()
        bench.model.close(session, at: bench.now)
        bench.drain()
        #expect(bench.takeRanging() == [.stop(Bench.link)])
        bench.ended()
        #expect(bench.takeCentral(session).isEmpty && bench.model.ranging.isEmpty)

        (bench, session, _) = Bench.measuring()
        bench.model.terminate(Bench.app, .crash, at: bench.now)
        bench.drain()
        bench.ended()
        bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        bench.advance(.minutes(1))
        #expect(bench.takeCentral(session).isEmpty && bench.model.ranging.isEmpty)
    }

    @Test("The host may say anything about links: no session, no event")
    func strangeEvents() {
        var (bench, session, _) = Bench.accessory()
        bench.started()
        bench.measured(1)
        bench.missed()
        bench.ended(.endedByPeer)
        #expect(bench.takeCentral(session).isEmpty)
    }
}
