#if os(macOS) || os(Linux)
import BluetoothWire
import Testing

@testable import FaradayInspection

/// Packets that are not as the specification says: what is known of them is shown, and the rest.
@Suite struct LenientPacketTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let text: String
    }

    static let cases = [
        Case(
            testDescription: "Command Status with a spare byte", bytes: "04 0F 05 02 01 5BFC 02",
            text:
                "Command Status status=Unknown Connection Identifier numHCICommandPackets=1 opcode=Command 0xFC5B, and 1 byte more: 02"
        ),
        Case(
            testDescription: "two bytes behind its length", bytes: "04 0F 04 00 01 0D20 AABB",
            text:
                "Command Status status=Success numHCICommandPackets=1 opcode=LE Create Connection, and 2 bytes more: aabb"
        ),
        Case(
            testDescription: "a command with a spare byte", bytes: "01 030C 01 07",
            text: "Reset, and 1 byte more: 07"),
        Case(
            testDescription: "an event that is too short", bytes: "04 0F 03 00 01 0D",
            text: "Event 0x0F code=15 parameters=00010d"),
        Case(
            testDescription: "an LE event that is too short", bytes: "04 3E 03 03 00 40",
            text: "LE Event 0x03 subevent=3 parameters=0040"),
        Case(
            testDescription: "data behind its length", bytes: "02 4020 0600 0200 0400 0B64 FF",
            text: "link 64 ATT READ_RSP value=64, and 1 byte more: ff"),
    ]

    @Test(arguments: cases) func whatIsKnownIsShownAndTheRest(_ each: Case) throws {
        let bytes = CaptureBuilder.hex(each.bytes)
        var writer = BTSnoopWriter(.hciUART)
        writer.add(bytes, bytes[0] == 1 ? .toController : .toHost, at: 1_700_000_000_000_000_000)
        let report = try CaptureReport(writer.drain())
        #expect(report.texts == [each.text])
        #expect(report.unread == 0)
    }

    /// Sniffers of HCI leave out the end of long packets.
    @Test func aFileThatCutsPacketsShowsTheirBeginnings() throws {
        var writer = BTSnoopWriter(.hciUART)
        writer.add(
            CaptureBuilder.hex("02 4020 1B00 1700 0400 1B 0300 0102"), .toHost, at: 1_700_000_000_000_000_000)
        let report = try CaptureReport(writer.drain())
        #expect(report.records.count == 1 && report.records[0]["att"] as? String == "HANDLE_VALUE_NTF")
        #expect(report.records[0]["handle"] as? Int == 3 && report.records[0]["value"] == nil)
    }

    @Test(arguments: ["", "01", "01 030C", "04 0F", "02 4020 06", "03 4000 01 00", "05 4000 0100 00", "09"])
    func aPacketWithoutAHeaderIsNone(_ bytes: String) {
        #expect(HCI.Packet(lenient: CaptureBuilder.hex(bytes)) == nil)
    }
}
#endif
