import BluetoothTypes
import BluetoothWire
import FaradayBridge
import FaradaySimulation
import Foundation
import Testing

/// `faraday serve --capture`: the capture has what a client has sent, byte by byte.
@Suite struct ServedBytesTests {
    /// What a client sends, and how its controller answers.
    private static let sent: [(bytes: [UInt8], opcode: HCI.Opcode, status: HCI.ErrorCode)] = [
        ([0x01, 0x03, 0x0C, 0x00], .reset, .success),
        // The unused octet is 1.
        ([0x01, 0x6D, 0x0C, 0x02, 0x01, 0x01], .writeLEHostSupport, .success),
        // The filling is no zeros.
        (
            [0x01, 0x08, 0x20, 0x20, 0x03, 0x02, 0x01, 0x06] + Array(repeating: 0xAB, count: 28),
            .leSetAdvertisingData, .success
        ),
        // An octet too many: it is answered by the server.
        ([0x01, 0x03, 0x20, 0x01, 0x07], .leReadLocalSupportedFeatures, .invalidHCICommandParameters),
        ([0x01, 0x09, 0x10, 0x00], .readBDADDR, .success),
    ]

    @Test(arguments: ["pcapng", "btsnoop", "pklg"]) func aCaptureHasWhatAClientHasSent(_ ending: String)
        throws
    {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("faraday-\(UInt64.random(in: 0 ... .max)).\(ending)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let served = try HCIServerTests.Served { $0.add(.beacon()) }
        defer { served.stop() }
        // The client is the second node.
        let capture = try CaptureFile(path: path, of: served.world, node: NodeID(1))
        let host = try served.host()
        for each in Self.sent {
            try host.send(each.bytes)
            #expect(try host.answer(to: each.opcode) == each.status)
        }
        capture.close()
        let packets = try CaptureReader.packets([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
        let adapters = packets.compactMap { packet -> (Int, CaptureDirection, [UInt8])? in
            guard case .hci(let adapter, let direction, let bytes) = packet.content else { return nil }
            return (adapter, direction, bytes)
        }
        let client = try #require(adapters.first { $0.2 == Self.sent[1].bytes }).0
        let down = adapters.filter { $0.0 == client && $0.1 == .toController }.map(\.2)
        #expect(down == Self.sent.map(\.bytes))
        let answers = adapters.filter { $0.0 == client && $0.1 == .toHost }.map(\.2)
        #expect(answers.count == Self.sent.count)
        #expect(answers.contains([0x04, 0x0E, 0x04, 0x01, 0x03, 0x20, 0x12]))
    }
}
