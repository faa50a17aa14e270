import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

@Suite struct ChannelEndTests {
    private static let long = [UInt8](repeating: 3, count: 2000)

    @Test("either end closes a channel, both get one event", arguments: 0...1)
    func eitherSideCloses(side: Int) {
        var pair = ChannelPair()
        let ids = pair.open()
        pair.perform(.channel(.close(ids[side])), at: side)
        pair.perform(.channel(.close(ids[side])), at: side)
        #expect(pair.takeEvents(side).isEmpty, "not before the peer knows")
        pair.settle()
        #expect(pair.takeEvents(side) == [.channelClosed(ids[side])])
        #expect(pair.takeEvents(1 - side) == [.channelClosed(ids[1 - side])])
        #expect(pair.rigs.allSatisfy { $0.host.nextDeadline == nil })
        #expect(pair.channels(0).isEmpty && pair.channels(1).isEmpty)
    }

    @Test func bothSidesCloseAtOnce() {
        var pair = ChannelPair()
        let ids = pair.open()
        for side in 0...1 { pair.perform(.channel(.close(ids[side])), at: side) }
        pair.settle()
        for side in 0...1 { #expect(pair.takeEvents(side) == [.channelClosed(ids[side])]) }
        #expect(pair.channels(0).isEmpty && pair.channels(1).isEmpty)
        // And the next channel is as good as the first.
        let next = pair.open()
        pair.perform(.channel(.send(next[0], Host.Token(1), Self.long)), at: 0)
        pair.settle()
        #expect(pair.takeEvents(1) == [.channelReceived(next[1], Self.long)])
    }

    @Test("what is queued when a channel closes is not sent", arguments: 0...1)
    func closingWhileSending(closer: Int) {
        var pair = ChannelPair(packetLength: 27, packetCount: 2)
        let ids = pair.open()
        for token in 1...3 as ClosedRange<UInt64> {
            pair.perform(.channel(.send(ids[0], Host.Token(token), Self.long)), at: 0)
        }
        pair.perform(.channel(.close(ids[closer])), at: closer)
        while pair.deliver(from: closer) {}
        pair.settle()
        #expect(
            pair.takeEvents(0)
                == (1...3).map { .channelSent(ids[0], Host.Token($0), .success(false)) }
                + [.channelClosed(ids[0])])
        #expect(pair.takeEvents(1) == [.channelClosed(ids[1])])
        let next = pair.open()
        pair.perform(.channel(.send(next[0], Host.Token(9), [1])), at: 0)
        pair.settle()
        #expect(pair.takeEvents(1) == [.channelReceived(next[1], [1])], "a new channel may send")
    }

    @Test func aPeerThatDoesNotAnswerIsNotWaitedForLongerThanThirtySeconds() {
        var pair = ChannelPair()
        let ids = pair.open()
        pair.perform(.channel(.close(ids[0])), at: 0)
        pair.dropAir(from: 0)
        pair.advance(0, by: .seconds(30))
        #expect(pair.takeEvents(0) == [.channelClosed(ids[0])])
    }

    @Test func aPeerThatRejectsADisconnectionHasNoChannel() {
        var rig = Self.open()
        rig.perform(.channel(.close(Host.ChannelID(1))))
        rig.receive(frame: [0x01, 1, 6, 0, 2, 0, 0x40, 0, 0x40, 0], on: .leSignaling)
        #expect(rig.takeEvents() == [.channelClosed(Host.ChannelID(1))])
    }

    // MARK: Violations

    /// A peripheral with two channels of a peer's, 0x50 ↔ 0x40 and 0x51 ↔ 0x41; MTU 100, MPS 100, 16 credits.
    private static func open() -> HostRig {
        var rig = HostRig.connected(.peripheral)
        rig.perform(.channel(.addService(Host.ChannelService(psm: 0x80, mtu: 100))))
        for number in 0x50...0x51 as ClosedRange<UInt8> {
            rig.receive(
                frame: [0x14, number, 10, 0, 0x80, 0, number, 0, 64, 0, 64, 0, 0xF0, 0xFF], on: .leSignaling)
        }
        rig.completePackets(1, 8)
        rig.forget()
        return rig
    }

    /// Frames on channel 0x40, or signals.
    static let violations: [(String, [(L2CAP.ChannelID, [UInt8])])] = {
        let channel = L2CAP.ChannelID(rawValue: 0x40)
        return [
            ("a K-frame without a length", [(channel, [5])]),
            ("an empty K-frame", [(channel, [])]),
            ("an SDU longer than the MTU", [(channel, [101, 0, 1])]),
            ("a K-frame longer than the MPS", [(channel, [99, 0] + [UInt8](repeating: 0, count: 99))]),
            ("a K-frame too long to be taken", [(channel, [99, 0] + [UInt8](repeating: 0, count: 1000))]),
            ("more than the SDU at once", [(channel, [1, 0, 1, 2])]),
            ("more than the SDU later", [(channel, [3, 0, 1]), (channel, [2, 3, 4])]),
            ("more than an empty SDU", [(channel, [0, 0, 1])]),
            ("no credit left", [(L2CAP.ChannelID, [UInt8])](repeating: (channel, [1, 0, 1]), count: 17)),
            ("too many credits", [(.leSignaling, [0x16, 9, 4, 0, 0x50, 0, 0x10, 0])]),
        ]
    }()

    @Test("a channel whose peer violates the rules is disconnected, and no other", arguments: violations)
    func violationsDisconnect(_ name: String, frames: [(L2CAP.ChannelID, [UInt8])]) {
        var rig = Self.open()
        let (first, second) = (Host.ChannelID(1), Host.ChannelID(2))
        for (channel, payload) in frames {
            #expect(rig.takeData().isEmpty, "not before the last frame")
            rig.receive(frame: payload, on: channel)
        }
        let request = rig.takeData().map(\.data)
        #expect(request == [[8, 0, 5, 0, 0x06, 1, 4, 0, 0x50, 0, 0x40, 0]], "\(name)")
        // What was on its way is not taken.
        rig.receive(frame: [1, 0, 1], on: .init(rawValue: 0x40))
        rig.receive(frame: [0x16, 9, 4, 0, 0x50, 0, 1, 0], on: .leSignaling)
        #expect(rig.takeEvents().allSatisfy { $0 == .channelReceived(first, [1]) })
        rig.receive(frame: [0x07, 1, 4, 0, 0x50, 0, 0x40, 0], on: .leSignaling)
        #expect(rig.takeEvents() == [.channelClosed(first)])
        rig.receive(frame: [2, 0, 7, 8], on: .init(rawValue: 0x41))
        #expect(rig.takeEvents() == [.channelReceived(second, [7, 8])])
        #expect(rig.takeCommands().isEmpty, "the link stays")
    }

    /// Signals and frames that are near the rules.
    static let harmless: [(String, L2CAP.ChannelID, [UInt8])] = [
        ("no credits", .leSignaling, [0x16, 9, 4, 0, 0x50, 0, 0, 0]),
        ("as many credits as can be", .leSignaling, [0x16, 9, 4, 0, 0x50, 0, 0x0F, 0]),
        ("credits for no channel", .leSignaling, [0x16, 9, 4, 0, 0x40, 0, 0xFF, 0xFF]),
        ("the right length", .init(rawValue: 0x40), [100, 0] + [UInt8](repeating: 0, count: 98)),
        ("a frame for no channel", .init(rawValue: 0x42), [1, 0, 1]),
        ("a disconnection from elsewhere", .leSignaling, [0x06, 9, 4, 0, 0x40, 0, 0x51, 0]),
        ("an answer to no disconnection", .leSignaling, [0x07, 9, 4, 0, 0x50, 0, 0x40, 0]),
    ]

    @Test(arguments: harmless)
    func whatIsNearTheRulesEndsNothing(_ name: String, channel: L2CAP.ChannelID, payload: [UInt8]) {
        var rig = Self.open()
        rig.receive(frame: payload, on: channel)
        #expect(rig.takeData().isEmpty && rig.takeEvents().isEmpty, "\(name)")
        #expect(rig.host.links[0].channels.channels.allSatisfy { $0.isOpen })
    }

    // MARK: Lost links

    @Test func aLostLinkEndsEverythingOnItBeforeItself() {
        var pair = ChannelPair(packetLength: 251, packetCount: 1)
        let (open, closing) = (pair.open(), pair.open())
        pair.perform(.channel(.close(closing[0])), at: 0)
        for token in [11, 12] as [UInt64] {
            pair.perform(.channel(.send(open[0], Host.Token(token), Self.long)), at: 0)
        }
        let link = pair.rigs[0].link
        pair.perform(.channel(.open(link, Host.Token(13), psm: 0x80, mtu: 64)), at: 0)
        #expect(pair.takeEvents(0).isEmpty)
        pair.loseLink()
        #expect(
            pair.takeEvents(0) == [
                .channelSent(open[0], Host.Token(11), .failure(.linkLost)),
                .channelSent(open[0], Host.Token(12), .failure(.linkLost)),
                .channelClosed(open[0]), .channelClosed(closing[0]),
                .channelFailed(link, Host.Token(13), .linkLost),
                .disconnected(link, .connectionTimeout),
            ])
        let host = pair.rigs[0].host
        #expect(
            host.sink.data.waitingFrames == 0 && host.nextDeadline == nil && host.sink.data.buffers.free == 1)
    }

    @Test("a link may be lost after any packet: each request still gets one result", arguments: 0..<40)
    func linkLossAtEachStage(packets: Int) {
        var pair = ChannelPair(packetLength: 100, packetCount: 2)
        pair.perform(.channel(.addService(Host.ChannelService(psm: 0x80, mtu: 500))), at: 1)
        let link = pair.rigs[0].link
        pair.perform(.channel(.open(link, Host.Token(1), psm: 0x80, mtu: 500)), at: 0)
        var promises: Set<Host.Token> = [Host.Token(1)]
        var live: [Set<Host.ChannelID>] = [[], []]
        func look(_ pair: inout ChannelPair) {
            for side in 0...1 {
                for event in pair.takeEvents(side) {
                    switch event {
                    case .channelOpened(let id, _, let token):
                        live[side].insert(id)
                        if let token { #expect(promises.remove(token) != nil) }
                        if side == 0 {
                            for number in 2...4 as ClosedRange<UInt64> {
                                promises.insert(Host.Token(number))
                                pair.perform(
                                    .channel(
                                        .send(id, Host.Token(number), [UInt8](repeating: 1, count: 300))),
                                    at: 0)
                            }
                        }
                    case .channelReceived(let id, _):
                        #expect(live[side].contains(id))
                        pair.perform(.channel(.close(id)), at: side)
                    case .channelSent(_, let token, _): #expect(promises.remove(token) != nil)
                    case .channelFailed(_, let token, let failure):
                        #expect(failure == .linkLost && promises.remove(token) != nil)
                    case .channelClosed(let id): #expect(live[side].remove(id) != nil)
                    case .disconnected: #expect(live[side].isEmpty)
                    default: Issue.record("\(event)")
                    }
                }
            }
        }
        for step in 0..<packets {
            _ = pair.deliver(from: step % 2)
            look(&pair)
        }
        pair.loseLink()
        look(&pair)
        look(&pair)
        #expect(promises.isEmpty && live == [[], []])
        #expect(pair.rigs.allSatisfy { $0.host.sink.data.waitingFrames == 0 && $0.host.nextDeadline == nil })
    }

    @Test func powerOffDropsChannelsWithoutAWord() {
        var pair = ChannelPair(packetLength: 27, packetCount: 1)
        let ids = pair.open()
        pair.perform(.channel(.send(ids[0], Host.Token(1), Self.long)), at: 0)
        pair.perform(.powerOff, at: 0)
        #expect(pair.takeEvents(0) == [.poweredOff])
        #expect(pair.rigs[0].host.nextDeadline == nil && pair.rigs[0].host.sink.data.waitingFrames == 0)
        pair.perform(.channel(.send(ids[0], Host.Token(2), [1])), at: 0)
        #expect(pair.takeEvents(0) == [.channelSent(ids[0], Host.Token(2), .success(false))])
    }
}
