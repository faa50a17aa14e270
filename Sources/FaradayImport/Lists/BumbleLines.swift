import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Bumble's `gatt-dump`.
struct BumbleLines: ListedLines {
    /// The attribute of the last line, whose value may follow.
    private var last: (handle: ATT.Handle, type: BluetoothUUID)?

    mutating func facts(in line: ListedLine) -> [ListedFact] {
        if let last, let bytes = ListedLine.bytes(line.trimmed) {
            self.last = nil
            return Self.facts(last.handle, last.type, bytes)
        }
        last = nil
        guard let open = line.trimmed.firstIndex(of: "("), let handle = line.handle("handle") else {
            return []
        }
        switch line.trimmed[..<open] {
        case "Service": return Self.uuid(line, "uuid").map { [.service(handle, $0, isPrimary: true)] } ?? []
        case "Characteristic":
            guard handle > 1, let uuid = Self.uuid(line, "uuid") else { return [] }
            // Its handle is the value's.
            return [
                .characteristic(
                    declaration: handle - 1, value: handle, uuid, properties: Self.properties(line.trimmed))
            ]
        case "Descriptor": return Self.uuid(line, "type").map { [.attribute(handle, $0)] } ?? []
        case "Attribute":
            guard let type = Self.uuid(line, "type") else { return [] }
            last = (handle, type)
            return [.attribute(handle, type)]
        default: return []
        }
    }

    /// `UUID-16:2A00`, or all digits.
    private static func uuid(_ line: ListedLine, _ name: String) -> BluetoothUUID? {
        guard let text = line.field(name) else { return nil }
        return BluetoothUUID(text.split(separator: ":").last.map(String.init) ?? "")
    }

    /// What stands behind the last comma: `READ|NOTIFY)`.
    private static func properties(_ text: Substring) -> GATT.Properties? {
        guard let words = text.split(separator: ",").last?.trimmed, words.hasSuffix(")") else { return nil }
        let found = words.dropLast().split(separator: "|").map { GATT.Properties(listed: $0) }
        return found.contains(nil) ? nil : GATT.Properties(found.compactMap { $0 })
    }

    /// A declaration says more than its type.
    private static func facts(
        _ handle: ATT.Handle, _ type: BluetoothUUID, _ value: [UInt8]
    ) -> [ListedFact] {
        switch type {
        case "2800", "2801":
            guard let uuid = BluetoothUUID(littleEndian: value) else { return [] }
            return [.service(handle, uuid, isPrimary: type == "2800")]
        case "2803":
            guard value.count > 3, let place = Bytes.word(value, 1),
                let uuid = BluetoothUUID(littleEndian: Array(value[3...]))
            else { return [] }
            return [
                .characteristic(
                    declaration: handle, value: place, uuid, properties: GATT.Properties(rawValue: value[0]))
            ]
        default: return [.value(handle, value)]
        }
    }
}
