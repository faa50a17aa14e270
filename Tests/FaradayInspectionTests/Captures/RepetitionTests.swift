#if os(macOS) || os(Linux)
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import HeartRate
import Testing

@testable import FaradayInspection

/// A packet on air that comes again is no second request.
@Suite struct RepetitionTests {
    private typealias Air = CaptureBuilder.Air

    private static func report(_ packets: [(kind: UInt8, bytes: [UInt8])]) throws -> CaptureReport {
        let connect = [(UInt64(0), CaptureBuilder.pseudo(Air.connect, kind: 0))]
        return try CaptureReport(
            CaptureBuilder.pcap(
                256,
                connect
                    + packets.enumerated().map { index, packet in
                        (UInt64(index + 1) * 100_000, CaptureBuilder.pseudo(packet.bytes, kind: packet.kind))
                    }))
    }

    /// As a packet with the sequence number 0.
    private static func unnumbered(_ packet: [UInt8]) -> [UInt8] {
        packet.prefix(4) + [packet[4] & ~0x08] + packet.dropFirst(5)
    }

    @Test func equalNumbersWithOtherBytesAreTwoPackets() throws {
        let report = try Self.report([
            (2, Air.request), (3, Air.answer), (2, Self.unnumbered(Air.secondRequest)), (3, Air.secondAnswer),
        ])
        #expect(report.attributes == ["READ_REQ 3", "READ_RSP 3 64", "READ_REQ 5", "READ_RSP 5 63"])
    }

    /// The acknowledgement in its header may be another one.
    @Test func equalNumbersWithEqualBytesAreARepetition() throws {
        var again = Air.answer
        again[4] ^= 0x04
        let report = try Self.report([(2, Air.request), (3, Air.answer), (3, again), (2, Air.secondRequest)])
        #expect(report.attributes == ["READ_REQ 3", "READ_RSP 3 64", "READ_REQ 5"])
        #expect(report.records.count == 5)
    }

    @Test func otherNumbersWithEqualBytesAreTwoPackets() throws {
        var next = Air.answer
        next[4] ^= 0x08
        let report = try Self.report([(2, Air.request), (3, Air.answer), (2, Air.secondRequest), (3, next)])
        #expect(report.attributes == ["READ_REQ 3", "READ_RSP 3 64", "READ_REQ 5", "READ_RSP 5 64"])
    }

    /// A sniffer that writes 0 into all packets of an end loses nothing of what a right one shows.
    @Test(arguments: [LinkLayerPacket.Kind.centralToPeripheral, .peripheralToCentral])
    func aSnifferWithoutSequenceNumbersShowsTheSame(_ kind: LinkLayerPacket.Kind) throws {
        let world = World(seed: 1)
        world.startTrace()
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone(name: "phone").run { HeartRateApp { _ in } }
        try world.run(until: { app.readingCount >= 2 && app.battery != nil })
        func attributes(clearing: Bool) throws -> [String] {
            var writer = PcapngWriter(application: "test")
            let air = writer.addInterface(.linkLayer, name: "air")
            for captured in try CaptureReader.packets(world.capture(.pcapng)) {
                guard case .linkLayer(var packet) = captured.content else { continue }
                if clearing, packet.kind == kind { packet.pdu[0] &= ~0x08 }
                writer.add(packet, on: air, at: captured.time)
            }
            return try CaptureReport(writer.drain()).attributes
        }
        let right = try attributes(clearing: false)
        #expect(try attributes(clearing: true) == right && right.count > 20)
    }
}
#endif
