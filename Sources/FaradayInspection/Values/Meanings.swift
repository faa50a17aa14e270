import BluetoothProfiles
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// The values of standard characteristics in words: `beats per minute 72, has contact`.
package enum Meanings {
    /// A value in words; `nil` if no profile has a type for it, or if the bytes are not such a value.
    package static func text(_ value: [UInt8], of characteristic: BluetoothUUID) -> String? {
        guard let decoded = decoders[characteristic]?(value) else { return nil }
        let text = words(decoded)
        return text.isEmpty ? nil : units[characteristic].map { "\(text) \($0)" } ?? text
    }

    /// A decoded value: its fields by name, without those that are absent.
    private static func words(_ value: Any) -> String {
        if let text = plain(value) { return text }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .struct, .tuple, .class: return fields(mirror)
        case .optional: return mirror.children.first.map { words($0.value) } ?? ""
        case .enum: return enumeration(value, mirror)
        case .collection: return mirror.children.map { words($0.value) }.joined(separator: ", ")
        default: return String(describing: value)
        }
    }

    private static func plain(_ value: Any) -> String? {
        switch value {
        case let text as String: "\"\(text)\""
        case let isOn as Bool: isOn ? "yes" : "no"
        case let bytes as [UInt8]: bytes.isEmpty ? "no bytes" : TraceJSON.hexadecimal(bytes)
        case let number as any BinaryInteger: "\(number)"
        case let number as any BinaryFloatingPoint: rounded(Double(number))
        case let uuid as BluetoothUUID: uuid.label
        case let described as any CustomStringConvertible
        where Mirror(reflecting: described).displayStyle == .struct:
            described.description
        default: nil
        }
    }

    private static func fields(_ mirror: Mirror) -> String {
        let children = mirror.children.filter { !isAbsent($0.value) }
        if mirror.children.count == 1, let only = mirror.children.first { return words(only.value) }
        return children.compactMap { child in
            guard let label = child.label.map(name) else { return words(child.value) }
            let value = words(child.value)
            if value == "yes" { return label }
            if value == "no" { return "not " + label }
            return value.isEmpty ? nil : "\(label) \(value)"
        }.joined(separator: ", ")
    }

    private static func enumeration(_ value: Any, _ mirror: Mirror) -> String {
        guard let payload = mirror.children.first, let label = payload.label else {
            return name(String(describing: value))
        }
        let inside = words(payload.value)
        return inside.isEmpty ? name(label) : "\(name(label)) \(inside)"
    }

    /// Whether a field has nothing to say: an absent value, an empty list.
    private static func isAbsent(_ value: Any) -> Bool {
        if let unknown = value as? UnknownFields { return unknown.isEmpty }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.isEmpty
        case .collection, .set, .dictionary: return mirror.children.isEmpty
        default: return false
        }
    }

    /// `beatsPerMinute` as `beats per minute`.
    private static func name(_ label: String) -> String {
        var text = ""
        var wasUpper = true
        for character in label.drop(while: { $0 == "." || $0 == "_" }) {
            if character.isUppercase, !wasUpper { text += " " }
            text += wasUpper && character.isUppercase ? String(character) : character.lowercased()
            wasUpper = character.isUppercase
        }
        return text
    }

    private static func rounded(_ number: Double) -> String {
        guard number.magnitude < 1e9 else { return "\(number)" }
        let thousandths = (number * 1000).rounded() / 1000
        return thousandths == thousandths.rounded() ? "\(Int(thousandths))" : "\(thousandths)"
    }
}
