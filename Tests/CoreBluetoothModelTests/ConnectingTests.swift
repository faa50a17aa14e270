import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

@Suite struct ConnectingTests {
    private func ready(_ profile: OSProfile = .plain) -> (Bench, SessionID, PeerIdentifier) {
        var bench = Bench.poweredOn(profile)
        let session = bench.central()
        let peer = bench.discover(by: session)
        return (bench, session, peer)
    }

    private func portValue(_ peer: PeerIdentifier) -> Central.Peer {
        Central.Peer(identifier: peer, name: nil)
    }

    @Test(
        "Behaviour 3.1, 3.2; regression 44: connect asks the host once, never times out, and gives one didConnect"
    )
    func connect() {
        var (bench, session, peer) = ready()
        bench.send(.connect(peer, .init()), session)
        bench.send(.connect(peer, .init()), session)
        #expect(bench.take() == [.host(.gap(.connect(Bench.peer)))])
        #expect(bench.model.nextDeadline == nil)
        bench.linkUp()
        #expect(bench.takeCentral(session) == [.connected(portValue(peer))])
    }

    @Test("Behaviour 3.25: startDelay delays the attempt")
    func startDelay() {
        var (bench, session, peer) = ready()
        bench.send(.connect(peer, .init(startDelay: 2)), session)
        bench.advance(.milliseconds(1999))
        #expect(bench.take().isEmpty)
        bench.advance(.milliseconds(1))
        #expect(bench.take() == [.host(.gap(.connect(Bench.peer)))])
    }

    @Test("Behaviour 3.5; regression 31: cancelling a pending connect is a disconnect without error")
    func cancelPending() {
        var (bench, session, peer) = ready()
        bench.send(.connect(peer, .init()), session)
        bench.seen = []
        bench.send(.cancelConnection(peer), session)
        let time = PhoneModel.absoluteTime(bench.now)
        #expect(
            bench.take() == [
                .host(.gap(.cancelConnect(Bench.peer))),
                .central(session, .disconnected(peer, nil, timestamp: time, isReconnecting: false)),
            ])
        bench.send(.connect(peer, .init()), session)
        #expect(bench.takeHost() == [.gap(.connect(Bench.peer))])
    }

    @Test("A connection that is made while it is cancelled is ended without an event")
    func cancelRace() {
        var (bench, session, peer) = ready()
        bench.send(.connect(peer, .init()), session)
        bench.send(.cancelConnection(peer), session)
        bench.seen = []
        bench.linkUp()
        #expect(bench.take() == [.host(.link(.disconnect(Bench.link, .remoteUserTerminatedConnection)))])
        bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        #expect(bench.take().isEmpty)
    }

    @Test("Behaviour 3.6: cancelling a link ends it, then didDisconnect without error, whatever the reason")
    func cancelActive() {
        var (bench, session, peer) = Bench.connected()
        bench.send(.cancelConnection(peer), session)
        #expect(bench.take() == [.host(.link(.disconnect(Bench.link, .remoteUserTerminatedConnection)))])
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        let time = PhoneModel.absoluteTime(bench.now)
        #expect(
            bench.takeCentral(session) == [.disconnected(peer, nil, timestamp: time, isReconnecting: false)])
    }

    @Test("Behaviour 3.7: cancelling a peripheral that is not connected gives no event")
    func cancelDisconnected() {
        var (bench, session, peer) = ready()
        bench.send(.cancelConnection(peer), session)
        bench.send(.cancelConnection(PeerIdentifier(high: 1, low: 1)), session)
        #expect(bench.take().isEmpty)
    }

    @Test("Behaviour 3.9; regression 43: connect right after cancel: didDisconnect, then the new attempt")
    func connectAfterCancel() {
        var (bench, session, peer) = Bench.connected()
        bench.send(.cancelConnection(peer), session)
        bench.send(.connect(peer, .init()), session)
        bench.seen = []
        bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        let time = PhoneModel.absoluteTime(bench.now)
        #expect(
            bench.take() == [
                .central(session, .disconnected(peer, nil, timestamp: time, isReconnecting: false)),
                .host(.gap(.connect(Bench.peer))),
            ])
        bench.linkUp(Host.LinkID(8))
        #expect(bench.takeCentral(session) == [.connected(portValue(peer))])
    }

    @Test(
        "Behaviour 3.10, 3.11, 3.12, 3.13, CB 0, CB 6, CB 7, CB 10: reasons and codes",
        arguments: [
            (HCI.ErrorCode.remoteUserTerminatedConnection, 7), (.connectionTimeout, 6),
            (.remoteDeviceTerminatedConnectionDueToPowerOff, 7), (.llResponseTimeout, 6),
            (.connectionFailedToBeEstablished, 10), (.connectionTerminatedDueToMICFailure, 0),
        ])
    func reasons(reason: HCI.ErrorCode, code: Int) {
        var (bench, session, peer) = Bench.connected()
        bench.host(.disconnected(Bench.link, reason))
        let time = PhoneModel.absoluteTime(bench.now)
        #expect(
            bench.takeCentral(session) == [
                .disconnected(peer, .local(code: code), timestamp: time, isReconnecting: false)
            ])
        bench.send(.connect(peer, .init()), session)
        #expect(bench.takeHost() == [.gap(.connect(Bench.peer))])
    }

    @Test(
        "Behaviour 3.14, CB 0, CB 10, CB 11; regression 26, 27: a connect that fails, and the next one",
        arguments: [
            (HCI.ErrorCode.connectionFailedToBeEstablished, 10), (.connectionLimitExceeded, 11),
            (.commandDisallowed, 0),
        ])
    func connectFails(reason: HCI.ErrorCode, code: Int) {
        var (bench, session, peer) = ready()
        bench.send(.connect(peer, .init()), session)
        bench.seen = []
        bench.host(.connectFailed(Bench.peer, reason))
        #expect(bench.takeCentral(session) == [.failedToConnect(peer, .local(code: code))])
        bench.send(.connect(peer, .init()), session)
        #expect(bench.takeHost() == [.gap(.connect(Bench.peer))])
    }

    @Test(
        "Behaviour 3.3, 3.4, 3.8, 3.28; regression 29: managers share a link; each connects and disconnects by itself"
    )
    func sharing() {
        var (bench, first, peer) = Bench.connected()
        let second = bench.central()
        #expect(bench.model.router.mtu(of: peer, for: second) == 0)
        bench.send(.connect(peer, .init()), second)
        #expect(bench.take() == [.central(second, .connected(portValue(peer)))])
        bench.send(.connect(peer, .init()), first)
        #expect(bench.take() == [.central(first, .connected(portValue(peer)))])
        bench.send(.cancelConnection(peer), first)
        let time = PhoneModel.absoluteTime(bench.now)
        #expect(
            bench.take() == [
                .central(first, .disconnected(peer, nil, timestamp: time, isReconnecting: false))
            ])
        bench.send(.cancelConnection(peer), second)
        #expect(bench.takeHost() == [.link(.disconnect(Bench.link, .remoteUserTerminatedConnection))])
    }

    @Test("One pending attempt serves two managers; cancelling one keeps the other's")
    func sharedAttempt() {
        var (bench, first, peer) = ready()
        let second = bench.central()
        bench.send(.connect(peer, .init()), first)
        bench.send(.connect(peer, .init()), second)
        #expect(bench.takeHost() == [.gap(.connect(Bench.peer))])
        bench.send(.cancelConnection(peer), first)
        #expect(bench.takeHost().isEmpty)
        bench.linkUp()
        let told = bench.take().compactMap { if case .central(let session, _) = $0 { session } else { nil } }
        #expect(told == [second])
    }

    @Test(
        "Behaviour 3.18, 3.21: auto-reconnect reports that it reconnects and connects again, until cancelled",
        arguments: [16, 17])
    func autoReconnect(version: Int) {
        var profile = OSProfile.iOS(version)
        profile.readsPeerName = false
        profile.subscribesToServiceChanged = false
        var (bench, session, peer) = ready(profile)
        bench.send(.connect(peer, .init(enablesAutoReconnect: true)), session)
        bench.linkUp()
        bench.seen = []
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        let time = PhoneModel.absoluteTime(bench.now)
        let lost = Central.Event.disconnected(
            peer, .connectionTimeout, timestamp: time, isReconnecting: version >= 17)
        guard version >= 17 else {
            #expect(bench.take() == [.central(session, lost)])
            return
        }
        #expect(bench.take() == [.central(session, lost), .host(.gap(.connect(Bench.peer)))])
        bench.send(.cancelConnection(peer), session)
        #expect(
            bench.takeCentral(session) == [.disconnected(peer, nil, timestamp: time, isReconnecting: false)])
    }

    @Test(
        "Behaviour 3.27, CB 11: one link more than the phone keeps fails with code 11, or is a reset on old systems"
    )
    func limit() {
        #expect(OSProfile.iOS(8).restartsAtConnectionLimit && !OSProfile.iOS(9).restartsAtConnectionLimit)
        for restarts in [false, true] {
            var profile = OSProfile.plain
            profile.maximumConnections = 1
            profile.restartsAtConnectionLimit = restarts
            var (bench, session, _) = Bench.connected(profile)
            let other = bench.discover(DeviceAddress(5, .random), by: session)
            bench.send(.connect(other, .init()), session)
            if restarts {
                #expect(bench.takeCentral(session) == [.stateChanged(.resetting)])
                bench.host(.ready(Bench.address))
                #expect(bench.takeCentral(session) == [.stateChanged(.poweredOn)])
                bench.send(.connect(other, .init()), session)
                #expect(bench.takeHost() == [.gap(.connect(DeviceAddress(5, .random)))])
            } else {
                #expect(bench.take() == [.central(session, .failedToConnect(other, .connectionLimitReached))])
            }
        }
    }

    @Test(
        "Behaviour 3.27: attempts do not count as links; an attempt that connects beyond the limit fails with code 11"
    )
    func limitAmongAttempts() {
        var profile = OSProfile.plain
        profile.maximumConnections = 1
        var (bench, session, first) = ready(profile)
        let other = DeviceAddress(5, .random)
        let second = bench.discover(other, by: session)
        bench.send(.connect(first, .init()), session)
        bench.send(.connect(second, .init()), session)
        bench.linkUp()
        bench.seen = []
        bench.linkUp(Host.LinkID(8), other)
        #expect(
            bench.take() == [
                .central(session, .failedToConnect(second, .connectionLimitReached)),
                .host(.link(.disconnect(Host.LinkID(8), .remoteUserTerminatedConnection))),
            ])
    }

    @Test(
        "Behaviour 3.22, CB 1: invalid options make connect fail",
        arguments: [
            Central.ConnectOptions(startDelay: -1), Central.ConnectOptions(startDelay: .nan),
            Central.ConnectOptions(startDelay: .infinity),
            Central.ConnectOptions(startDelay: 1, enablesAutoReconnect: true),
        ])
    func invalidOptions(options: Central.ConnectOptions) {
        var (bench, session, peer) = ready()
        bench.send(.connect(peer, options), session)
        #expect(bench.take() == [.central(session, .failedToConnect(peer, .invalidParameters))])
        #expect(bench.model.router.mtu(of: peer, for: session) == 0)
    }

    @Test(
        "Behaviour 3.2, 3.4, 3.22: a further connect with invalid options ends no attempt and no connection"
    )
    func invalidOptionsOnTheWay() {
        var (bench, session, peer) = ready()
        let wrong = Central.ConnectOptions(startDelay: 1, enablesAutoReconnect: true)
        bench.send(.connect(peer, .init()), session)
        bench.seen = []
        bench.send(.connect(peer, wrong), session)
        #expect(bench.take().isEmpty)
        bench.linkUp()
        #expect(bench.takeCentral(session) == [.connected(portValue(peer))])
        bench.send(.connect(peer, wrong), session)
        #expect(bench.takeCentral(session) == [.connected(portValue(peer))])
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        let events = bench.takeCentral(session).filter {
            if case .disconnected(peer, .connectionTimeout, _, isReconnecting: false) = $0 {
                true
            } else {
                false
            }
        }
        #expect(events.count == 1)
    }

    @Test(
        "Behaviour 3.30, CB 12: a forgotten identifier is not retrieved and not connected; when the peer is found again it has another one"
    )
    func forgotten() {
        var (bench, session, peer) = Bench.connected()
        let strangers = DeviceAddress(5, .random)
        let stranger = bench.discover(strangers, by: session)
        bench.model.forgetPeers(at: bench.now)
        #expect(
            bench.model.retrieve([stranger, peer], for: session) == [portValue(peer)],
            "the one in use stays")
        bench.send(.connect(stranger, .init()), session)
        #expect(bench.takeCentral(session) == [.failedToConnect(stranger, .local(code: 12))])
        bench.send(.scan(.init()), session)
        bench.host(.advertisementReceived(Bench.report(strangers)))
        let found = bench.takeCentral(session).compactMap {
            if case .discovered(let peer, _, _) = $0 { peer.identifier } else { nil }
        }
        #expect(found.count == 1 && found != [stranger])
        #expect(bench.model.retrieve(found, for: session) == found.map(portValue))
    }

    @Test(
        "Behaviour 3.15, 3.14, CB 15; regression 49: an encryption times out before didConnect; the switch selects the callback"
    )
    func encryptionTimeout() {
        for isDisconnect in [false, true] {
            var profile = OSProfile.plain
            profile.tellsEncryptionTimeoutAsDisconnect = isDisconnect
            var (bench, session, peer) = ready(profile)
            bench.send(.connect(peer, .init()), session)
            bench.seen = []
            bench.bondedLinkUp()
            #expect(bench.take() == [.host(.security(.secure(Bench.link, .encrypted)))])
            bench.host(.securityEnded(Bench.link, .failure(.timeout)))
            let time = PhoneModel.absoluteTime(bench.now)
            #expect(
                bench.takeCentral(session) == [
                    isDisconnect
                        ? .disconnected(peer, .encryptionTimedOut, timestamp: time, isReconnecting: false)
                        : .failedToConnect(peer, .encryptionTimedOut)
                ])
        }
    }

    @Test(
        "Behaviour 3.14, 3.17, CB 14, CB 15, CB 0: error codes when a bonded peer fails, since iOS 13.4 and before",
        arguments: [
            (Host.SecurityFailure.keyMissing, 14), (.encryption(.connectionTimeout), 15), (.timeout, 15),
        ])
    func bondFailures(failure: Host.SecurityFailure, code: Int) {
        for (profile, code) in [(OSProfile.iOS(18), code), (.iOS(13, 4), code), (.iOS(13, 3), 0)] {
            var (bench, session, peer) = ready(profile)
            bench.send(.connect(peer, .init()), session)
            bench.bondedLinkUp()
            bench.seen = []
            bench.host(.securityEnded(Bench.link, .failure(failure)))
            #expect(bench.takeCentral(session) == [.failedToConnect(peer, .local(code: code))])
        }
    }

    @Test("Behaviour 3.37: attempts with several peers wait in parallel, without a time limit")
    func severalAttempts() {
        var bench = Bench.poweredOn(.plain)
        let session = bench.central()
        let addresses = (1...5).map { DeviceAddress($0, .random) }
        let peers = addresses.map { bench.discover($0, by: session) }
        for peer in peers { bench.send(.connect(peer, .init()), session) }
        #expect(bench.takeHost() == addresses.map { .gap(.connect($0)) })
        #expect(bench.model.nextDeadline == nil)
        bench.send(.cancelConnection(peers[2]), session)
        #expect(bench.takeHost() == [.gap(.cancelConnect(addresses[2]))])
        bench.linkUp(Host.LinkID(9), addresses[3])
        #expect(bench.takeCentral(session) == [.connected(portValue(peers[3]))])
    }

    @Test("Behaviour 3.39: a request against the rules is refused, and the link may end later")
    func refusedParameters() {
        let wish = Host.ConnectionParameters(
            minimumInterval: .milliseconds(10), maximumInterval: .milliseconds(10), latency: 0,
            supervisionTimeout: .seconds(6))
        for patience in [nil, Nanoseconds.seconds(90)] {
            var profile = OSProfile.plain
            profile.refusedParametersPatience = patience
            var (bench, session, peer) = Bench.connected(profile)
            bench.host(.parametersRequested(Bench.link, wish))
            #expect(bench.takeHost() == [.link(.answerParameterRequest(Bench.link, accept: false))])
            bench.advance(.seconds(90))
            #expect(
                bench.takeHost()
                    == (patience == nil
                        ? [] : [.link(.disconnect(Bench.link, .remoteUserTerminatedConnection))]))
            guard patience != nil else { continue }
            bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
            let time = PhoneModel.absoluteTime(bench.now)
            #expect(
                bench.takeCentral(session) == [
                    .disconnected(peer, .connectionTimeout, timestamp: time, isReconnecting: false)
                ])
        }
    }

    @Test func aGrantedRequestMakesUpForARefusedOne() {
        var profile = OSProfile.plain
        profile.refusedParametersPatience = .seconds(90)
        var (bench, _, _) = Bench.connected(profile)
        for interval in [Nanoseconds.milliseconds(10), .milliseconds(15)] {
            let wish = Host.ConnectionParameters(
                minimumInterval: interval, maximumInterval: interval, latency: 0,
                supervisionTimeout: .seconds(6))
            bench.host(.parametersRequested(Bench.link, wish))
        }
        #expect(
            bench.takeHost() == [
                .link(.answerParameterRequest(Bench.link, accept: false)),
                .link(.answerParameterRequest(Bench.link, accept: true)),
            ])
        bench.advance(.seconds(90))
        #expect(bench.takeHost().isEmpty)
    }

    @Test func aStartDelayOfCenturiesIsOne() {
        var bench = Bench.poweredOn(.plain)
        let session = bench.central()
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, Central.ConnectOptions(startDelay: 1e300)), session)
        bench.advance(.minutes(60))
        #expect(bench.take().isEmpty)
    }

    @Test("Behaviour 3.40: with the switch on, the phone asks for its own parameters again")
    func renegotiation() {
        let wish = Host.ConnectionParameters(interval: .milliseconds(60), supervisionTimeout: .seconds(6))
        let own = Host.ConnectionParameters(
            interval: .milliseconds(30), supervisionTimeout: .milliseconds(720))
        for renegotiates in [false, true] {
            var profile = OSProfile.plain
            profile.renegotiatesParameters = renegotiates
            var (bench, _, _) = Bench.connected(profile)
            bench.host(.parametersUpdated(Bench.link, wish, .success))
            #expect(bench.takeHost() == (renegotiates ? [.link(.updateParameters(Bench.link, own))] : []))
            bench.host(.parametersUpdated(Bench.link, own, .success))
            #expect(bench.take().isEmpty)
        }
    }

    @Test("Behaviour 3.18: which disconnect method is called, by system and switch")
    func disconnectMethods() {
        var newer = OSProfile.iOS(18)
        newer.prefersOlderDisconnectMethod = false
        let table: [(OSProfile, Central.DisconnectMethods)] = [
            (.iOS(16), .olderOnly), (.iOS(17), .olderFirst), (.macOS(13), .olderOnly),
            (.macOS(14), .olderFirst),
            (newer, .newerFirst),
        ]
        for (profile, methods) in table {
            #expect(Bench.poweredOn(profile).model.profile.traits.disconnectMethods == methods)
        }
    }

    @Test("Behaviour 1.28, 1.29: releasing a peripheral cancels with Apple's text and without events")
    func release() {
        var (bench, session, peer) = ready()
        bench.send(.connect(peer, .init()), session)
        bench.seen = []
        bench.send(.release(peer), session)
        let connecting = bench.take()
        #expect(connecting.last == .host(.gap(.cancelConnect(Bench.peer))))
        guard case .misuse(_, let first) = connecting.first else {
            Issue.record("no misuse")
            return
        }
        #expect(first.kind == .unusedConnectingPeripheral)
        #expect(
            first.message
                == "API MISUSE: Cancelling connection for unused peripheral <CBPeripheral: 0x1, identifier = "
                + "\(peer), name = (null), mtu = 23, state = connecting>, Did you forget to keep a reference "
                + "to it?")

        bench.send(.connect(peer, .init()), session)
        bench.linkUp()
        bench.seen = []
        bench.send(.release(peer), session)
        let connected = bench.take()
        #expect(connected.count == 2)
        #expect(connected.last == .host(.link(.disconnect(Bench.link, .remoteUserTerminatedConnection))))
        bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        #expect(bench.take().isEmpty)
        bench.send(.release(peer), session)
        #expect(bench.take().isEmpty)
    }

    @Test("Behaviour 1.10: commands to a peripheral that is not connected, or is disconnecting")
    func notConnected() {
        var (bench, session, peer) = Bench.connected()
        bench.send(.cancelConnection(peer), session)
        bench.seen = []
        #expect(bench.send(.readRSSI(peer), session) == .ignored)
        #expect(
            bench.takeMisuse().map(\.message) == [
                "API MISUSE: <CBPeripheral: 0x1, identifier = \(peer), name = (null), mtu = 0, state = "
                    + "disconnecting> can only accept commands while in the connected state"
            ])
    }

    @Test(
        "Behaviour 3.31, 3.32: retrieveConnected finds peers that any manager is connected to, by known services"
    )
    func retrieveConnected() {
        var (bench, session, peer) = Bench.discovered()
        let other = bench.central()
        let found = [portValue(peer)]
        #expect(bench.model.retrieveConnected(with: [HeartRate.service], for: other) == found)
        #expect(bench.model.retrieveConnected(with: [BluetoothUUID(0x1800)], for: session) == found)
        #expect(bench.model.retrieveConnected(with: [BluetoothUUID(0xFFF0)], for: session) == [])
        #expect(bench.model.retrieveConnected(with: [], for: session) == [])
    }

    @Test("A phone connected as peripheral connects to that central at once; disconnecting keeps the link")
    func peripheralLink() {
        var (bench, session, peer) = ready()
        bench.linkUp(role: .peripheral)
        bench.send(.connect(peer, .init()), session)
        #expect(bench.takeCentral(session) == [.connected(portValue(peer))])
        bench.send(.cancelConnection(peer), session)
        let time = PhoneModel.absoluteTime(bench.now)
        #expect(
            bench.take() == [
                .central(session, .disconnected(peer, nil, timestamp: time, isReconnecting: false))
            ])
    }
}
