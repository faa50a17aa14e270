import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// What becomes of requests that are in flight or queued when their link ends (behaviour 3.24).
@Suite struct CutOffTests {
    typealias Setting = OSProfile.CutOffRequests

    /// How a link ends for a manager.
    enum End: CaseIterable {
        case loss
        case hangUp
        case cancel
        case release
        case powerOff
        case reset
    }

    private static func profile(_ setting: Setting) -> OSProfile {
        var profile = OSProfile.plain
        profile.cutOffRequests = setting
        return profile
    }

    /// A connected manager that waits for one of everything; what is in flight is `first`, if it is given.
    private static func busy(
        _ setting: Setting = .unanswered, first: ((PeerIdentifier) -> Central.Command)? = nil
    ) -> (Bench, SessionID, PeerIdentifier) {
        var (bench, session, peer) = Bench.discovered(profile(setting))
        if let first { bench.send(first(peer), session) }
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        bench.send(.writeCharacteristic(peer, Bench.name(17), [1], .withResponse), session)
        bench.send(.discoverServices(peer, [BluetoothUUID(0x1234)]), session)
        bench.send(.discoverIncludedServices(peer, nil, service: Bench.name(10)), session)
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(30)), session)
        bench.send(.discoverDescriptors(peer, characteristic: Bench.name(12)), session)
        bench.send(.setNotify(peer, Bench.name(12), true), session)
        bench.send(.readRSSI(peer), session)
        bench.send(.openChannel(peer, psm: 0x80), session)
        bench.seen = []
        return (bench, session, peer)
    }

    /// Ends the link in the order of a phone's host: the open requests fail first.
    private static func end(_ bench: inout Bench, _ session: SessionID, _ peer: PeerIdentifier, _ end: End) {
        switch end {
        case .loss, .hangUp:
            let code: HCI.ErrorCode = end == .loss ? .connectionTimeout : .remoteUserTerminatedConnection
            let reads = bench.model.links[0].client.signalReads.map(\.token)
            let openings = bench.model.channels.openings.compactMap(\.token)
            bench.host(
                .procedureEnded(
                    Bench.link, bench.model.links[0].client.operations.currentToken, .failed(.linkLost)))
            for token in openings { bench.host(.channelFailed(Bench.link, token, .linkLost)) }
            for token in reads {
                bench.host(.rssi(Bench.link, token, .failure(.unknownConnectionIdentifier)))
            }
            bench.host(.disconnected(Bench.link, code))
        case .cancel:
            bench.send(.cancelConnection(peer), session)
            bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        case .release:
            bench.send(.release(peer), session)
            bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        case .powerOff, .reset:
            bench.model.setRadio(end == .powerOff ? .off : .resetting, at: bench.now)
            bench.drain()
        }
    }

    @Test(
        "Behaviour 3.24; regression 52, 63, 103: requests that are open when a link ends are never answered, however it ends",
        arguments: End.allCases)
    func unanswered(_ end: End) {
        var (bench, session, peer) = Self.busy()
        Self.end(&bench, session, peer, end)
        let time = PhoneModel.absoluteTime(bench.now)
        let error: PortError? =
            end == .loss ? .connectionTimeout : end == .hangUp ? .peripheralDisconnected : nil
        let expected: [Central.Event] =
            switch end {
            case .loss, .hangUp, .cancel:
                [.disconnected(peer, error, timestamp: time, isReconnecting: false)]
            case .release: []
            case .powerOff: [.stateChanged(.poweredOff)]
            case .reset: [.stateChanged(.resetting)]
            }
        #expect(bench.takeCentral(session) == expected)
        #expect(!bench.model.router.hasOpenRequests(to: peer, for: session))
        #expect(bench.model.channels.openings.isEmpty)
        bench.advance(.minutes(1))
        #expect(bench.takeCentral(session).isEmpty, "nothing comes later")
    }

    @Test(
        "Behaviour 3.24, CB 0: with the switch on, a write in flight fails with code 0, and no other request fails"
    )
    func oneWrite() {
        func write(_ peer: PeerIdentifier) -> Central.Command {
            .writeCharacteristic(peer, Bench.name(17), [2], .withResponse)
        }
        for end in [End.loss, .hangUp, .cancel] {
            var (bench, session, peer) = Self.busy(.writeInFlightFails, first: write)
            Self.end(&bench, session, peer, end)
            let events = bench.takeCentral(session)
            let isTold = events.first == .characteristicWritten(peer, Bench.name(17), .unknown)
            #expect(isTold == (end != .cancel), "\(end)")
            #expect(events.count == (isTold ? 2 : 1), "\(end)")
        }
        // Only a write, and only in flight.
        var (bench, session, peer) = Self.busy(.writeInFlightFails)
        Self.end(&bench, session, peer, .loss)
        #expect(bench.takeCentral(session).count == 1)
    }

    @Test(
        "Behaviour 3.24, 5.25: a manager that disconnects while it subscribes leaves nothing behind on the link"
    )
    func subscribing() {
        var (bench, first, peer) = Bench.discovered(Self.profile(.unanswered))
        let second = bench.central()
        bench.send(.connect(peer, .init()), second)
        bench.send(.discoverDescriptors(peer, characteristic: Bench.name(12)), first)
        bench.end(.descriptors([.init(handle: 13, uuid: HeartRate.configuration)]))
        bench.send(.setNotify(peer, Bench.name(12), true), first)
        #expect(bench.lastProcedure()?.1 == .write(13, [1, 0]))
        let token = bench.model.links[0].client.operations.currentToken
        bench.seen = []
        bench.send(.cancelConnection(peer), first)
        #expect(bench.takeCentral(first).count == 1, "didDisconnect alone")
        bench.host(.procedureEnded(Bench.link, token, .written))
        #expect(bench.lastProcedure()?.1 == .write(13, [0, 0]), "the subscription at the peer is ended")
        bench.end(.written)
        #expect(bench.take().isEmpty, "once")
        bench.host(.valueReceived(Bench.link, 12, [1], .notification))
        #expect(bench.take().isEmpty)
    }

    @Test(
        "Behaviour 3.24: a link that ends during a pairing alert ends the request that waits for the pairing")
    func pairing() {
        var (bench, session, peer) = Bench.discovered(Self.profile(.unanswered))
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        bench.end(.failed(.error(.insufficientAuthentication)))
        bench.seen = []
        bench.host(.securityEnded(Bench.link, .failure(.linkLost)))
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        let events = bench.takeCentral(session)
        #expect(events.count == 1)
        if case .disconnected? = events.first {} else { Issue.record("\(events)") }
    }
}
