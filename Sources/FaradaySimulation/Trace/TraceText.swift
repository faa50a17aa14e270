import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayEngine

/// A trace as readable lines: time, node, layer, direction, value. All text is ASCII.
///
/// `->` is down, from the app to the air; `<-` is up; `--` is neither.
///
/// ```text
///     0.005000  phone  port   <-  manager 1: didUpdateState poweredOn
///     0.005000  phone  hci    ->  LE Set Scan Enable leScanEnable=true filterDuplicates=false
///     0.151250  HR-1   hci    <-  link 1 ATT READ_REQ handle=0x0010
/// ```
public struct TraceText: Sendable {
    private var names: TraceNames

    /// Creates a renderer; `names` are the names of the nodes, by number.
    public init(names: [String]) { self.init(TraceNames(nodes: names)) }

    init(_ names: TraceNames) { self.names = names }

    /// All records, one line each. Later lines use the names of peers and attributes from earlier records.
    public func text(of records: some Sequence<TraceRecord>) -> String {
        var learning = self
        var text = ""
        for record in records {
            learning.names.learn(record)
            text += learning.line(of: record) + "\n"
        }
        return text
    }

    /// One record.
    public func line(of record: TraceRecord) -> String {
        let columns = [
            Self.pad(record.time.description, 12, left: true), name(record.node),
            Self.pad(record.stair.rawValue, 5), record.direction.arrow, what(record),
        ]
        return columns.joined(separator: "  ")
    }

    /// The name of a node, padded to the width of the longest.
    func name(_ node: NodeID?) -> String {
        Self.pad(names.node(node), names.width)
    }

    static func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return left ? space + text : text + space
    }

    /// The value, without the columns before it.
    public func what(_ record: TraceRecord) -> String { what(record, numbersManagers: true) }

    func what(_ record: TraceRecord, numbersManagers: Bool) -> String {
        let text =
            switch record.payload {
            case .opened, .closed, .centralCommand, .centralEvent, .peripheralCommand, .peripheralUpdate,
                .peripheralEvent, .accessoryCommand, .accessoryEvent, .nearbyCommand, .nearbyEvent:
                (numbersManagers ? Self.number(record.payload) : "") + port(record)
            case .hci(let packet): Self.hci(packet) + Self.rest(of: packet, record.sentBytes)
            case .air(let frame): air(frame)
            case .world(let happening): HappeningText.text(happening) { names.name(of: $0, on: record.node) }
            }
        return text.asciiLine
    }

    /// `manager 1: `.
    private static func number(_ payload: TraceRecord.Payload) -> String {
        switch payload {
        case .opened(let session, _), .closed(let session), .centralCommand(let session, _),
            .centralEvent(let session, _), .peripheralCommand(let session, _),
            .peripheralUpdate(let session, _), .peripheralEvent(let session, _):
            "manager \(session.rawValue): "
        case .accessoryCommand, .accessoryEvent, .nearbyCommand, .nearbyEvent, .hci, .air, .world: ""
        }
    }

    private func port(_ record: TraceRecord) -> String {
        let node = record.node
        let central = CentralText(names: names, node: node)
        return switch record.payload {
        case .opened(_, .central): "a CBCentralManager is created"
        case .opened(_, .peripheral): "a CBPeripheralManager is created"
        case .opened(_, .accessory): "an ASAccessorySession is created"
        case .opened(_, .nearby): "an NISession is created"
        case .accessoryCommand(_, let command): AccessoryText.text(command)
        case .accessoryEvent(_, let event): AccessoryText.text(event)
        case .nearbyCommand(_, let command): NearbyText(names: names, node: node).text(command)
        case .nearbyEvent(_, let event): NearbyText(names: names, node: node).text(event)
        case .closed(let session): "the \(names.className(of: session, node)) is gone"
        case .centralCommand(_, let command): central.text(command)
        case .centralEvent(_, let event): central.text(event)
        case .peripheralCommand(let session, let command):
            PeripheralText(names: names, node: node, session: session).text(command)
        case .peripheralUpdate(let session, let update):
            PeripheralText(names: names, node: node, session: session).text(update)
        case .peripheralEvent(let session, let event):
            PeripheralText(names: names, node: node, session: session).text(event)
        case .hci, .air, .world: ""
        }
    }

    func managerCount(of node: NodeID?) -> Int { names.managerCount(of: node) }

    // MARK: HCI

    /// One HCI packet; ATT PDUs in its data are named.
    static func hci(_ packet: HCI.Packet) -> String {
        switch packet {
        case .command(.unknown(let opcode, let parameters)):
            return opcode.name + (parameters.isEmpty ? "" : " " + CompactText.hexadecimal(parameters))
        case .command(let command):
            let fields = CompactText.caseFields(command)
            return command.opcode.name + (fields.isEmpty ? "" : " " + fields)
        case .event(.commandComplete(let event)):
            let status = event.status.map { $0.rawValue == 0 ? "ok" : $0.name } ?? "-"
            let rest = event.returnParameters.dropFirst()
            return "Command Complete: \(event.opcode.name) \(status)"
                + (rest.isEmpty ? "" : " " + CompactText.hexadecimal(rest))
        case .event(let event):
            let fields = CompactText.caseFields(event)
            return event.name + (fields.isEmpty ? "" : " " + fields)
        case .acl(let data):
            return "link \(data.connectionHandle) " + acl(data)
        }
    }

    /// What a packet has behind all that is known of its kind.
    private static func rest(of packet: HCI.Packet, _ sent: [UInt8]?) -> String {
        guard let sent, case let count = sent.count - packet.h4Bytes.count, count > 0 else { return "" }
        return
            ", and \(count) byte\(count == 1 ? "" : "s") more: \(CompactText.hexadecimal(sent.suffix(count)))"
    }

    private static func acl(_ data: HCI.ACLData) -> String {
        guard data.packetBoundary != .continuing else { return "... \(CompactText.hexadecimal(data.data))" }
        return l2cap(data.data)
    }

    /// The start of an L2CAP frame, with its ATT PDU by name.
    static func l2cap(_ bytes: [UInt8]) -> String {
        guard bytes.count >= 4 else { return "L2CAP \(CompactText.hexadecimal(bytes))" }
        let length = Int(bytes[0]) | Int(bytes[1]) << 8
        let channel = L2CAP.ChannelID(rawValue: UInt16(bytes[2]) | UInt16(bytes[3]) << 8)
        let payload = Array(bytes[4...])
        guard payload.count == length else {
            return "\(channel) \(payload.count) of \(length) bytes: \(CompactText.hexadecimal(payload))"
        }
        if channel == .att { return att(payload) }
        if channel == .leSignaling, let signal = try? L2CAP.Signal(bytes: payload) {
            return "\(channel) \(CompactText.text(signal))"
        }
        return "\(channel) \(CompactText.hexadecimal(payload))"
    }

    /// One ATT PDU: name, fields.
    static func att(_ bytes: [UInt8]) -> String {
        guard let pdu = try? ATT.PDU(bytes: bytes) else { return "ATT ? \(CompactText.hexadecimal(bytes))" }
        let fields: String =
            switch pdu {
            case .client(.request(let request)): CompactText.caseFields(request)
            case .client(.command(let command)): CompactText.caseFields(command)
            case .client(.confirmation): ""
            case .server(.response(let response)): CompactText.caseFields(response)
            case .server(let server): CompactText.caseFields(server)
            }
        return "ATT \(pdu.opcode)" + (fields.isEmpty ? "" : " " + fields)
    }

    // MARK: Air

    private func air(_ frame: AirFrame) -> String {
        var text = "ch \(frame.channel) "
        switch frame.kind {
        case .advertising(let pdu): text += Self.advertising(pdu, on: frame.channel)
        case .data(let pdu): text += Self.data(pdu)
        }
        if let receiver = frame.receiver {
            text += " -> \(names.node(receiver))"
            if let rssi = frame.rssi { text += " \(rssi) dBm" }
        }
        if frame.isEncrypted { text += " encrypted" }
        return text + (frame.isLost ? " LOST" : "")
    }

    /// On the channels of data, requests have other names (Core 6.0, Vol 6, Part B, 2.3).
    private static func advertising(_ pdu: LL.AdvertisingPDU, on channel: UInt8) -> String {
        let isAuxiliary = channel < 37
        let name: String =
            switch pdu {
            case .advInd: "ADV_IND"
            case .advDirectInd: "ADV_DIRECT_IND"
            case .advNonconnInd: "ADV_NONCONN_IND"
            case .advScanInd: "ADV_SCAN_IND"
            case .scanReq: isAuxiliary ? "AUX_SCAN_REQ" : "SCAN_REQ"
            case .scanRsp: "SCAN_RSP"
            case .connectInd: isAuxiliary ? "AUX_CONNECT_REQ" : "CONNECT_IND"
            case .advExtInd: "ADV_EXT_IND"
            case .auxConnectRsp: "AUX_CONNECT_RSP"
            }
        return "\(name) \(CompactText.caseFields(pdu))"
    }

    private static func data(_ pdu: LL.DataPDU) -> String {
        let flags = "\(pdu.sn ? 1 : 0)\(pdu.nesn ? 1 : 0)\(pdu.md ? 1 : 0)"
        if pdu.isEmpty { return "empty [\(flags)]" }
        switch pdu.llid {
        case .control:
            guard let control = try? LL.ControlPDU(bytes: pdu.payload) else { break }
            return "LL \(CompactText.caseName(control)) [\(flags)] \(CompactText.caseFields(control))"
        case .start: return "\(l2cap(pdu.payload)) [\(flags)]"
        case .continuation: break
        }
        return "... \(CompactText.hexadecimal(pdu.payload)) [\(flags)]"
    }
}

extension TraceRecord.Direction {
    /// `->`, `<-` or `--`.
    var arrow: String {
        switch self {
        case .down: "->"
        case .up: "<-"
        case .none: "--"
        }
    }
}
