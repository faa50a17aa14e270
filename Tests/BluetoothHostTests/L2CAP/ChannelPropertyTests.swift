import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// Two hosts with some channels, their apps drawn from a seed. `ChannelPair` checks each K-frame against the
/// credits that its sender got.
@Suite struct ChannelPropertyTests {
    private struct Apps {
        var numbers: SeededNumbers
        var pair: ChannelPair
        /// The two ends of each channel.
        var ids: [[Host.ChannelID]] = []
        /// By side and channel.
        var sent: [[Host.ChannelID: [[UInt8]]]] = [[:], [:]]
        var received: [[Host.ChannelID: [[UInt8]]]] = [[:], [:]]
        var tokens: [[Host.ChannelID: [Host.Token]]] = [[:], [:]]
        var departed: [[Host.ChannelID: [Host.Token]]] = [[:], [:]]
        var most = 0

        init(seed: Int) {
            numbers = SeededNumbers(seed: UInt64(seed))
            let length = [27, 60, 251][numbers.below(3)]
            pair = ChannelPair(packetLength: UInt16(length), packetCount: UInt8(1 + numbers.below(6)))
            for number in 0..<(1 + numbers.below(3)) {
                ids.append(
                    pair.open(
                        psm: 0x80 + UInt16(number), mtu: UInt16(23 + numbers.below(1200)),
                        serviceMTU: UInt16(23 + numbers.below(1200))))
            }
        }

        mutating func step() {
            let (ends, side) = (ids[numbers.below(ids.count)], numbers.below(2))
            switch numbers.below(5) {
            case 0, 1: send(ends, from: side)
            case 2: pair.perform(.channel(.consume(ends[side], sdus: numbers.below(4))), at: side)
            default: for _ in 0..<numbers.below(12) { _ = pair.deliver(from: numbers.below(2)) }
            }
            look()
        }

        private mutating func send(_ ends: [Host.ChannelID], from side: Int) {
            guard let channel = pair.channels(side).first(where: { $0.id == ends[side] }) else { return }
            let sdu = numbers.bytes(numbers.below(channel.sender.mtu + 1))
            let token = pair.token()
            sent[1 - side][ends[1 - side], default: []].append(sdu)
            tokens[side][ends[side], default: []].append(token)
            pair.perform(.channel(.send(ends[side], token, sdu)), at: side)
        }

        mutating func finish() {
            for _ in 0..<2000 {
                pair.settle()
                look()
                if received == sent { break }
                for ends in ids {
                    for side in 0...1 { pair.perform(.channel(.consume(ends[side], sdus: 1)), at: side) }
                }
            }
        }

        private mutating func look() {
            for side in 0...1 {
                for event in pair.takeEvents(side) {
                    switch event {
                    case .channelReceived(let id, let sdu): received[side][id, default: []].append(sdu)
                    case .channelSent(let id, let token, .success(true)):
                        departed[side][id, default: []].append(token)
                    default: Issue.record("\(event)")
                    }
                }
                for channel in pair.channels(side) {
                    let receiver = channel.receiver
                    most = max(most, receiver.unconsumed)
                    #expect(receiver.credits >= 0 && receiver.credits + receiver.freed <= receiver.window)
                    let other = pair.channels(1 - side).first { $0.peer == channel.local }
                    #expect((0...receiver.credits).contains(other?.sender.credits ?? -1))
                }
            }
        }
    }

    @Test("random SDUs and random consumption both ways: all arrive, in order", arguments: 0..<60)
    func everythingArrives(seed: Int) {
        var apps = Apps(seed: seed)
        for _ in 0..<150 { apps.step() }
        apps.finish()
        #expect(apps.received == apps.sent)
        #expect(apps.departed == apps.tokens)
        #expect(apps.sent[0].count + apps.sent[1].count > 0 && apps.most > 0)
        for side in 0...1 {
            #expect(apps.pair.channels(side).count == apps.ids.count, "no channel was disconnected")
        }
    }

    /// Signals and K-frames drawn from a seed, most of them near what is right.
    private struct Peer {
        var numbers: SeededNumbers

        mutating func number() -> UInt16 { 0x3F + UInt16(numbers.below(8)) }
        mutating func word() -> UInt16 {
            [22, 23, 60, 100, 200, 0xFFFF, UInt16(truncatingIfNeeded: numbers.next())][numbers.below(7)]
        }
        mutating func identifier() -> UInt8 { UInt8(numbers.below(40)) }
        mutating func result() -> L2CAP.ConnectionResult {
            L2CAP.ConnectionResult(rawValue: numbers.below(4) > 0 ? 0 : UInt16(numbers.below(16)))
        }

        mutating func signal() -> [UInt8] {
            let (first, second) = (
                L2CAP.ChannelID(rawValue: number()), L2CAP.ChannelID(rawValue: number())
            )
            let command: L2CAP.Signal.Command =
                switch numbers.below(8) {
                case 0: .commandReject(reason: .commandNotUnderstood, data: [])
                case 1: .disconnectionRequest(destinationChannel: first, sourceChannel: second)
                case 2: .disconnectionResponse(destinationChannel: first, sourceChannel: second)
                case 3, 4:
                    .leCreditBasedConnectionRequest(
                        .init(
                            spsm: 0x80 + UInt16(numbers.below(3)), sourceChannel: first, mtu: word(),
                            mps: word(), initialCredits: word()))
                case 5:
                    .leCreditBasedConnectionResponse(
                        .init(
                            destinationChannel: first, mtu: word(), mps: word(), initialCredits: word(),
                            result: result()))
                case 6: .flowControlCreditIndication(channel: first, credits: word())
                default: .unknown(code: 0x50, data: numbers.bytes(numbers.below(8)))
                }
            var bytes = L2CAP.Signal(identifier: identifier(), command: command).bytes
            if numbers.below(10) == 0 { bytes = Array(bytes.prefix(numbers.below(bytes.count))) }
            return bytes
        }

        mutating func frame() -> [UInt8] {
            let length = numbers.below(20) == 0 ? 240 + numbers.below(500) : numbers.below(60)
            var payload = numbers.bytes(length)
            if length > 1, numbers.below(4) > 0 {
                payload[0] = UInt8(numbers.below(3) > 0 ? (length - 2) & 0xFF : numbers.below(60))
                payload[1] = 0
            }
            return payload
        }
    }

    @Test(
        "random signals and K-frames never trap, end no link and keep the attributes alive", arguments: 0..<12
    )
    func hostilePeers(seed: Int) {
        var peer = Peer(numbers: SeededNumbers(seed: UInt64(seed)))
        var rig = HostRig.connected(seed % 2 == 0 ? .central : .peripheral)
        for psm in 0x80...0x81 as ClosedRange<UInt16> {
            rig.perform(.channel(.addService(Host.ChannelService(psm: psm, mtu: 100))))
        }
        var live: [Host.ChannelID] = []
        var (opened, closed, failed, asked, received, longest) = (0, 0, 0, 0, 0, 0)
        let steps = randomCases(600)
        for step in 0..<steps {
            switch peer.numbers.below(12) {
            case 0...3: rig.receive(frame: peer.signal(), on: .leSignaling)
            case 4...7: rig.receive(frame: peer.frame(), on: L2CAP.ChannelID(rawValue: peer.number()))
            case 8:
                asked += 1
                rig.perform(.channel(.open(rig.link, Host.Token(UInt64(step)), psm: 0x80, mtu: peer.word())))
            case 9:
                if let id = live.randomElement(using: &peer.numbers) {
                    let sdu = peer.numbers.bytes(peer.numbers.below(300))
                    rig.perform(.channel(.send(id, Host.Token(UInt64(step)), sdu)))
                    rig.perform(.channel(.consume(id, sdus: peer.numbers.below(3))))
                }
            case 10:
                if peer.numbers.below(3) == 0, let id = live.randomElement(using: &peer.numbers) {
                    rig.perform(.channel(.close(id)))
                }
            default: rig.advance(by: .milliseconds(peer.numbers.below(3000)))
            }
            if peer.numbers.below(3) > 0 { rig.completePackets(1, UInt16(peer.numbers.below(9))) }
            for event in rig.takeEvents() {
                switch event {
                case .channelOpened(let id, _, _):
                    opened += 1
                    live.append(id)
                case .channelClosed(let id):
                    closed += 1
                    #expect(live.contains(id), "closed once, after it opened")
                    live.removeAll { $0 == id }
                case .channelFailed: failed += 1
                case .channelReceived(let id, _):
                    received += 1
                    #expect(live.contains(id))
                case .channelSent(let id, _, _): #expect(live.contains(id))
                default: Issue.record("\(event)")
                }
            }
            #expect(rig.takeCommands().isEmpty, "no link is ended")
            longest = max(longest, rig.host.queuedPackets(of: rig.link))
            if step % 500 == 0 { _ = rig.takeData() }
        }
        #expect(opened > steps / 300 && closed > steps / 300 && failed > steps / 300)
        if steps >= 6_000 { #expect(received > 0) }
        #expect(longest < Host.ACLDataPath.answerLimit * 4)
        rig.completePackets(1, 1000)
        for _ in 0..<300 { rig.completePackets(1, 8) }
        _ = rig.takeData()
        rig.receive(frame: [0x0A, 3, 0], on: .att)
        #expect(rig.takeData().map(\.data) == [[4, 0, 4, 0, 0x0B] + Array("Rig".utf8)])
        rig.receive(HostRig.disconnection(1))
        let open = live.count
        let ends = rig.takeEvents()
        #expect(ends.filter { if case .channelClosed = $0 { true } else { false } }.count == open)
        let unanswered = ends.filter { if case .channelFailed = $0 { true } else { false } }.count
        #expect(asked >= failed + unanswered)
        #expect(rig.host.sink.data.waitingFrames == 0)
    }
}
