import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// A trace as lines that a person reads: time, node, stair, direction, what.
///
/// ```text
///     0.005000  phone         port   ↑  manager 1: state poweredOn
///     0.005000  phone         hci    ↓  LE Set Scan Enable leScanEnable=true filterDuplicates=false
///     0.151250  HR-1          hci    ↑  link 1 ATT READ_REQ handle=0x0010
/// ```
public struct TraceText: Sendable {
    private let names: [String]
    private let nameWidth: Int

    /// Creates a renderer; `names` are those of the nodes, by number.
    public init(names: [String]) {
        self.names = names
        nameWidth = min(20, max(12, names.map(\.count).max() ?? 0))
    }

    /// All records, one line each.
    public func text(of records: some Sequence<TraceRecord>) -> String {
        var text = ""
        for record in records { text += line(of: record) + "\n" }
        return text
    }

    /// One record.
    public func line(of record: TraceRecord) -> String {
        let arrow =
            switch record.direction {
            case .down: "↓"
            case .up: "↑"
            case .none: "·"
            }
        let name = record.node.map(name(of:)) ?? "world"
        let columns = [
            Self.pad(record.time.description, 12, left: true), Self.pad(name, nameWidth),
            Self.pad(record.stair.rawValue, 5), arrow, what(record),
        ]
        return columns.joined(separator: "  ")
    }

    private func name(of node: NodeID) -> String {
        node.index < names.count ? String(names[node.index].prefix(nameWidth)) : "node \(node.rawValue)"
    }

    private static func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return left ? space + text : text + space
    }

    /// What crossed, without the columns before it.
    public func what(_ record: TraceRecord) -> String {
        switch record.payload {
        case .opened(let session, let role): "manager \(session.rawValue): opened as \(role.rawValue)"
        case .closed(let session): "manager \(session.rawValue): closed"
        case .centralCommand(let session, let command): Self.port(session, command)
        case .centralEvent(let session, let event): Self.port(session, event)
        case .peripheralCommand(let session, let command): Self.port(session, command)
        case .peripheralEvent(let session, let event): Self.port(session, event)
        case .hci(let packet): Self.hci(packet)
        case .air(let frame): air(frame)
        case .world(let happening): Self.world(happening)
        }
    }

    private static func port(_ session: SessionID, _ value: Any) -> String {
        let fields = CompactText.caseFields(value)
        return "manager \(session.rawValue): \(CompactText.caseName(value))"
            + (fields.isEmpty ? "" : " " + fields)
    }

    private static func world(_ happening: TraceRecord.Happening) -> String {
        switch happening {
        case .added(let name, let position): "added \(name) at \(place(position))"
        case .moved(let position): "moved to \(place(position))"
        case .powered(let isOn): isOn ? "radio on" : "radio off"
        case .removed: "removed"
        case .pairingAlert(let alert): "pairing alert: \(alert.message)"
        case .pairingAnswer(let answer): "user: \(answer)"
        case .misuse(let misuse): "MISUSE \(misuse.call): \(CompactText.withoutAddresses(misuse.message))"
        case .systemAlert(let alert): "alert \(alert)"
        case .systemAlertAnswer(let number, let allows):
            "user: \(allows ? "allows" : "denies") what alert \(number) asks"
        case .authorization(let app, let authorization): "\(app): authorization \(authorization)"
        case .bluetooth(let radio): "Bluetooth: \(radio)"
        case .termination(let app, let reason): "\(app): ends, \(reason.rawValue)"
        case .appState(let app, let state): "\(app): \(state.rawValue)"
        case .launch(let app, let launch): "\(app): launched \(launch)"
        case .note(let text): text
        }
    }

    private static func place(_ position: Position) -> String {
        "(\(position.x), \(position.y), \(position.z)) m"
    }

    // MARK: HCI

    /// One HCI packet; ATT in data is named.
    static func hci(_ packet: HCI.Packet) -> String {
        switch packet {
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

    private static func acl(_ data: HCI.ACLData) -> String {
        guard data.packetBoundary != .continuing else { return "… \(CompactText.hexadecimal(data.data))" }
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
        case .advertising(let pdu): text += Self.advertising(pdu)
        case .data(let pdu): text += Self.data(pdu)
        }
        if let receiver = frame.receiver {
            text += " → \(name(of: receiver))"
            if let rssi = frame.rssi { text += " \(rssi) dBm" }
        }
        if frame.isEncrypted { text += " encrypted" }
        return text + (frame.isLost ? " LOST" : "")
    }

    private static func advertising(_ pdu: LL.AdvertisingPDU) -> String {
        let name: String =
            switch pdu {
            case .advInd: "ADV_IND"
            case .advDirectInd: "ADV_DIRECT_IND"
            case .advNonconnInd: "ADV_NONCONN_IND"
            case .advScanInd: "ADV_SCAN_IND"
            case .scanReq: "SCAN_REQ"
            case .scanRsp: "SCAN_RSP"
            case .connectInd: "CONNECT_IND"
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
        return "… \(CompactText.hexadecimal(pdu.payload)) [\(flags)]"
    }
}
