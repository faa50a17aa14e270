import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradaySimulation

/// Packets have the names that the specification gives them.
@Suite struct TraceNamesOfPacketsTests {
    /// One PDU type has two names (Core 6.0, Vol 6, Part B, 2.3).
    @Test(arguments: [
        (37, "CONNECT_IND"), (39, "CONNECT_IND"), (36, "AUX_CONNECT_REQ"), (0, "AUX_CONNECT_REQ"),
    ])
    func aRequestToConnectIsNamedByItsChannel(_ channel: UInt8, _ name: String) {
        let request = LL.ConnectInd(
            initiator: .zero, advertiser: .zero,
            llData: LL.LLData(
                accessAddress: 0x5065_5D45, crcInit: 0x0055_5555, winSize: 1, winOffset: 0, interval: 24,
                latency: 0,
                timeout: 72, channelMap: .all, hop: 7, sca: .ppm31to50))
        #expect(Self.text(.connectInd(request), channel).hasPrefix("ch \(channel) \(name) initiator="))
    }

    @Test(arguments: [(38, "SCAN_REQ"), (12, "AUX_SCAN_REQ")])
    func aRequestToScanIsNamedByItsChannel(_ channel: UInt8, _ name: String) {
        let text = Self.text(.scanReq(scanner: .zero, advertiser: .zero), channel)
        #expect(text.hasPrefix("ch \(channel) \(name) "))
    }

    @Test func aCommandWithoutATypeHasItsNameAndItsBytes() {
        let command = HCI.Command.unknown(opcode: HCI.Opcode(rawValue: 0x1004), parameters: [1])
        #expect(TraceText.hci(.command(command)) == "Read Local Extended Features 01")
    }

    private static func text(_ pdu: LL.AdvertisingPDU, _ channel: UInt8) -> String {
        let frame = AirFrame(
            time: Instant(nanoseconds: 0), node: NodeID(0), receiver: NodeID(1), channel: channel, phy: .le1M,
            txPower: 0, rssi: -46, accessAddress: LL.advertisingAccessAddress, crcInit: LL.advertisingCRCInit,
            kind: .advertising(pdu), isLost: false, isEncrypted: false)
        return TraceText(names: ["phone", "device"]).what(
            TraceRecord(time: frame.time, node: frame.node, direction: .none, payload: .air(frame)))
    }
}
