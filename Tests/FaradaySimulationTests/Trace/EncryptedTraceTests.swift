import BluetoothTypes
import BluetoothWire
import Foundation
import Testing

@testable import FaradaySimulation

/// Traces and captures of an encrypted link: its plain text, marked as encrypted.
@Suite struct EncryptedTraceTests {
    /// The flags of the pseudo header of each packet of the capture's last interface.
    private static func flags(_ file: [UInt8]) -> [(flags: UInt16, pdu: [UInt8])] {
        func word(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(file[at + $1]) << (8 * $1) } }
        var (at, found): (Int, [(UInt16, [UInt8])]) = (0, [])
        while at + 12 <= file.count {
            // An enhanced packet block: type, length, interface, time, captured length, length, packet.
            if word(at) == 6 {
                let packet = Array(file[(at + 28)..<(at + 28 + word(at + 20))])
                let flags = UInt16(packet[8]) | UInt16(packet[9]) << 8
                found.append((flags, Array(packet[14..<(packet.count - 3)])))
            }
            at += word(at + 4)
        }
        return found
    }

    @Test func sealedPacketsAreShownDecryptedAndMarked() throws {
        let marks = [false, true]
        let records = marks.enumerated().map { index, isEncrypted in
            let frame = AirFrame(
                time: Instant(nanoseconds: Int64(index) * 30_000_000), node: NodeID(0), receiver: NodeID(1),
                channel: 4, phy: .le1M, txPower: 0, rssi: -46, accessAddress: 0x5065_5D45,
                crcInit: 0x0055_5555,
                kind: .data(LL.DataPDU(llid: .start, payload: [3, 0, 4, 0, 0x0A, 0x10, 0x00])), isLost: false,
                isEncrypted: isEncrypted)
            return TraceRecord(time: frame.time, node: frame.node, direction: .none, payload: .air(frame))
        }
        let lines = records.map { TraceText(names: ["phone", "device"]).what($0) }
        #expect(lines.map { $0.hasSuffix(" encrypted") } == marks)
        #expect(lines.last?.contains("ATT READ_REQ 0x0010") == true)
        let json = records.map { TraceJSON(names: ["phone", "device"]).line(of: $0) }
        #expect(json.map { $0.contains(" encrypted\"") } == marks)
        var recorder = CaptureRecorder(.pcapng, names: ["phone", "device"])
        for record in records { recorder.add(record) }
        let packets = Self.flags(recorder.drain())
        #expect(packets.map { $0.flags & 0x0008 != 0 } == marks)
        // The PDU's length is that of the plain text: there is no MIC in the file.
        #expect(packets.last?.pdu.suffix(7) == [3, 0, 4, 0, 0x0A, 0x10, 0x00])
        #expect(packets.last?.pdu[1] == 7)
    }
}
