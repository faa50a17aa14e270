#if os(macOS) || os(Linux)
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import Testing

@testable import FaradayInspection

/// Files of Apple's PacketLogger: those of others, and ours.
@Suite struct PacketLoggerTests {
    /// Reset and its end, a line of the system's log, a read of handle 3 and its answer 64.
    static func file(isLittleEndian: Bool = false) -> [UInt8] {
        CaptureBuilder.packetLogger(
            [
                (1_700_000_000_000_000, 0x00, CaptureBuilder.hex("030C00")),
                (1_700_000_000_000_010, 0x01, CaptureBuilder.hex("0E0401030C00")),
                (1_700_000_000_500_000, 0xFB, Array("bluetoothd starts\0".utf8)),
                (1_700_000_001_000_000, 0x02, CaptureBuilder.hex("4000 0700 0300 0400 0A0300")),
                (1_700_000_001_000_001, 0x03, CaptureBuilder.hex("4020 0600 0200 0400 0B64")),
            ], isLittleEndian: isLittleEndian)
    }

    @Test(arguments: [false, true]) func bothOrdersOfBytesAreRead(_ isLittleEndian: Bool) throws {
        let report = try CaptureReport(Self.file(isLittleEndian: isLittleEndian))
        #expect(report.attributes == ["READ_REQ 3", "READ_RSP 3 64"])
        #expect(report.bytes.prefix(2) == ["01030c00", "040e0401030c00"])
        #expect(report.records.map { $0["dir"] as? String } == ["down", "up", "none", "down", "up"])
        #expect(
            report.records.map { $0["t"] as? Int } == [0, 10_000, 500_000_000, 1_000_000_000, 1_000_001_000])
        #expect(report.texts[2].contains("bluetoothd starts"))
    }

    @Test func aCutFileGivesTheRecordsBeforeTheCut() throws {
        let file = Self.file()
        let all = try CaptureReader.packets(file)
        // The first record is whole from byte 16 on.
        for count in 16..<file.count {
            let some = try CaptureReader.packets(Array(file.prefix(count)))
            #expect(some.elementsEqual(all.prefix(some.count)) && !some.isEmpty)
        }
    }

    @Test(arguments: [
        "a text that is no capture", "\0\0\0\u{8}12345678", "\0\u{1}\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    ]) func otherFilesAreNotTakenForOne(_ text: String) {
        #expect(throws: CaptureProblem("the file is no pcapng, pcap, btsnoop or PacketLogger file")) {
            try CaptureReader.packets(Array(text.utf8))
        }
    }

    @Test func aRecordHasItsLengthTimeAndType() {
        var writer = PacketLoggerWriter()
        let time: UInt64 = 1_700_000_000_123_456_789
        writer.add([0x01, 0x03, 0x0C, 0x00], .toController, at: time)
        writer.add([0x04, 0x0E, 0x00], .toHost, at: time)
        writer.add([0x02, 0x40, 0x00, 0x00, 0x00], .toController, at: time)
        writer.add([0x02, 0x40, 0x20, 0x00, 0x00], .toHost, at: time)
        writer.addNote("hi", at: time)
        // Not in this format.
        writer.add([0x05, 0x00], .toHost, at: time)
        writer.add([], .toHost, at: time)
        let stamp = CaptureBuilder.hex("6553F100 0001E240")
        var expected = CaptureBuilder.hex("0000000C") + stamp + CaptureBuilder.hex("00 030C00")
        expected += CaptureBuilder.hex("0000000B") + stamp + CaptureBuilder.hex("01 0E00")
        expected += CaptureBuilder.hex("0000000D") + stamp + CaptureBuilder.hex("02 40000000")
        expected += CaptureBuilder.hex("0000000D") + stamp + CaptureBuilder.hex("03 40200000")
        expected += CaptureBuilder.hex("0000000C") + stamp + CaptureBuilder.hex("FB 686900")
        #expect(writer.drain() == expected)
        #expect(writer.drain().isEmpty)
    }

    private static let world = RecordedWorld.world

    private static func capture(of node: UInt32) -> [UInt8] {
        var recorder = CaptureRecorder(.packetLogger, names: world.nodeNames, node: NodeID(node))
        for record in TimeOrder.sorted(world.records) { recorder.add(record) }
        return recorder.drain()
    }

    /// What the file does not tell apart is not in it.
    @Test(arguments: [0, 1] as [UInt32]) func ourFileHasTheHCIOfOneNode(_ node: UInt32) throws {
        let report = try CaptureReport(Self.capture(of: node))
        let wanted = TimeOrder.sorted(Self.world.records).filter {
            $0.stair == .hci && $0.node?.rawValue == node
        }
        #expect(
            report.bytes == wanted.compactMap(\.packetBytes).map(TraceJSON.hexadecimal) && wanted.count > 50)
    }

    @Test(.enabled(if: Tshark.isThere)) func tsharkReadsWhatWeWrite() throws {
        let file = Self.capture(of: 1)
        let rows = try Tshark.fields(file, ["_ws.malformed", "btatt.opcode"], where: "frame")
        #expect(rows.count == Self.world.records.count { $0.stair == .hci && $0.node?.rawValue == 1 })
        #expect(rows.allSatisfy { $0[0].isEmpty })
        #expect(rows.contains { $0[1] == "0x1b" })
    }

    @Test(
        arguments: [
            ("air.pcapng", .pcapng), ("/tmp/AIR.PCAPNG", .pcapng), ("a.btsnoop", .btsnoop),
            ("btsnoop_hci.log", .btsnoop), ("mac.pklg", .packetLogger), ("air.txt", nil), ("pklg", nil),
        ] as [(String, CaptureFormat?)]) func theNameOfAFileChoosesItsFormat(
            _ path: String, _ format: CaptureFormat?
        )
    {
        #expect(CaptureFormat(path: path) == format)
    }
}
#endif
