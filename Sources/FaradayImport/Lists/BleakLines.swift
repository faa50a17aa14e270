import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// bleak's example `service_explorer`, whatever stands before the brackets.
struct BleakLines: ListedLines {
    mutating func facts(in line: ListedLine) -> [ListedFact] {
        guard let open = line.text.firstIndex(of: "["), let close = line.text.firstIndex(of: "]"),
            open < close,
            let handle = line.handle("(Handle"), handle > 0
        else { return [] }
        let rest = line.text[line.text.index(after: close)...].trimmed
        guard let uuid = BluetoothUUID(String(rest.prefix { $0 != " " })) else { return [] }
        let value = Self.value(rest)
        switch line.text[line.text.index(after: open)..<close] {
        case "Service": return [.service(handle, uuid, isPrimary: true)]
        case "Characteristic":
            guard handle < ATT.Handle.max else { return [] }
            let fact = ListedFact.characteristic(
                declaration: handle, value: handle + 1, uuid, properties: Self.properties(rest))
            return [fact] + (value.map { [.value(handle + 1, $0)] } ?? [])
        case "Descriptor": return [.attribute(handle, uuid)] + (value.map { [.value(handle, $0)] } ?? [])
        default: return []
        }
    }

    /// `(read,notify)`: the last brackets before the value.
    private static func properties(_ text: Substring) -> GATT.Properties? {
        let head = text.range(of: "Value:").map { text[..<$0.lowerBound] } ?? text
        guard let open = head.lastIndex(of: "("), let close = head[open...].firstIndex(of: ")") else {
            return nil
        }
        let words = head[head.index(after: open)..<close].split(separator: ",")
        let found = words.map { GATT.Properties(listed: $0) }
        return found.isEmpty || found.contains(nil) ? nil : GATT.Properties(found.compactMap { $0 })
    }

    /// Bytes as Python writes them: `bytearray(b'Str\x00')`.
    private static func value(_ text: Substring) -> [UInt8]? {
        guard let word = text.range(of: "Value:"),
            let begin = text[word.upperBound...].range(of: "b'") ?? text[word.upperBound...].range(of: "b\"")
        else { return nil }
        return PythonBytes(text[text.index(after: begin.lowerBound)...]).bytes
    }
}
