import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import CoreBluetoothModel

/// The machine of L2CAP channels alone: no phone and no host.
@Suite struct ChannelsMachineTests {
    static let link = Host.LinkID(7)
    static let peer = PeerIdentifier(high: 1, low: 2)
    static let central = Peripheral.Subscriber(identifier: peer, maximumUpdateLength: 182)
    static let opener = SessionID(1)
    static let publisher = SessionID(2)

    /// The machine with what it has left behind.
    struct Bench {
        var channels = Channels(mtu: 100, publishedPSMs: 0xC0...0xC3)
        var effects = PhoneEffects()

        mutating func take() -> [PhoneModel.Output] {
            var all: [PhoneModel.Output] = []
            while let output = effects.nextOutput() { all.append(output) }
            return all
        }

        /// Asks for a channel, and returns the token that the host got.
        mutating func ask(_ psm: UInt16 = 0x80, on link: Host.LinkID = ChannelsMachineTests.link)
            -> Host.Token
        {
            channels.open(
                psm, to: ChannelsMachineTests.peer, on: link, for: ChannelsMachineTests.opener, into: &effects
            )
            guard case .host(.channel(.open(_, let token, _, _)))? = take().last else {
                Issue.record("The host was not asked.")
                return Host.Token(0)
            }
            return token
        }
    }

    // MARK: Refusals and pairing

    typealias Answer = (verdict: LinkSecurity.Verdict, waits: Bool, error: PortError?)

    static let answers: [Answer] = [
        (.pairs, true, nil), (.useless, false, .att(code: 5)), (.noRoom, false, .tooManyBonds),
    ]

    @Test("Behaviour 6.35, CB 16: a refused opening waits only if the phone pairs", arguments: answers)
    func refusals(_ answer: Answer) throws {
        var bench = Bench()
        let token = bench.ask()
        let failure = Host.ChannelFailure.refused(.insufficientAuthentication)
        let returned = bench.channels.failed(token, failure, into: &bench.effects)
        let refusal = try #require(returned)
        #expect(refusal.code == .insufficientAuthentication)
        #expect(refusal.pairings == 0)
        #expect(bench.take().isEmpty, "the router decides first")
        bench.channels.answer(refusal, answer.verdict, into: &bench.effects)
        #expect(bench.channels.openings.map(\.pairings) == (answer.waits ? [1] : []))
        let told = answer.error.map {
            PhoneModel.Output.central(Self.opener, .channelOpened(Self.peer, .failure($0)))
        }
        #expect(bench.take() == [told].compactMap { $0 })
        #expect(bench.channels.brokenRule == nil)
    }

    @Test(
        "A refusal that no pairing can end, and a link that is lost, need no answer",
        arguments: [.refused(.spsmNotSupported), .timeout, .noChannels, .linkLost] as [Host.ChannelFailure])
    func plainFailures(_ failure: Host.ChannelFailure) {
        var bench = Bench()
        let token = bench.ask()
        #expect(bench.channels.failed(token, failure, into: &bench.effects) == nil)
        let isKept = failure == .linkLost
        #expect(bench.channels.openings.count == (isKept ? 1 : 0))
        #expect(bench.take().isEmpty == isKept)
    }

    @Test("Behaviour 6.35: after a pairing an opening has a new token, and the old one means nothing")
    func tokens() throws {
        var bench = Bench()
        let (old, other) = (bench.ask(), bench.ask(0x81, on: Host.LinkID(8)))
        let failure = Host.ChannelFailure.refused(.insufficientEncryption)
        for token in [old, other] {
            let returned = bench.channels.failed(token, failure, into: &bench.effects)
            let refusal = try #require(returned)
            bench.channels.answer(refusal, .pairs, into: &bench.effects)
        }
        #expect(bench.channels.openings.map(\.token) == [nil, nil])
        bench.channels.pairingEnded(on: Self.link, isSecured: true, into: &bench.effects)
        let new = try #require(bench.channels.openings[0].token)
        #expect(new != old)
        let asked = Host.Command.channel(.open(Self.link, new, psm: 0x80, mtu: 100))
        #expect(bench.take() == [.host(asked)], "the other link's pairing has not ended")
        #expect(bench.channels.openings[1].state == .refused(.insufficientEncryption))
        #expect(bench.channels.failed(old, .timeout, into: &bench.effects) == nil)
        #expect(bench.channels.openings.count == 2)
    }

    // MARK: Opening

    @Test("A channel that no manager takes is closed at the host, and nobody is told")
    func unwanted() {
        let (id, channel) = (Host.ChannelID(1), Host.Channel(link: Self.link, psm: 0xC0, peerMTU: 50))
        let closed: [PhoneModel.Output] = [.host(.channel(.close(id)))]
        var bench = Bench()
        bench.channels.opened(id, channel, nil, by: Self.central, into: &bench.effects)
        #expect(bench.take() == closed, "nobody has published the PSM")
        bench.channels.opened(id, channel, Host.Token(99), by: Self.central, into: &bench.effects)
        #expect(bench.take() == closed, "nobody has asked under this token")
        bench.channels.publish(isEncrypted: false, for: Self.publisher, into: &bench.effects)
        _ = bench.take()
        bench.channels.opened(id, channel, nil, by: nil, into: &bench.effects)
        #expect(bench.take() == closed, "the link has ended")
        #expect(bench.channels.open.isEmpty)
    }

    @Test("Each role gets its own kind of event, from the opening to the end")
    func roles() {
        var bench = Bench()
        let token = bench.ask()
        bench.channels.publish(isEncrypted: true, for: Self.publisher, into: &bench.effects)
        _ = bench.take()
        let (out, incoming) = (Host.ChannelID(1), Host.ChannelID(2))
        let mine = Host.Channel(link: Self.link, psm: 0x80, peerMTU: 50)
        let theirs = Host.Channel(link: Self.link, psm: 0xC0, peerMTU: 50)
        bench.channels.opened(out, mine, token, by: Self.central, into: &bench.effects)
        bench.channels.opened(incoming, theirs, nil, by: Self.central, into: &bench.effects)
        for id in [out, incoming] { bench.channels.closed(id, into: &bench.effects) }
        let first = Channel(identifier: ChannelIdentifier(rawValue: 1), psm: 0x80)
        let second = Channel(identifier: ChannelIdentifier(rawValue: 2), psm: 0xC0)
        let expected: [PhoneModel.Output] = [
            .central(Self.opener, .channelOpened(Self.peer, .success(first))),
            .peripheral(Self.publisher, .channelOpened(Self.central, second)),
            .central(Self.opener, .channel(first.identifier, .closed(nil))),
            .peripheral(Self.publisher, .channel(second.identifier, .closed(nil))),
        ]
        #expect(bench.take() == expected)
    }

    // MARK: Ends

    /// How channels end, and whose remain of: the opener's on link 7, the opener's on link 8, the publisher's.
    typealias End = (name: String, end: @Sendable (inout Bench) -> Void, remaining: [UInt64], isClosed: Bool)

    static let ends: [End] = [
        ("manager", { $0.channels.end(of: opener, into: &$0.effects) }, [3], true),
        ("publisher", { $0.channels.end(of: publisher, into: &$0.effects) }, [1, 2], true),
        (
            "release", { $0.channels.end(of: opener, on: link, reports: true, into: &$0.effects) }, [2, 3],
            true
        ),
        ("link", { $0.channels.linkEnded(link, into: &$0.effects) }, [2], false),
        ("PSM", { $0.channels.unpublish(0xC0, of: publisher, into: &$0.effects) }, [1, 2], true),
        ("radio", { $0.channels.radioEnded(isCleared: false, into: &$0.effects) }, [], false),
        ("reset", { $0.channels.radioEnded(isCleared: true, into: &$0.effects) }, [], false),
    ]

    @Test("Each end ends its channels, and closes at the host those that the host still has", arguments: ends)
    func ending(_ end: End) {
        var bench = Bench()
        bench.channels.publish(isEncrypted: false, for: Self.publisher, into: &bench.effects)
        for (number, link) in [(UInt32(1), Self.link), (2, Host.LinkID(8))] {
            let token = bench.ask(on: link)
            let channel = Host.Channel(link: link, psm: 0x80, peerMTU: 50)
            bench.channels.opened(
                Host.ChannelID(number), channel, token, by: Self.central, into: &bench.effects)
        }
        let channel = Host.Channel(link: Self.link, psm: 0xC0, peerMTU: 50)
        bench.channels.opened(Host.ChannelID(3), channel, nil, by: Self.central, into: &bench.effects)
        _ = bench.ask(0x90)
        end.end(&bench)
        #expect(bench.channels.open.map(\.identifier.rawValue) == end.remaining, "\(end.name)")
        let closed = bench.take().reduce(0) { if case .host(.channel(.close)) = $1 { $0 + 1 } else { $0 } }
        #expect(closed == (end.isClosed ? 3 - end.remaining.count : 0), "\(end.name)")
        #expect(bench.channels.brokenRule == nil, "\(end.name)")
    }

    // MARK: Any order

    /// One input that a phone could give: an app, a host or a peer does anything, in any order.
    private static func step(_ bench: inout Bench, _ numbers: inout SeededNumbers, _ host: inout UInt32) {
        let session = SessionID(UInt32.random(in: 1...4, using: &numbers))
        let link = Host.LinkID(UInt32.random(in: 1...3, using: &numbers))
        let psm = UInt16.random(in: 0xBF...0xC4, using: &numbers)
        let token = bench.channels.openings.randomElement(using: &numbers)?.token
        let id = bench.channels.open.randomElement(using: &numbers)?.host ?? Host.ChannelID(host)
        let count = Int.random(in: 0...250, using: &numbers)
        switch Int.random(in: 0..<16, using: &numbers) {
        case 0, 1: bench.channels.open(psm, to: peer, on: link, for: session, into: &bench.effects)
        case 2: bench.channels.publish(isEncrypted: false, for: session, into: &bench.effects)
        case 3: bench.channels.unpublish(psm, of: session, into: &bench.effects)
        case 4, 5, 6:
            host += 1
            let channel = Host.Channel(link: link, psm: psm, peerMTU: 30)
            bench.channels.opened(
                Host.ChannelID(host), channel, token, by: central, into: &bench.effects)
        case 7:
            let failures: [Host.ChannelFailure] = [
                .refused(.insufficientEncryption), .refused(.noResources), .linkLost, .timeout,
            ]
            let refusal = bench.channels.failed(
                token ?? Host.Token(0), failures[count % 4], into: &bench.effects)
            let verdicts: [LinkSecurity.Verdict] = [.pairs, .pairs, .useless, .noRoom]
            if let refusal { bench.channels.answer(refusal, verdicts[count % 4], into: &bench.effects) }
        case 8: bench.channels.pairingEnded(on: link, isSecured: count > 100, into: &bench.effects)
        case 9, 10: bench.channels.received(id, Array(repeating: 1, count: count), into: &bench.effects)
        case 11: bench.channels.sent(id, .success(count > 20), into: &bench.effects)
        case 12, 13:
            guard let channel = bench.channels.open.randomElement(using: &numbers) else { return }
            let commands: [ChannelCommand] = [
                .send(Array(repeating: 2, count: count)), .consume(count - 20), .consume(count), .close,
            ]
            let command = commands[Int.random(in: 0..<4, using: &numbers)]
            #expect(
                bench.channels.handle(
                    command, on: channel.identifier, of: channel.session, into: &bench.effects))
        case 14: bench.channels.closed(id, into: &bench.effects)
        default:
            switch count % 8 {
            case 0: bench.channels.end(of: session, into: &bench.effects)
            case 1, 2: bench.channels.end(of: session, on: link, reports: true, into: &bench.effects)
            case 3: bench.channels.linkEnded(link, into: &bench.effects)
            case 4: bench.channels.radioEnded(isCleared: count > 100, into: &bench.effects)
            default: break
            }
        }
    }

    @Test(
        "Whatever comes in any order, no rule of the channels is broken", arguments: 0..<20 as Range<UInt64>)
    func anyOrder(_ seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var bench = Bench()
        var (host, opened) = (UInt32(0), 0)
        for step in 0..<400 {
            Self.step(&bench, &numbers, &host)
            opened = max(opened, bench.channels.open.count)
            let broken = bench.channels.brokenRule
            #expect(broken == nil, "seed \(seed), step \(step)")
            if broken != nil { return }
        }
        #expect(opened > 1, "some of it does something")
    }
}
