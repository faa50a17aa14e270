import BluetoothTypes
import BluetoothWire

@testable import FaradayEngine

/// The packets that hosts and sniffers get, a line each: the golden timelines of the tests.
extension Air {
    /// The events that all hosts got, in order: milliseconds, node, event.
    var timeline: [String] {
        received.enumerated()
            .flatMap { node, packets in packets.map { (node, $0.time, $0.packet) } }
            .enumerated()
            .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
            .map { "\(Self.milliseconds($0.element.1)) n\($0.element.0) \(Self.text($0.element.2))" }
    }

    /// Records all frames on air as lines.
    func sniff(_ isWanted: @escaping (AirFrame) -> Bool = { _ in true }) -> Sniffer {
        let sniffer = Sniffer()
        medium.air = { frame in if isWanted(frame) { sniffer.frames.append(frame) } }
        return sniffer
    }

    final class Sniffer {
        var frames: [AirFrame] = []
        var lines: [String] {
            frames.map { frame in
                "\(Air.milliseconds(frame.time)) n\(frame.node.rawValue) ch\(frame.channel) "
                    + Air.text(frame.kind) + (frame.isEncrypted ? " encrypted" : "")
                    + (frame.isLost ? " lost" : "")
            }
        }
    }

    static func milliseconds(_ time: Instant) -> String {
        let micros = time.nanoseconds / 1_000
        let fraction = String(micros % 1_000)
        return "\(micros / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }

    static func text(_ packet: HCI.Packet) -> String {
        switch packet {
        case .acl(let data): "data \(data.packetBoundary == .continuing ? "…" : "")\(data.data)"
        case .event(let event): text(event)
        case .command(let command): "\(command)"
        }
    }

    static func text(_ event: HCI.Event) -> String {
        switch event {
        case .commandComplete(let e): "\(e.opcode.name): \(hex(e.status))"
        case .commandStatus(let e): "\(e.opcode.name): \(hex(e.status))"
        case .disconnectionComplete(let e): "disconnected \(hex(e.reason))"
        case .numberOfCompletedPackets(let e): "completed \(e.completed.map(\.numCompletedPackets))"
        case .leEnhancedConnectionComplete(let e):
            "connected \(hex(e.status)) \(e.role) to \(e.peerAddress) \(e.connectionInterval) \(e.peripheralLatency) \(e.supervisionTimeout)"
        case .leChannelSelectionAlgorithm(let e): "\(e.channelSelectionAlgorithm)"
        case .leAdvertisingReport(let e):
            "\(e.reports[0].eventType) \(e.reports[0].address) \(e.reports[0].data) \(e.reports[0].rssi) dBm"
        case .leConnectionUpdateComplete(let e):
            "parameters \(hex(e.status)) \(e.connectionInterval) \(e.peripheralLatency) \(e.supervisionTimeout)"
        case .leRemoteConnectionParameterRequest(let e):
            "asked for parameters \(e.intervalMin) \(e.intervalMax) \(e.maxLatency) \(e.timeout)"
        case .lePHYUpdateComplete(let e): "PHYs \(hex(e.status)) tx \(e.txPHY) rx \(e.rxPHY)"
        case .leDataLengthChange(let e):
            "lengths tx \(e.maxTxOctets) \(e.maxTxTime) rx \(e.maxRxOctets) \(e.maxRxTime)"
        case .leReadRemoteFeaturesComplete(let e): "features \(hex(e.status)) \(e.leFeatures.rawValue)"
        case .readRemoteVersionInformationComplete(let e): "version \(hex(e.status)) \(e.version)"
        case .leAdvertisingSetTerminated(let e):
            "set \(e.advertisingHandle) ended \(hex(e.status)) after \(e.numCompletedExtendedAdvertisingEvents)"
        case .leScanTimeout: "scan timeout"
        case .encryptionChange(let e): "encryption \(hex(e.status)) \(e.encryptionEnabled)"
        case .encryptionKeyRefreshComplete(let e): "key refreshed \(hex(e.status))"
        case .leLongTermKeyRequest(let e): "asked for key \(e.randomNumber) \(e.encryptedDiversifier)"
        default: event.name
        }
    }

    static func text(_ kind: AirFrame.Kind) -> String {
        switch kind {
        case .advertising(let pdu):
            switch pdu {
            case .advInd: "ADV_IND"
            case .advDirectInd: "ADV_DIRECT_IND"
            case .advNonconnInd: "ADV_NONCONN_IND"
            case .advScanInd: "ADV_SCAN_IND"
            case .scanReq: "SCAN_REQ"
            case .scanRsp: "SCAN_RSP"
            case .connectInd: "CONNECT_IND"
            case .advExtInd(let payload):
                payload.auxPtr == nil ? "AUX \(payload.data.count)" : "EXT→ \(payload.data.count)"
            case .auxConnectRsp: "AUX_CONNECT_RSP"
            }
        case .data(let pdu):
            "\(pdu.sn ? 1 : 0)\(pdu.nesn ? 1 : 0)\(pdu.md ? "+" : "") "
                + (pdu.llid == .control
                    ? "LL \(pdu.payload[0])" : pdu.isEmpty ? "–" : "\(pdu.payload.count) bytes")
        }
    }

    static func hex(_ code: HCI.ErrorCode?) -> String {
        guard let code else { return "?" }
        return "0x" + (code.rawValue < 16 ? "0" : "") + String(code.rawValue, radix: 16, uppercase: true)
    }
}
