#if os(macOS) || os(Linux)
import BluetoothWire
import Foundation
import Testing

@testable import FaradayInspection

/// Captures of sniffers, each with the same three packets: an advertisement, a read of handle 3, and its answer 64.
@Suite struct SnifferFormatTests {
    private typealias Air = CaptureBuilder.Air

    struct Format: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let linkType: UInt32
        let packets: [(time: UInt64, bytes: [UInt8])]
        /// Whether the header says how strong a packet was, and on which channel.
        var isMeasured = true
    }

    private static func nordic(_ version: UInt8, linkType: UInt32 = 272) -> Format {
        // Later versions have an event of its own for advertisements.
        let event: UInt8 = version < 3 ? 6 : 2
        return Format(
            testDescription: "nRF Sniffer, version \(version), link type \(linkType)", linkType: linkType,
            packets: [
                (
                    1_000_000,
                    CaptureBuilder.nordic(
                        Air.advertisement, version: version, event: event, flags: 0x01, channel: 37)
                ),
                (
                    1_100_000,
                    CaptureBuilder.nordic(Air.request, version: version, flags: 0x03, channel: 5)
                ),
                (
                    1_100_230,
                    // With filling behind it.
                    CaptureBuilder.nordic(Air.answer + [0, 0], version: version, flags: 0x01, channel: 5)
                ),
            ])
    }

    private static let coded: Format = {
        func isCoded(_ packet: [UInt8], _ flags: UInt8) -> [UInt8] {
            CaptureBuilder.nordic(
                packet[..<4] + [0] + packet[4...], version: 4, flags: 0x20 | flags, channel: 5)
        }
        return Format(
            testDescription: "nRF Sniffer, LE Coded", linkType: 272,
            packets: [
                (
                    1_000_000,
                    CaptureBuilder.nordic(Air.advertisement, version: 4, event: 2, flags: 1, channel: 37)
                ),
                (1_100_000, isCoded(Air.request, 0x03)), (1_105_000, isCoded(Air.answer, 0x01)),
            ])
    }()

    private static let ubertooth = Format(
        testDescription: "Ubertooth, link type 192", linkType: 192,
        packets: [
            (1_000_000, CaptureBuilder.perPacketInformation(Air.advertisement, megahertz: 2402, rssi: -60)),
            (1_100_000, CaptureBuilder.perPacketInformation(Air.request, megahertz: 2414, rssi: -60)),
            (1_100_230, CaptureBuilder.perPacketInformation(Air.answer, megahertz: 2414, rssi: -60)),
        ])

    private static let plain = Format(
        testDescription: "without a header, link type 251", linkType: 251,
        packets: [(1_000_000, Air.advertisement), (1_100_000, Air.request), (1_100_230, Air.answer)],
        isMeasured: false)

    static let formats =
        (0...4).map { nordic($0) } + [
            nordic(1, linkType: 157), nordic(3, linkType: 157), coded, ubertooth, plain,
        ]

    @Test(arguments: formats) func eachSnifferShowsTheSamePackets(_ format: Format) throws {
        let report = try CaptureReport(CaptureBuilder.pcap(format.linkType, format.packets))
        #expect(report.attributes == ["READ_REQ 3", "READ_RSP 3 64"])
        #expect(report.senders == ["Acme", "central", "peripheral"])
        #expect(
            report.bytes == [
                "400f1112131415d6020106050941636d65", "020703000400" + "0a0300", "0606020004000b64",
            ])
        guard format.isMeasured else { return }
        #expect(report.records.map { $0["channel"] as? Int } == [37, 5, 5])
        #expect(report.records.map { $0["rssi"] as? Int } == [-60, -60, -60])
    }

    @Test func theSniffersOwnEventsAreNoPackets() throws {
        let connected = CaptureBuilder.nordic(
            Array(repeating: 0, count: 12), version: 3, event: 5, flags: 0, channel: 0)
        let packets = [
            (UInt64(1), connected), (2, CaptureBuilder.nordic(Air.request, version: 3, flags: 3, channel: 5)),
        ]
        let report = try CaptureReport(CaptureBuilder.pcap(272, packets))
        #expect(report.records.count == 1 && report.unread == 0)
    }

    /// A CRC that is wrong, and a packet that the sniffer has decrypted.
    @Test func theFlagsOfThePacketAreKept() throws {
        let packets: [(UInt64, [UInt8])] = [
            (1, CaptureBuilder.nordic(Air.request, version: 3, flags: 0x02, channel: 5)),
            (2, CaptureBuilder.nordic(Air.request, version: 3, flags: 0x0F, channel: 5)),
            (3, CaptureBuilder.nordic(Air.secondRequest, version: 3, flags: 0x13, channel: 5)),
        ]
        let report = try CaptureReport(CaptureBuilder.pcap(272, packets))
        #expect(report.records.map { $0["lost"] as? Bool ?? false } == [true, false, false])
        #expect(report.records.map { $0["encrypted"] as? Bool ?? false } == [false, true, false])
        #expect(report.records.map { $0["phy"] as? Int } == [1, 1, 2])
    }

    /// Damage is no trap, whatever it does to lengths.
    @Test(arguments: formats) func damagedPacketsAreLeftOut(_ format: Format) {
        for (time, bytes) in format.packets {
            for count in 0..<bytes.count {
                _ = try? CaptureReport(
                    CaptureBuilder.pcap(format.linkType, [(time, Array(bytes.prefix(count)))]))
            }
            for index in bytes.indices {
                var other = bytes
                other[index] = 0xFF
                _ = try? CaptureReport(CaptureBuilder.pcap(format.linkType, [(time, other)]))
            }
        }
    }

    // MARK: tshark

    /// What tshark says of the attribute protocol in a file: opcode, handle and value of each PDU.
    @Test(
        .enabled(if: Tshark.isThere),
        arguments: formats + [.init(testDescription: "PacketLogger", linkType: 0, packets: [])])
    func tsharkSeesTheSame(_ format: Format) throws {
        // A number for private use: tshark reads it only when it is told how.
        guard format.linkType != 157 else { return }
        let file =
            format.linkType == 0
            ? PacketLoggerTests.file() : CaptureBuilder.pcap(format.linkType, format.packets)
        let seen = try Tshark.attributes(file)
        #expect(seen == ["0a 3", "0b 3 64"])
    }

    struct Unreadable: Sendable {
        let types: [UInt16]
        let problem: String
    }

    /// Interfaces, and a packet of no use on each.
    @Test(arguments: [
        Unreadable(
            types: [1],
            problem: "link type 1 (Ethernet) of the file is no Bluetooth LE traffic that is read here"),
        Unreadable(
            types: [1, 255, 1],
            problem:
                "link types 1 (Ethernet), 255 (Bluetooth BR/EDR) of the file are no Bluetooth LE traffic that is read here"
        ),
        Unreadable(
            types: [147, 256],
            problem: "the file has no packet of Bluetooth LE that can be read; its link types are 147, 256"),
    ]) func aFileWithNothingToShowNamesItsLinkTypes(_ file: Unreadable) throws {
        var writer = PcapngWriter(application: "test")
        let interfaces = file.types.map { _ in writer.addInterface(.hci, name: "eth0") }
        for interface in interfaces { writer.add([], .toHost, on: interface, at: 1) }
        var bytes = writer.drain()
        // The type is the first number of an interface's block, 8 bytes behind the block's beginning.
        var (index, next) = (0, 0)
        while index + 12 <= bytes.count {
            let length = Int(bytes[index + 4]) | Int(bytes[index + 5]) << 8
            if bytes[index] == 1 {
                bytes[index + 8] = UInt8(file.types[next] & 0xFF)
                bytes[index + 9] = UInt8(file.types[next] >> 8)
                next += 1
            }
            index += length
        }
        #expect(throws: CaptureProblem(file.problem)) { try CaptureFeed(bytes, title: "") }
        guard file.types.count == 1 else { return }
        let pcap = CaptureBuilder.pcap(UInt32(file.types[0]), [(1, [0, 1, 2])])
        #expect(throws: CaptureProblem(file.problem)) { try CaptureFeed(pcap, title: "") }
    }
}
#endif
