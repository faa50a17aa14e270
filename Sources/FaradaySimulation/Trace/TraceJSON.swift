import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// A trace as JSON Lines: one object for each record, for programs.
///
/// The keys are stable. Each line has all of them, in this order: `t` (nanoseconds of virtual time), `node` (number, or
/// null for the world), `name`, `stair` (`port`, `hci`, `air`, `world`), `dir` (`down`, `up`, `none`), `kind` (the
/// case's name: `connect`, `command`, `acl`, `data` …), `text` (as in `TraceText`) and `bytes` (hexadecimal: the H4
/// packet for `hci`, the PDU for `air`, else null).
///
/// ```text
/// {"t":5000000,"node":0,"name":"phone","stair":"hci","dir":"down","kind":"command","text":"Reset","bytes":"…"}
/// ```
public struct TraceJSON: Sendable {
    private var names: TraceNames

    /// Creates a renderer; `names` are the names of the nodes, by number.
    public init(names: [String]) { self.init(TraceNames(nodes: names)) }

    package init(_ names: TraceNames) { self.names = names }

    /// All records, one line each.
    public func lines(of records: some Sequence<TraceRecord>) -> String {
        var learning = self
        var text = ""
        for record in records {
            learning.names.learn(record)
            text += learning.line(of: record) + "\n"
        }
        return text
    }

    /// One record.
    public func line(of record: TraceRecord) -> String { "{" + members(of: record) + "}" }

    /// The members of a record's object, without its braces.
    package func members(of record: TraceRecord, withTime: Bool = true) -> String {
        let (kind, bytes) = (Self.kind(record.payload), record.packetBytes)
        let time = withTime ? ["\"t\":\(record.time.nanoseconds)"] : []
        let fields =
            time + [
                "\"node\":\(record.node.map { String($0.rawValue) } ?? "null")",
                "\"name\":\(Self.quoted(names.fullNode(record.node)))",
                "\"stair\":\"\(record.stair.rawValue)\"",
                "\"dir\":\"\(record.direction.rawValue)\"",
                "\"kind\":\"\(kind)\"",
                "\"text\":\(Self.quoted(TraceText(names).what(record)))",
                "\"bytes\":\(bytes.map { "\"\(CompactText.hexadecimal($0))\"" } ?? "null")",
            ]
        return fields.joined(separator: ",")
    }

    private static func kind(_ payload: TraceRecord.Payload) -> String {
        switch payload {
        case .opened: "opened"
        case .closed: "closed"
        case .centralCommand(_, let command): CompactText.caseName(command)
        case .centralEvent(_, let event): CompactText.caseName(event)
        case .peripheralCommand(_, let command): CompactText.caseName(command)
        case .peripheralUpdate: "updateValue"
        case .peripheralEvent(_, let event): CompactText.caseName(event)
        case .accessoryCommand(_, let command): CompactText.caseName(command)
        case .accessoryEvent(_, let event): CompactText.caseName(event)
        case .nearbyCommand(_, let command): CompactText.caseName(command)
        case .nearbyEvent(_, let event): CompactText.caseName(event)
        case .hci(let packet): CompactText.caseName(packet)
        case .air(let frame): CompactText.caseName(frame.kind)
        case .world(let happening): CompactText.caseName(happening)
        }
    }

    /// Bytes as in `bytes`: two digits each.
    package static func hexadecimal(_ bytes: [UInt8]) -> String { CompactText.hexadecimal(bytes) }

    /// A JSON string (RFC 8259, 7).
    package static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            // The last two end a line for scripts, but not for readers of JSON Lines.
            case _ where scalar.value < 0x20 || scalar.value == 0x2028 || scalar.value == 0x2029:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension AirFrame {
    /// The PDU with its header, as on air.
    package var pduBytes: [UInt8] {
        switch kind {
        case .advertising(let pdu): pdu.bytes
        case .data(let pdu): pdu.bytes
        }
    }
}
