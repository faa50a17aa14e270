import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

@Suite struct ChannelDataTests {
    /// The SDUs that one side got.
    static func received(_ events: [Host.Event]) -> [[UInt8]] {
        events.compactMap { event in
            if case .channelReceived(_, let sdu) = event { return sdu }
            return nil
        }
    }

    /// Around the multiples of the MPS, with the two bytes of the length in the first K-frame.
    static let sizes: [Int] =
        [0, 1, 2, 20, 21, 22, 23, 2047, 2048]
        + (1...8).flatMap { count in (-3...3).map { 247 * count + $0 } }

    @Test("an SDU is cut to full K-frames and comes out whole", arguments: sizes)
    func everySizeArrives(size: Int) {
        var pair = ChannelPair()
        let ids = pair.open()
        let sdu = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for (from, to) in [(0, 1), (1, 0)] {
            _ = pair.takeFrames(from)
            let token = pair.token()
            pair.perform(.channel(.send(ids[from], token, sdu)), at: from)
            pair.settle()
            #expect(pair.takeEvents(from) == [.channelSent(ids[from], token, .success(true))])
            #expect(pair.takeEvents(to) == [.channelReceived(ids[to], sdu)])
            let lengths = pair.takeFrames(from).filter { $0.channel.isDynamic }.map(\.payload.count)
            #expect(lengths.dropLast().allSatisfy { $0 == 247 })
            #expect(lengths.reduce(0, +) == size + 2 && lengths.count == max(1, (size + 2 + 246) / 247))
        }
    }

    @Test func theWireIsTheSpecifications() {
        var rig = HostRig.connected(.central)
        rig.perform(.channel(.open(rig.link, Host.Token(7), psm: 0x25, mtu: 100)))
        #expect(
            rig.takeData().map(\.data) == [
                [14, 0, 5, 0, 0x14, 1, 10, 0, 0x25, 0, 0x40, 0, 100, 0, 100, 0, 16, 0]
            ])
        rig.receive(frame: [0x15, 1, 10, 0, 0x51, 0, 64, 0, 23, 0, 2, 0, 0, 0], on: .leSignaling)
        guard case .channelOpened(let id, let channel, Host.Token(7)) = rig.takeEvents().last else {
            Issue.record("not opened")
            return
        }
        #expect(channel == Host.Channel(link: rig.link, psm: 0x25, peerMTU: 64))
        rig.perform(.channel(.send(id, Host.Token(8), Array(1...50))))
        let frames: [[UInt8]] = [
            [23, 0, 0x51, 0, 50, 0] + [UInt8](1...21), [23, 0, 0x51, 0] + [UInt8](22...44),
        ]
        #expect(rig.takeData().map(\.data) == frames)
        #expect(rig.takeEvents().isEmpty, "the SDU has not left as a whole")
        rig.receive(frame: [0x16, 9, 4, 0, 0x51, 0, 5, 0], on: .leSignaling)
        #expect(rig.takeData().map(\.data) == [[6, 0, 0x51, 0] + Array(45...50)])
        #expect(rig.takeEvents() == [.channelSent(id, Host.Token(8), .success(true))])
        rig.receive([5, 0, 0x40, 0, 3, 0, 7, 8, 9])
        #expect(rig.takeEvents() == [.channelReceived(id, [7, 8, 9])])
        rig.perform(.channel(.close(id)))
        #expect(rig.takeData().map(\.data) == [[8, 0, 5, 0, 0x06, 2, 4, 0, 0x51, 0, 0x40, 0]])
        rig.receive(frame: [0x07, 2, 4, 0, 0x51, 0, 0x40, 0], on: .leSignaling)
        #expect(rig.takeEvents() == [.channelClosed(id)])
    }

    @Test func anSDUThatIsTooLongForThePeerIsNotSent() {
        var pair = ChannelPair()
        let ids = pair.open(serviceMTU: 100)
        pair.perform(.channel(.send(ids[0], Host.Token(99), [UInt8](repeating: 1, count: 101))), at: 0)
        #expect(pair.takeEvents(0) == [.channelSent(ids[0], Host.Token(99), .success(false))])
        #expect(pair.air == [[], []])
    }

    // MARK: Back-pressure

    @Test(
        "if an app does not read, the peer runs out of credits", arguments: [23, 100, 247, 500, 2048, 65_535])
    func backPressure(mtu: Int) {
        var pair = ChannelPair()
        let ids = pair.open(serviceMTU: UInt16(mtu))
        let sdu = [UInt8](repeating: 5, count: mtu)
        for _ in 0..<40 { pair.perform(.channel(.send(ids[0], pair.token(), sdu)), at: 0) }
        pair.settle()
        let first = Self.received(pair.takeEvents(1)).count
        #expect(first == pair.channels(1)[0].receiver.unconsumed)
        #expect((ChannelReceiver.sdusInFlight...ChannelReceiver.leastWindow).contains(first))
        // As much as is consumed comes after it, and never more.
        var total = first
        while total < 40 {
            pair.perform(.channel(.consume(ids[1], sdus: first)), at: 1)
            pair.settle()
            let next = Self.received(pair.takeEvents(1)).count
            #expect(next > 0 && next <= first)
            #expect(pair.channels(1)[0].receiver.unconsumed <= first)
            total += next
        }
        #expect(total == 40)
    }

    @Test func aPeerThatCutsFinerThanItMustCanFinishEverySDU() {
        var rig = HostRig.connected(.peripheral)
        rig.perform(.channel(.addService(Host.ChannelService(psm: 0x80, mtu: 1000))))
        rig.receive(frame: [0x14, 1, 10, 0, 0x80, 0, 0x40, 0, 23, 0, 23, 0, 0, 0], on: .leSignaling)
        var credits = 0
        var indications = 0
        func look(_ rig: inout HostRig) {
            for packet in rig.takeData() {
                guard let signal = try? L2CAP.Signal(bytes: Array(packet.data[4...])) else { continue }
                switch signal.command {
                case .leCreditBasedConnectionResponse(let response):
                    credits += Int(response.initialCredits)
                case .flowControlCreditIndication(_, let more):
                    credits += Int(more)
                    indications += 1
                default: break
                }
                rig.completePackets(1, 1)
            }
        }
        look(&rig)
        #expect(credits == 20)
        for _ in 0..<ChannelReceiver.sdusInFlight {
            for byte in 0..<1000 {
                #expect(credits > 0, "dry at \(byte)")
                rig.receive(frame: (byte == 0 ? [0xE8, 0x03] : []) + [9], on: .init(rawValue: 0x40))
                credits -= 1
                look(&rig)
            }
        }
        #expect(ChannelDataTests.received(rig.takeEvents()).count == ChannelReceiver.sdusInFlight)
        #expect(credits == 0 && indications < 4000 / 2)
    }

    @Test func creditsWaitForOneIndicationAtATime() {
        var pair = ChannelPair(packetLength: 27, packetCount: 1)
        let ids = pair.open(serviceMTU: 64)
        // The peripheral's controller is full, and stays so.
        let token = pair.token()
        pair.perform(.gatt(.writeWithoutResponse(pair.rigs[1].link, token, 3, [1])), at: 1)
        for _ in 0..<400 {
            pair.perform(.channel(.send(ids[0], pair.token(), [1])), at: 0)
            while pair.deliver(from: 0) {}
            pair.perform(.channel(.consume(ids[1], sdus: 1)), at: 1)
        }
        #expect(pair.rigs[1].host.queuedPackets(of: pair.rigs[1].link) == 1)
        for _ in 0..<2000 {
            pair.settle()
            pair.perform(.channel(.consume(ids[1], sdus: 100)), at: 1)
        }
        #expect(Self.received(pair.takeEvents(1)).count == 400)
    }

    // MARK: Turns

    @Test func channelsAndAttributesTakeTurns() {
        var pair = ChannelPair(packetLength: 251, packetCount: 1)
        let first = pair.open(psm: 0x80)
        let second = pair.open(psm: 0x81)
        _ = pair.takeFrames(0)
        for id in [first[0], second[0]] {
            pair.perform(.channel(.send(id, pair.token(), [UInt8](repeating: 1, count: 1500))), at: 0)
        }
        #expect(pair.rigs[0].host.queuedPackets(of: pair.rigs[0].link) == 1, "one K-frame waits at most")
        pair.perform(.gatt(.procedure(pair.rigs[0].link, pair.token(), .read(3))), at: 0)
        pair.settle()
        let order = pair.takeFrames(0).map(\.channel.rawValue).filter { $0 != 5 }
        let turns = (0..<6).flatMap { _ in [0x40, 0x41] as [UInt16] }
        let expected: [UInt16] = [0x40, 0x40, 4] + turns.dropFirst() + [0x41]
        #expect(order == expected)
    }
}
