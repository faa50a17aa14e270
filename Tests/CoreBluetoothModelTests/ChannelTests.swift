import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// L2CAP channels of apps, with the host played by the test.
@Suite struct ChannelTests {
    static let first = Host.ChannelID(1)
    static let second = Host.ChannelID(2)

    static func channel(_ psm: UInt16, mtu: UInt16 = 100) -> Host.Channel {
        Host.Channel(link: Bench.link, psm: psm, peerMTU: mtu)
    }

    // MARK: Opening

    @Test(
        "Behaviour 6.30, CB 1: only PSMs from 0x0001 to 0x00FF can be opened",
        arguments: [0x0000, 0x0100, 0x2349, 0xFFFF] as [UInt16])
    func badNumbers(_ psm: UInt16) {
        var (bench, session, peer) = Bench.connected()
        bench.send(.openChannel(peer, psm: psm), session)
        #expect(bench.seen == [.central(session, .channelOpened(peer, .failure(.invalidParameters)))])
    }

    @Test(
        "Behaviour 6.30: the ends of the range are opened", arguments: [0x0001, 0x0080, 0x00FF] as [UInt16])
    func goodNumbers(_ psm: UInt16) throws {
        var (bench, session, peer) = Bench.connected()
        bench.send(.openChannel(peer, psm: psm), session)
        let opening = try #require(bench.openings.first)
        #expect(opening.psm == psm)
        bench.host(.channelOpened(Self.first, Self.channel(psm), opening.token))
        let expected = Channel(identifier: ChannelIdentifier(rawValue: 1), psm: psm)
        #expect(bench.takeCentral(session) == [.channelOpened(peer, .success(expected))])
    }

    @Test("Behaviour 6.31: when one of two openings fails, the error does not say which one")
    func failuresHaveNoNumber() throws {
        var (bench, session, peer) = Bench.connected()
        bench.send(.openChannel(peer, psm: 0x80), session)
        bench.send(.openChannel(peer, psm: 0x81), session)
        let openings = bench.openings
        bench.seen = []
        bench.host(.channelFailed(Bench.link, openings[0].token, .refused(.spsmNotSupported)))
        bench.host(.channelOpened(Self.first, Self.channel(0x81), openings[1].token))
        let opened = Channel(identifier: ChannelIdentifier(rawValue: 1), psm: 0x81)
        #expect(
            bench.takeCentral(session) == [
                .channelOpened(peer, .failure(.unknown)), .channelOpened(peer, .success(opened)),
            ])
    }

    static let errors: [(Host.ChannelFailure, PortError)] = [
        (.refused(.spsmNotSupported), .unknown), (.refused(.noResources), .outOfSpace),
        (.refused(.unacceptableParameters), .unknown),
        (.refused(.encryptionKeySizeTooShort), .att(code: 0x0C)), (.noChannels, .outOfSpace),
        (.timeout, .connectionTimeout),
    ]

    @Test("Each failure of the host has its error", arguments: errors)
    func failures(_ failure: Host.ChannelFailure, _ error: PortError) {
        var (bench, session, peer) = Bench.connected()
        bench.send(.openChannel(peer, psm: 0x80), session)
        let token = bench.openings[0].token
        bench.seen = []
        bench.host(.channelFailed(Bench.link, token, failure))
        #expect(bench.seen == [.central(session, .channelOpened(peer, .failure(error)))])
    }

    // MARK: Publishing

    @Test("Behaviour 6.29, CB 4: the system picks PSMs from 192 upwards, and none twice while it is in use")
    func publishing() {
        var bench = Bench.poweredOn()
        let (one, other) = (bench.peripheral(), bench.peripheral())
        for session in [one, other, one] { bench.send(.publishChannel(isEncrypted: false), session) }
        let told = bench.seen.compactMap {
            if case .peripheral(let id, let event) = $0 { (id, event) } else { nil }
        }
        #expect(told.map(\.0) == [one, other, one])
        #expect(told.map(\.1) == [192, 193, 194].map { .channelPublished(psm: $0, nil) })
        bench.send(.unpublishChannel(psm: 192), one)
        bench.seen = []
        for _ in 195...256 { bench.send(.publishChannel(isEncrypted: false), one) }
        #expect(bench.takePeripheral(one).last == .channelPublished(psm: 192, nil), "the last that is free")
        bench.send(.publishChannel(isEncrypted: false), one)
        #expect(bench.takePeripheral(one) == [.channelPublished(psm: 0, .local(code: 4))])
    }

    @Test("Behaviour 6.29: unpublishing closes what is open to the PSM, and nothing else")
    func unpublishing() {
        var bench = Bench.poweredOn()
        let (session, other) = (bench.peripheral(), bench.peripheral())
        bench.send(.publishChannel(isEncrypted: false), session)
        bench.send(.publishChannel(isEncrypted: false), session)
        bench.linkUp(role: .peripheral)
        bench.host(.channelOpened(Self.first, Self.channel(192), nil))
        bench.host(.channelOpened(Self.second, Self.channel(193), nil))
        bench.seen = []
        bench.send(.unpublishChannel(psm: 192), other)
        #expect(bench.seen == [.peripheral(other, .channelUnpublished(psm: 192, .invalidParameters))])
        bench.seen = []
        bench.send(.unpublishChannel(psm: 192), session)
        #expect(
            bench.seen == [
                .host(.channel(.removeService(psm: 192))), .host(.channel(.close(Self.first))),
                .peripheral(session, .channel(ChannelIdentifier(rawValue: 1), .closed(nil))),
                .peripheral(session, .channelUnpublished(psm: 192, nil)),
            ])
        bench.seen = []
        bench.host(.channelClosed(Self.first))
        #expect(bench.seen.isEmpty, "it was reported already")
        bench.host(.channelReceived(Self.second, [1]))
        #expect(bench.takePeripheral(session).count == 1)
    }

    // MARK: Bytes

    @Test("Bytes are split into SDUs that the peer accepts, and reported when they are sent")
    func sending() {
        var (bench, session, id) = Bench.withChannel(mtu: 40)
        let bytes = (0..<100).map(UInt8.init)
        bench.use(id, .send(bytes), session)
        let sdus = bench.sent
        #expect(sdus.map(\.sdu.count) == [40, 40, 20] && sdus.flatMap(\.sdu) == bytes)
        bench.seen = []
        for sdu in sdus { bench.host(.channelSent(Self.first, sdu.token, .success(true))) }
        #expect(bench.takeCentral(session) == [40, 40, 20].map { .channel(id, .sent($0)) })
    }

    @Test("Bytes that were not sent are not reported as sent")
    func unsent() {
        var (bench, session, id) = Bench.withChannel(mtu: 40)
        bench.use(id, .send([1, 2]), session)
        let token = bench.sent[0].token
        bench.seen = []
        bench.host(.channelSent(Self.first, token, .failure(.linkLost)))
        bench.host(.channelClosed(Self.first))
        #expect(bench.takeCentral(session) == [.channel(id, .closed(nil))])
    }

    @Test("The peer gets credit for an SDU when its last byte was read")
    func consuming() {
        var (bench, session, id) = Bench.withChannel()
        for count in [10, 5, 0, 7] {
            bench.host(.channelReceived(Self.first, Array(repeating: 1, count: count)))
        }
        #expect(bench.takeCentral(session).count == 3, "nothing to read in an empty one")
        var given: [Int] = []
        for count in [9, 1, 4, 2, 3, 50, 1, -3] {
            bench.use(id, .consume(count), session)
            given.append(
                bench.takeHost().reduce(0) {
                    if case .channel(.consume(_, let sdus)) = $1 { $0 + sdus } else { $0 }
                })
        }
        #expect(given == [0, 1, 0, 2, 0, 1, 0, 0])
        bench.host(.channelReceived(Self.first, [1, 2, 3]))
        bench.seen = []
        bench.use(id, .consume(2), session)
        #expect(bench.takeHost().isEmpty, "what was consumed before it came does not count")
    }

    // MARK: Ends

    @Test("A channel that ended accepts no more commands, and its identifier is never used again")
    func namesAreNotReused() {
        var (bench, session, id) = Bench.withChannel()
        #expect(bench.use(id, .close, session) == .accepted)
        #expect(bench.takeHost() == [.channel(.close(Self.first))])
        for command in [.send([1]), .consume(1), .close] as [ChannelCommand] {
            #expect(bench.use(id, command, session) == .ignored)
        }
        bench.host(.channelClosed(Self.first))
        #expect(bench.seen.isEmpty, "nothing follows a close")
        let peer = PeerIdentifier(seed: 42, address: Bench.peer)
        bench.send(.openChannel(peer, psm: 0x80), session)
        bench.host(.channelOpened(Self.second, Self.channel(0x80), bench.openings[0].token))
        guard case .channelOpened(_, .success(let channel)) = bench.takeCentral(session).last else {
            Issue.record("no channel")
            return
        }
        #expect(channel.identifier > id)
    }

    @Test("A channel of another manager is unknown")
    func foreignChannels() {
        var (bench, _, id) = Bench.withChannel()
        let other = bench.central()
        #expect(bench.use(id, .close, other) == .ignored)
        #expect(bench.seen.isEmpty)
    }

    @Test(
        "Behaviour 3.5: a central that disconnects ends its channels, but not those of another manager on the link"
    )
    func lettingGo() throws {
        var (bench, session, id) = Bench.withChannel()
        let peer = PeerIdentifier(seed: 42, address: Bench.peer)
        let other = bench.central()
        bench.send(.connect(peer, Central.ConnectOptions()), other)
        bench.send(.openChannel(peer, psm: 0x81), other)
        bench.host(.channelOpened(Self.second, Self.channel(0x81), bench.openings[0].token))
        bench.send(.openChannel(peer, psm: 0x82), session)
        let waiting = try #require(bench.openings.last)
        bench.seen = []
        bench.send(.cancelConnection(peer), session)
        let events = bench.seen.compactMap {
            if case .central(session, let event) = $0 { event } else { nil }
        }
        #expect(
            events.dropLast() == [.channel(id, .closed(nil))], "3.24: of what was asked nothing more is told")
        #expect(bench.takeHost().contains(.channel(.close(Self.first))))
        bench.host(.channelOpened(Host.ChannelID(3), Self.channel(0x82), waiting.token))
        #expect(bench.takeHost() == [.channel(.close(Host.ChannelID(3)))], "no manager waits for it any more")
        bench.host(.channelReceived(Self.second, [1]))
        #expect(bench.takeCentral(other).count == 1)
    }

    @Test(
        "Behaviour 3.24: openings get no answer when their link ends; a closed manager gets no more events"
    )
    func linkLossAndClose() {
        var (bench, session, id) = Bench.withChannel()
        let peer = PeerIdentifier(seed: 42, address: Bench.peer)
        bench.send(.openChannel(peer, psm: 0x81), session)
        bench.seen = []
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        #expect(
            bench.takeCentral(session) == [
                .channel(id, .closed(.unknown)),
                .disconnected(
                    peer, .connectionTimeout, timestamp: PhoneModel.absoluteTime(bench.now),
                    isReconnecting: false),
            ])

        (bench, session, id) = Bench.withChannel()
        let publisher = bench.peripheral()
        bench.send(.publishChannel(isEncrypted: true), publisher)
        bench.seen = []
        bench.model.close(session, at: bench.now)
        bench.model.close(publisher, at: bench.now)
        bench.drain()
        bench.host(.channelReceived(Self.first, [1]))
        bench.host(.channelClosed(Self.first))
        #expect(bench.seen.contains(.host(.channel(.close(Self.first)))))
        #expect(bench.seen.contains(.host(.channel(.removeService(psm: 192)))))
        #expect(bench.takeCentral(session).isEmpty)
    }

    @Test(
        "Behaviour 1.15, 6.13: power off ends channels; PSMs stay published, but a reset removes them",
        arguments: [true, false])
    func powerOff(_ isReset: Bool) {
        var (bench, session, id) = Bench.withChannel()
        let publisher = bench.peripheral()
        bench.send(.publishChannel(isEncrypted: false), publisher)
        bench.seen = []
        bench.model.setRadio(isReset ? .resetting : .off, at: bench.now)
        bench.drain()
        #expect(bench.seen.contains(.host(.channel(.removeService(psm: 192)))) == isReset)
        #expect(
            bench.takeCentral(session) == [
                .channel(id, .closed(.unknown)), .stateChanged(isReset ? .resetting : .poweredOff),
            ])
        #expect(bench.use(id, .send([1]), session) == .ignored)
    }

    // MARK: Pairing

    static let refusals: [(L2CAP.ConnectionResult, UInt8)] = [
        (.insufficientAuthentication, 5), (.insufficientEncryption, 15), (.insufficientAuthorization, 8),
    ]

    @Test(
        "Behaviour 6.35, 5.31: a refused opening waits for the pairing and is repeated",
        arguments: refusals)
    func pairs(_ refusal: L2CAP.ConnectionResult, _ code: UInt8) {
        var (bench, session, peer) = Bench.connected()
        bench.send(.openChannel(peer, psm: 0x80), session)
        bench.send(.openChannel(peer, psm: 0x81), session)
        let openings = bench.openings
        bench.seen = []
        for opening in openings { bench.host(.channelFailed(Bench.link, opening.token, .refused(refusal))) }
        #expect(bench.seen == [.host(.security(.secure(Bench.link, .encrypted)))], "one alert for both")
        bench.seen = []
        bench.host(.securityChanged(Bench.link, .encryptedForTest))
        bench.host(.securityEnded(Bench.link, .success(.encryptedForTest)))
        #expect(bench.openings.map(\.psm) == [0x80, 0x81])
        #expect(Set(bench.openings.map(\.token)).isDisjoint(with: openings.map(\.token)))
    }

    @Test(
        "Behaviour 6.35, 5.33: a pairing that is refused ends the opening with the peer's code",
        arguments: refusals)
    func pairingRefused(_ refusal: L2CAP.ConnectionResult, _ code: UInt8) {
        var (bench, session, peer) = Bench.connected()
        bench.send(.openChannel(peer, psm: 0x80), session)
        bench.host(.channelFailed(Bench.link, bench.openings[0].token, .refused(refusal)))
        bench.seen = []
        bench.host(.securityEnded(Bench.link, .failure(.refused(.unspecifiedReason))))
        #expect(bench.seen == [.central(session, .channelOpened(peer, .failure(.att(code: code))))])
    }
}

extension Host.Security {
    /// What an unauthenticated pairing gives.
    fileprivate static let encryptedForTest = Host.Security(level: .encrypted, keySize: 16, isBonded: true)
}

extension Bench {
    @discardableResult
    fileprivate mutating func use(
        _ channel: ChannelIdentifier, _ command: ChannelCommand, _ session: SessionID
    ) -> CommandResult {
        send(Central.Command.channel(channel, command), session)
    }

    /// What the host was asked to open, as far as it is still in `seen`.
    fileprivate var openings: [(token: Host.Token, psm: UInt16)] {
        seen.compactMap {
            if case .host(.channel(.open(_, let token, let psm, _))) = $0 { (token, psm) } else { nil }
        }
    }

    /// What the host was asked to send.
    fileprivate var sent: [(token: Host.Token, sdu: [UInt8])] {
        seen.compactMap {
            if case .host(.channel(.send(_, let token, let sdu))) = $0 { (token, sdu) } else { nil }
        }
    }

    /// A central with one open channel.
    fileprivate static func withChannel(mtu: UInt16 = 100) -> (Bench, SessionID, ChannelIdentifier) {
        var (bench, session, peer) = connected()
        bench.send(.openChannel(peer, psm: 0x80), session)
        bench.host(
            .channelOpened(
                ChannelTests.first, ChannelTests.channel(0x80, mtu: mtu), bench.openings[0].token))
        bench.seen = []
        return (bench, session, ChannelIdentifier(rawValue: 1))
    }
}
