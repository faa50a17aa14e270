#if os(macOS) || os(Linux)
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import HeartRate
import RandomCases
import Testing

@testable import FaradayInspection

/// Captures of sniffers that do not write which end of a link has sent a packet.
@Suite struct SenderFinderTests {
    private typealias Air = CaptureBuilder.Air

    private static func file(_ kinds: [UInt8]) -> [UInt8] {
        CaptureBuilder.pcap(
            256,
            [
                (1_000_000, CaptureBuilder.pseudo(Air.connect, kind: 0, rfChannel: 39)),
                (1_100_000, CaptureBuilder.pseudo(Air.request, kind: kinds[0])),
                (1_100_230, CaptureBuilder.pseudo(Air.answer, kind: kinds[1])),
                (1_200_000, CaptureBuilder.pseudo(Air.secondRequest, kind: kinds[0], rfChannel: 11)),
                (1_200_230, CaptureBuilder.pseudo(Air.secondAnswer, kind: kinds[1], rfChannel: 11)),
            ])
    }

    @Test(arguments: [[0, 0], [2, 3]] as [[UInt8]])
    func theFirstPacketOfAnEventIsTheCentrals(_ kinds: [UInt8]) throws {
        let report = try CaptureReport(Self.file(kinds))
        let (central, peripheral) = ("C6:05:04:03:02:01/P", "D6:15:14:13:12:11/P")
        #expect(report.senders == [central, central, peripheral, central, peripheral])
        #expect(report.attributes == ["READ_REQ 3", "READ_RSP 3 64", "READ_REQ 5", "READ_RSP 5 63"])
    }

    /// Nobody can tell who has sent these, of a link whose beginning was not heard: they are there all the same, with their handles.
    @Test func whereNothingTellsTheSenderIsUnknown() throws {
        let report = try CaptureReport(
            CaptureBuilder.pcap(
                256,
                [
                    (1_100_000, CaptureBuilder.pseudo(Air.request, kind: 0)),
                    (1_200_600, CaptureBuilder.pseudo(Air.secondRequest, kind: 0, rfChannel: 12)),
                    (1_300_610, CaptureBuilder.pseudo(Air.secondAnswer, kind: 0, rfChannel: 13)),
                ]))
        #expect(report.senders.suffix(2) == ["central or peripheral", "central or peripheral"])
        #expect(report.records.suffix(2).allSatisfy { $0["to"] == nil })
        #expect(report.attributes == ["READ_REQ 3", "READ_REQ 5", "READ_RSP 5 63"])
    }

    struct Hint: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pdu: String
        let end: SenderFinder.End?
    }

    /// At a time that says nothing.
    @Test(arguments: [
        Hint(testDescription: "LL_CHANNEL_MAP_IND", pdu: "03 08 01 FFFFFFFF1F 0100", end: .central),
        Hint(testDescription: "LL_FEATURE_REQ", pdu: "03 09 08 0000000000000000", end: .central),
        Hint(
            testDescription: "LL_PERIPHERAL_FEATURE_REQ", pdu: "03 09 0E 0000000000000000", end: .peripheral),
        Hint(testDescription: "LL_ENC_RSP", pdu: "03 0D 04 000000000000000000000000", end: .peripheral),
        Hint(testDescription: "LL_VERSION_IND", pdu: "03 06 0C 0D 0000 0000", end: nil),
        Hint(testDescription: "a longer LL_START_ENC_REQ", pdu: "03 05 05 00000000", end: nil),
        Hint(
            testDescription: "a pairing request", pdu: "02 0B 0700 0600 01 03 00 01 10 00 00", end: .central),
        Hint(testDescription: "a security request", pdu: "02 06 0200 0600 0B 01", end: .peripheral),
        Hint(
            testDescription: "a request for other parameters",
            pdu: "02 10 0C00 0500 12 01 0800 0600 0600 0000 6400", end: .peripheral),
        Hint(testDescription: "a read", pdu: "02 07 0300 0400 0A 0300", end: nil),
    ]) func somePDUsTellWhoSendsThem(_ hint: Hint) {
        var finder = SenderFinder(seesBeginning: false)
        let empty = LinkLayerPacket(
            kind: .advertising, rfChannel: 4, accessAddress: 0x5065_4A27, pdu: [0x01, 0x00])
        #expect(finder.sender(of: empty, at: 1_000_000_000) == .central)
        #expect(finder.sender(of: empty, at: 1_100_000_000) == .central)
        var packet = empty
        packet.pdu = CaptureBuilder.hex(hint.pdu)
        packet.rfChannel = 5
        #expect(finder.sender(of: packet, at: 1_200_600_000) == hint.end)
    }

    // MARK: A whole world, whose own capture says what is right

    private static let packets: [CapturedPacket] = {
        let world = World(seed: 3)
        world.startTrace()
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone(name: "phone").run { HeartRateApp { _ in } }
        try? world.run(until: { app.readingCount >= 20 && app.battery != nil })
        let packets = (try? CaptureReader.packets(world.capture(.pcapng))) ?? []
        return packets.filter { if case .linkLayer = $0.content { true } else { false } }
            .sorted { $0.time < $1.time }
    }()

    /// What a sniffer makes of the world's packets.
    struct Sniffer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// How many of a hundred packets it misses.
        var missing: UInt64 = 0
        var knowsChannels = true
        /// How many packets of a link have passed when it begins.
        var late = 0
        /// The end whose sequence numbers it writes as 0.
        var unnumbered: SenderFinder.End?
        /// How many of a hundred senders are at least right, and at most wrong.
        var right = 100
        var wrong = 0
    }

    /// How many senders were found, and how many of them are wrong.
    private static func found(_ sniffer: Sniffer, seed: UInt64) -> (all: Int, right: Int, wrong: Int) {
        var numbers = SeededNumbers(seed: seed)
        var finders: [UInt32: SenderFinder] = [:]
        var passed: [UInt32: Int] = [:]
        var count = (all: 0, right: 0, wrong: 0)
        for captured in packets {
            guard case .linkLayer(var packet) = captured.content,
                packet.accessAddress != LL.advertisingAccessAddress
            else { continue }
            passed[packet.accessAddress, default: 0] += 1
            guard numbers.next() % 100 >= sniffer.missing, passed[packet.accessAddress] ?? 0 > sniffer.late
            else {
                continue
            }
            let truth: SenderFinder.End = packet.kind == .centralToPeripheral ? .central : .peripheral
            packet.kind = .advertising
            if !sniffer.knowsChannels { packet.rfChannel = 0 }
            if truth == sniffer.unnumbered { packet.pdu[0] &= ~0x08 }
            var finder = finders[packet.accessAddress] ?? SenderFinder(seesBeginning: sniffer.late == 0)
            let end = finder.sender(of: packet, at: captured.time)
            finders[packet.accessAddress] = finder
            count.all += 1
            if end == truth { count.right += 1 } else if end != nil { count.wrong += 1 }
        }
        return count
    }

    /// Missing packets make senders unknown, and seldom wrong.
    @Test(arguments: [
        Sniffer(testDescription: "all packets"),
        Sniffer(testDescription: "all packets, without channels", knowsChannels: false),
        Sniffer(testDescription: "all packets, the central's without sequence numbers", unnumbered: .central),
        Sniffer(
            testDescription: "all packets, the peripheral's without sequence numbers", unnumbered: .peripheral
        ),
        Sniffer(testDescription: "from within a link on", late: 30, right: 95),
        Sniffer(testDescription: "nine of ten packets", missing: 10),
        Sniffer(testDescription: "nine of ten packets, without channels", missing: 10, knowsChannels: false),
        Sniffer(
            testDescription: "nine of ten, from within a link on", missing: 10, late: 30, right: 90, wrong: 10
        ),
        Sniffer(
            testDescription: "nine of ten, without the central's numbers", missing: 10, unnumbered: .central,
            right: 85,
            wrong: 10),
    ]) func sendersOfAWholeWorldAreFound(_ sniffer: Sniffer) {
        var sum = (all: 0, right: 0, wrong: 0)
        for seed in 1...UInt64(max(1, randomCases(20))) {
            let count = Self.found(sniffer, seed: seed)
            sum = (sum.all + count.all, sum.right + count.right, sum.wrong + count.wrong)
        }
        #expect(sum.right * 100 >= sum.all * sniffer.right && sum.all > 1000, "\(sum)")
        #expect(sum.wrong * 100 <= sum.all * sniffer.wrong, "\(sum)")
    }
}
#endif
