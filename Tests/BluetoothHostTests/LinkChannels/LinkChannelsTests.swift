import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// The channels of a link against those of its peer, without hosts.
@Suite struct LinkChannelsTests {
    /// One end of a link.
    private struct End {
        var channels = Host.LinkChannels(Host.LinkID(1), handle: 1)
        var registry = Host.ChannelRegistry()
        var sink: Host.Sink
        var events: [Host.Event] = []

        init(count: Int) { sink = .forOneLink(count: count) }

        mutating func open(_ token: UInt64, psm: UInt16 = 0x80, at now: Instant) {
            channels.open(Host.Token(token), psm: psm, mtu: 100, &registry, at: now, into: &sink)
        }

        mutating func send(_ sdu: [UInt8], _ token: UInt64, on id: Host.ChannelID) {
            channels.send(sdu, Host.Token(token), on: id, into: &sink)
        }

        mutating func consume(_ sdus: Int, on id: Host.ChannelID) {
            channels.consume(sdus, on: id, into: &sink)
        }

        mutating func close(_ id: Host.ChannelID, at now: Instant) {
            channels.close(id, at: now, into: &sink)
        }

        mutating func deadlineReached(at now: Instant) { channels.deadlineReached(at: now, into: &sink) }

        /// Sends what is queued, and reports what left.
        mutating func drain() {
            while let sent = sink.sendNext(of: 0) {
                switch sent.tag {
                case .channelFrame(let id): channels.frameLeft(id, into: &sink)
                case .credits(let id): channels.creditsLeft(id, into: &sink)
                case .attribute, nil: break
                }
            }
        }

        mutating func receive(_ frame: [UInt8], at now: Instant) {
            let channel = Host.ACLDataPath.channel(of: frame)
            guard channel == .leSignaling else {
                return channels.received(frame, on: channel, at: now, into: &sink)
            }
            guard let signal = try? L2CAP.Signal(bytes: Host.ACLDataPath.payload(of: frame)) else { return }
            let isOfChannels = channels.signaled(signal, AttributeSecurity(), &registry, at: now, into: &sink)
            if !isOfChannels { Issue.record("\(signal)") }
        }
    }

    private struct Pair {
        var ends: [End]
        var now = Instant.zero

        init(count: Int = 1_000) {
            ends = [End(count: count), End(count: count)]
            ends[1].registry.add(Host.ChannelService(psm: 0x80, mtu: 100))
        }

        /// Carries frames until nothing is on its way.
        mutating func settle() {
            var isQuiet = false
            while !isQuiet {
                isQuiet = true
                for side in 0...1 {
                    ends[side].drain()
                    let outputs = SinkOutputs.taken(from: &ends[side].sink)
                    ends[side].events += outputs.events
                    for packet in outputs.data {
                        isQuiet = false
                        ends[side].sink.data.completed([.init(connectionHandle: 1, numCompletedPackets: 1)])
                        ends[1 - side].receive(packet.data, at: now)
                    }
                }
            }
            for side in 0...1 { check(side) }
        }

        func check(_ side: Int) {
            if let broken = ends[side].channels.brokenInvariant { Issue.record("end \(side): \(broken)") }
            if let broken = ends[side].sink.data.brokenInvariant { Issue.record("end \(side): \(broken)") }
        }

        mutating func open(_ token: UInt64 = 1, psm: UInt16 = 0x80) {
            ends[0].open(token, psm: psm, at: now)
            settle()
        }

        func id(_ side: Int) -> Host.ChannelID { ends[side].channels.channels[0].id }

        mutating func take(_ side: Int) -> [Host.Event] {
            defer { ends[side].events = [] }
            return ends[side].events
        }
    }

    @Test("a channel opens at both ends, carries an SDU, and closes at both")
    func life() {
        var pair = Pair()
        pair.open()
        let (mine, theirs) = (pair.id(0), pair.id(1))
        let channel = Host.Channel(link: Host.LinkID(1), psm: 0x80, peerMTU: 100)
        #expect(pair.take(0) == [.channelOpened(mine, channel, Host.Token(1))])
        #expect(pair.take(1) == [.channelOpened(theirs, channel, nil)])
        pair.ends[0].send([1, 2, 3], 2, on: mine)
        pair.settle()
        #expect(pair.take(0) == [.channelSent(mine, Host.Token(2), .success(true))])
        #expect(pair.take(1) == [.channelReceived(theirs, [1, 2, 3])])
        pair.ends[0].close(mine, at: pair.now)
        pair.settle()
        #expect(pair.take(0) == [.channelClosed(mine)] && pair.take(1) == [.channelClosed(theirs)])
        #expect(pair.ends.allSatisfy { $0.channels.isEmpty && $0.channels.identifiers.open.isEmpty })
    }

    @Test("a peer without a service refuses, and the identifier is free again")
    func refused() {
        var pair = Pair()
        pair.open(5, psm: 0x99)
        let failed = Host.Event.channelFailed(Host.LinkID(1), Host.Token(5), .refused(.spsmNotSupported))
        #expect(pair.take(0) == [failed])
        #expect(pair.ends[0].channels.identifiers.open.isEmpty && pair.take(1).isEmpty)
    }

    @Test("a peer that does not answer is given up after 30 s, for an opening and for an end")
    func patience() {
        var pair = Pair()
        pair.open()
        let id = pair.id(0)
        pair.ends[0].close(id, at: pair.now)
        pair.ends[0].open(2, at: pair.now)
        _ = SinkOutputs.taken(from: &pair.ends[0].sink)
        _ = pair.take(0)
        #expect(pair.ends[0].channels.nextDeadline == pair.now + CreditBasedChannel.patience)
        pair.now += CreditBasedChannel.patience
        pair.ends[0].deadlineReached(at: pair.now)
        let events = SinkOutputs.taken(from: &pair.ends[0].sink).events
        let failed = Host.Event.channelFailed(Host.LinkID(1), Host.Token(2), .timeout)
        #expect(events == [.channelClosed(id), failed])
        #expect(pair.ends[0].channels.identifiers.open.isEmpty)
    }

    @Test("numbers of channels that the peer may still have, as it never answered, are not given again")
    func lostNumbers() {
        var pair = Pair()
        pair.open()
        pair.ends[0].close(pair.id(0), at: pair.now)
        pair.ends[0].open(2, at: pair.now)
        _ = SinkOutputs.taken(from: &pair.ends[0].sink)
        pair.now += CreditBasedChannel.patience
        pair.ends[0].deadlineReached(at: pair.now)
        pair.ends[0].open(3, at: pair.now)
        let numbers = SinkOutputs.taken(from: &pair.ends[0].sink).signals.compactMap { signal in
            if case .leCreditBasedConnectionRequest(let request) = signal.command {
                request.sourceChannel.rawValue
            } else {
                nil
            }
        }
        #expect(numbers == [0x42])
    }

    @Test("the 65th channel of a link fails at once")
    func noNumbers() {
        var pair = Pair()
        for token in 1...65 as ClosedRange<UInt64> { pair.open(token) }
        #expect(pair.take(0).last == .channelFailed(Host.LinkID(1), Host.Token(65), .noChannels))
    }

    @Test("identifiers of open requests are not used again, however many signals go between")
    func identifiers() {
        var identifiers = Host.SignalIdentifiers()
        let open = [identifiers.nextRequest(), identifiers.nextRequest()]
        for _ in 0..<600 {
            let next = identifiers.next()
            #expect(next != 0 && !open.contains(next))
        }
        identifiers.close(open[0])
        var later: Set<UInt8> = []
        for _ in 0..<255 { later.insert(identifiers.next()) }
        #expect(later == Set(1...255).subtracting([open[1]]))
    }

    @Test("whatever both ends do, every SDU arrives in order or its sender knows", arguments: 0..<3)
    func chaos(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed) &+ 40)
        var pair = Pair(count: 1 + numbers.below(3))
        var token: UInt64 = 0
        var sent: [Host.Token: [UInt8]] = [:]
        var confirmed: [[UInt8]] = []
        var arrived: [[UInt8]] = []
        for _ in 0..<randomCases(400) {
            if pair.ends[0].channels.isEmpty {
                token += 1
                pair.open(token)
            }
            guard let id = pair.ends[0].channels.channels.first?.id else { continue }
            switch numbers.below(12) {
            case 0: pair.ends[0].close(id, at: pair.now)
            case 1...4:
                guard let their = pair.ends[1].channels.channels.first?.id else { break }
                pair.ends[1].consume(1 + numbers.below(3), on: their)
            default:
                token += 1
                let bytes = numbers.bytes(numbers.below(100))
                sent[Host.Token(token)] = bytes
                pair.ends[0].send(bytes, token, on: id)
            }
            pair.settle()
            for case .channelSent(_, let token, let result) in pair.take(0) {
                let bytes = sent.removeValue(forKey: token)
                #expect(bytes != nil, "one result for each SDU")
                if result == .success(true), let bytes { confirmed.append(bytes) }
            }
            for case .channelReceived(_, let bytes) in pair.take(1) { arrived.append(bytes) }
            #expect(confirmed == arrived)
        }
        #expect(arrived.count > 20)
    }
}
