#if os(macOS) || os(Linux)
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import Foundation
import RandomCases
import Testing

@testable import FaradayInspection

/// What is shown of a packet, and written into a capture, is what was sent: every byte, also those that receivers ignore.
@Suite struct SentBytesTests {
    /// Packets whose values do not have all of their bytes.
    static let ignored: [(name: String, bytes: String)] = [
        ("Write LE Host Support", "01 6D0C 02 01 01"),
        ("LE Set Advertising Data", "01 0820 20 03 020106" + String(repeating: "AB", count: 28)),
        ("LE Set Scan Response Data", "01 0920 20 00" + String(repeating: "CD", count: 31)),
        ("LE Add Device To Filter Accept List, anonymous", "01 1120 07 FF 112233445566"),
        ("LE PHY Update Complete that failed", "04 3E 06 0C 1A 4000 00 07"),
    ]

    /// Every codec's packets, and changed ones: those that are decoded, and those that are not.
    private static func packets(_ seed: UInt64) -> [[UInt8]] {
        var numbers = SeededNumbers(seed: seed)
        func next(_ bound: Int) -> Int { numbers.below(bound) }
        let known = HCITable.packets.map(\.bytes) + ignored.map { CaptureBuilder.hex($0.bytes) }
        return known
            + known.flatMap { bytes in
                (0..<randomCases(12)).map { _ in
                    var bytes = bytes
                    for _ in 0...next(2) {
                        let place = 1 + next(bytes.count)
                        switch next(4) {
                        case 0 where place < bytes.count: bytes.remove(at: place)
                        case 1: bytes.insert(UInt8(next(256)), at: place)
                        default: if place < bytes.count { bytes[place] = UInt8(next(256)) }
                        }
                    }
                    return bytes
                }
            }
    }

    private static func hex(_ bytes: [UInt8]) -> String { TraceJSON.hexadecimal(bytes) }

    /// Whether a report has such a packet at all: one without a header is none.
    private static func isShown(_ bytes: [UInt8]) -> Bool {
        switch bytes.first {
        case 1: bytes.count >= 4
        case 2: bytes.count >= 5
        case 4: bytes.count >= 3
        default: false
        }
    }

    @Test(arguments: [1, 2] as [UInt64]) func aReportShowsTheBytesOfTheFile(_ seed: UInt64) throws {
        var writer = BTSnoopWriter(.hciUART)
        let packets = Self.packets(seed).filter(Self.isShown)
        for (index, bytes) in packets.enumerated() {
            writer.add(bytes, bytes[0] == 4 ? .toHost : .toController, at: UInt64(index) * 1_000_000)
        }
        let report = try CaptureReport(writer.drain())
        #expect(report.unread == 0)
        #expect(report.bytes == packets.map(Self.hex) && packets.count > 500)
    }

    /// As a host that `faraday serve` serves: what it sends is in the world's captures.
    @Test(arguments: [CaptureFormat.pcapng, .btsnoop, .btsnoopFirstNode, .packetLogger])
    func aCaptureOfAServedHostHasTheBytesThatItSent(_ format: CaptureFormat) throws {
        let world = World(seed: 1)
        world.startTrace()
        let controller = world.attachController(name: "host")
        var sent: [[UInt8]] = []
        for bytes in Self.packets(3) where bytes[0] == 1 || bytes[0] == 2 {
            guard let packet = try? HCI.Packet(h4: bytes), packet != .command(.reset) else { continue }
            sent.append(bytes)
            controller.send([HCI.Received(packet, from: bytes)])
        }
        try world.run(for: .milliseconds(1))
        let written = try CaptureReader.packets(world.capture(format)).compactMap { packet -> [UInt8]? in
            guard case .hci(_, .toController, let bytes) = packet.content else { return nil }
            return bytes
        }
        #expect(written.map(Self.hex) == sent.map(Self.hex) && sent.count > 300)
        let shown = try CaptureReport(world.capture(format)).records.filter { $0["dir"] as? String == "down" }
        #expect(shown.compactMap { $0["bytes"] as? String } == sent.map(Self.hex))
    }

    /// Faults are layers between a host and its controller.
    @Test func aWorldWithFaultsHasTheBytesToo() throws {
        let world = World(seed: 1)
        world.startTrace()
        let controller = world.attachController(name: "host")
        world.inject(.read("2A19", of: "nobody").nth(1).fails(.insufficientEncryption))
        for bytes in Self.ignored.map({ CaptureBuilder.hex($0.bytes) }) where bytes[0] == 1 {
            controller.send([HCI.Received(try HCI.Packet(h4: bytes), from: bytes)])
        }
        try world.run(for: .milliseconds(1))
        let written = world.records.filter { $0.direction == .down }.compactMap(\.packetBytes)
        #expect(written == Self.ignored.map { CaptureBuilder.hex($0.bytes) }.filter { $0[0] == 1 })
    }

    /// As the controller of `faraday device`: what it sends is in the world's captures, also what its host can't read.
    @Test func whatAControllerOutsideTheWorldSendsIsThereToo() throws {
        let world = World(seed: 1)
        let controller = world.addRemote(.beacon()) { _ in }.controller
        world.startTrace()
        let failed = CaptureBuilder.hex("04 3E 06 0C 1A 4000 00 07")
        let spare = CaptureBuilder.hex("04 0F 05 02 01 5BFC 02")
        controller.receive([HCI.Received(try HCI.Packet(h4: failed), from: failed)])
        controller.recordRejected(spare)
        let up = world.records.filter { $0.direction == .up }.compactMap(\.packetBytes)
        #expect(up == [failed, spare])
    }

    /// Bits that are reserved, on air.
    @Test func aPacketOfTheAirHasTheBitsOfTheFile() throws {
        var advertisement = CaptureBuilder.Air.advertisement
        advertisement[4] |= 0x10
        var request = CaptureBuilder.Air.request
        request[4] |= 0xC0
        let file = CaptureBuilder.pcap(251, [(1, advertisement), (1000, request)])
        let report = try CaptureReport(file)
        #expect(report.bytes == [advertisement, request].map { Self.hex(Array($0[4...].dropLast(3))) })
    }

    /// Files of your own: `FARADAY_CAPTURES` names their folder.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["FARADAY_CAPTURES"] != nil))
    func reportsOfRealFilesShowTheirBytes() throws {
        let folder = ProcessInfo.processInfo.environment["FARADAY_CAPTURES"] ?? ""
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name),
                let packets = try? CaptureReader.packets([UInt8](data)),
                let report = try? CaptureReport([UInt8](data))
            else { continue }
            let inFile = packets.compactMap { packet -> String? in
                switch packet.content {
                case .hci(_, _, let bytes): Self.hex(bytes)
                case .linkLayer(let packet): Self.hex(packet.pdu)
                case .adapter, .note: nil
                }
            }
            #expect(report.bytes.count + report.unread == inFile.count, "\(name)")
            var rest = inFile[...]
            #expect(
                report.bytes.allSatisfy { bytes in
                    guard let place = rest.firstIndex(of: bytes) else { return false }
                    rest = rest[(place + 1)...]
                    return true
                }, "\(name)")
            count += 1
        }
        #expect(count > 0, "no capture in \(folder)")
    }
}
#endif
