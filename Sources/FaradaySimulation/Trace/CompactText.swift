import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// Any traced value as short readable text: fields by name, bytes in hexadecimal.
///
/// It uses reflection, so it is for traces and messages only, never for the packet path.
enum CompactText {
    /// The fields of a value: `handle=0x000E value=64`.
    static func fields(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct || mirror.displayStyle == .tuple else { return text(value) }
        return mirror.children.map(field).joined(separator: " ")
    }

    /// One value: `0102`, `on`, `found(180D…)`.
    static func text(_ value: Any) -> String {
        // An empty array casts to an array of anything: ask for the type itself.
        if type(of: value) == [UInt8].self, let bytes = value as? [UInt8] {
            return bytes.isEmpty ? "-" : hexadecimal(bytes)
        }
        switch value {
        case let text as String: return "\"\(text)\""
        case let uuid as BluetoothUUID: return uuid.description
        case let time as Nanoseconds: return "\(time)s"
        case let attribute as AttributeIdentifier: return "#\(attribute.rawValue)"
        case let request as RequestIdentifier: return "request \(request.rawValue)"
        case let peer as PeerIdentifier: return String(peer.description.prefix(8))
        case let list as [Any]: return "[" + list.map(text).joined(separator: ", ") + "]"
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { text($0.value) } ?? "-"
        case .enum: return enumeration(value, mirror)
        case .struct where !(value is any CustomStringConvertible):
            if mirror.children.count == 1, let only = mirror.children.first { return unnamed(only.value) }
            return "{" + fields(value) + "}"
        default: return String(describing: value)
        }
    }

    private static func enumeration(_ value: Any, _ mirror: Mirror) -> String {
        guard let payload = mirror.children.first, let name = payload.label else {
            return String(describing: value)
        }
        return "\(name)(\(associated(payload.value)))"
    }

    /// The name of an enum's case.
    static func caseName(_ value: Any) -> String {
        Mirror(reflecting: value).children.first?.label ?? String(describing: value)
    }

    /// The associated values of an enum's case: `handle=… value=…`.
    static func caseFields(_ value: Any) -> String {
        Mirror(reflecting: value).children.first.map { associated($0.value) } ?? ""
    }

    private static func associated(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .tuple || mirror.displayStyle == .struct else { return unnamed(value) }
        if mirror.displayStyle == .struct, value is any CustomStringConvertible || mirror.children.count == 1
        {
            return text(value)
        }
        return mirror.children.map(field).joined(separator: " ")
    }

    private static func field(_ child: Mirror.Child) -> String {
        guard let label = child.label, !label.hasPrefix("."), !label.hasPrefix("_") else {
            return unnamed(child.value)
        }
        if let number = child.value as? UInt16, label.lowercased().hasSuffix("handle") {
            return "\(label)=\(hexadecimal(number))"
        }
        return "\(label)=\(text(child.value))"
    }

    /// A value without a name; two bytes are taken as a handle.
    private static func unnamed(_ value: Any) -> String {
        if let handle = value as? UInt16 { return hexadecimal(handle) }
        if let mask = value as? UInt64 { return "0x" + String(mask, radix: 16, uppercase: true) }
        return text(value)
    }

    /// A text with `0x...` for the addresses of objects in it, which differ from process to process.
    ///
    /// Addresses have more than eight digits; handles and codes have fewer.
    static func withoutAddresses(_ text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let zero = rest.firstIndex(of: "0") {
            let tail = rest[rest.index(after: zero)...]
            result += rest[...zero]
            rest = tail
            guard tail.first == "x" else { continue }
            let digits = tail.dropFirst().prefix { $0.isHexDigit }
            result += "x" + (digits.count > 8 ? "..." : digits)
            rest = rest[digits.endIndex...]
        }
        return result + rest
    }

    /// Two digits for each byte.
    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `0x000E`.
    static func hexadecimal(_ value: UInt16) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - text.count) + text
    }
}
