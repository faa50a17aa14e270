import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// `gatttool`: `--primary`, `--characteristics`, `--char-desc`, and the same in its interactive mode, which writes `:` for `=`.
struct GatttoolLines: ListedLines {
    mutating func facts(in line: ListedLine) -> [ListedFact] {
        let uuid = line.field("uuid").flatMap { BluetoothUUID(String($0)) }
        if let handle = line.handle("attr handle"), let uuid {
            return [.service(handle, uuid, isPrimary: true)]
        }
        if let value = line.handle("char value handle"), let handle = line.handle("handle"), let uuid {
            let bits = line.field("char properties").flatMap(ListedLine.handle)
            return [
                .characteristic(
                    declaration: handle, value: value, uuid,
                    properties: bits.flatMap { UInt8(exactly: $0) }.map { GATT.Properties(rawValue: $0) })
            ]
        }
        guard line.trimmed.hasPrefix("handle"), let handle = line.handle("handle") else { return [] }
        if let uuid { return [.attribute(handle, uuid)] }
        guard let word = line.text.range(of: "value:") else { return [] }
        return ListedLine.bytes(line.text[word.upperBound...]).map { [.value(handle, $0)] } ?? []
    }
}
