import BluetoothTypes
import FaradaySimulation

/// Writes values, templates and patterns.
enum ByteWriters {
    /// An error of the attribute protocol: its name, or its number.
    static func error(_ code: ATT.ErrorCode) -> JSONText {
        FileNames.name(of: code, in: FileNames.errors).map { .string($0) } ?? .integer(Int64(code.rawValue))
    }

    static func hexadecimal(_ bytes: [UInt8]) -> JSONText { .string(text(bytes)) }

    /// Two digits a byte, in groups of four bytes if there are many.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { TraceJSON.hexadecimal([$0]).uppercased() }.joined(separator: " ")
    }

    static func template(_ template: ByteTemplate) -> JSONText {
        let parts = template.parts.map(part)
        return parts.isEmpty ? .string("") : parts.count == 1 ? parts[0] : .array(parts)
    }

    private static func part(_ part: ByteTemplate.Part) -> JSONText {
        switch part {
        case .bytes(let bytes): hexadecimal(bytes)
        case .number(let number, let format):
            .object([("number", expression(number)), ("as", .string("\(format)"))])
        case .data(let data): .object([("data", expression(data))])
        case .checksum(let kind, let start, let isBig): checksum(kind, start, isBig)
        case .malformed(let text): .string(text)
        }
    }

    static func expression(_ expression: DeviceExpression) -> JSONText {
        if case .number(let number) = expression { .integer(number) } else { .string("\(expression)") }
    }

    private static func checksum(_ kind: Checksum, _ start: Int, _ isBig: Bool) -> JSONText {
        var object = JSONMembers()
        object.add("checksum", .string(kind.rawValue))
        object.add("from", start, unless: 0)
        if isBig { object.add("order", .string("big")) }
        return object.json
    }

    static func pattern(_ pattern: BytePattern) -> JSONText {
        let parts = pattern.parts.map(part)
        return parts.count == 1 ? parts[0] : .array(parts)
    }

    private static func part(_ part: BytePattern.Part) -> JSONText {
        switch part {
        case .bytes(let bytes): masked(bytes)
        case .number(let name, let format):
            .object([("number", .string(name)), ("as", .string("\(format)"))])
        case .data(let name, let count):
            .object([("data", .string(name)), ("length", .integer(Int64(count)))])
        case .rest(let name): .object([("rest", .string(name))])
        case .checksum(let kind, let start, let isBig): checksum(kind, start, isBig)
        case .malformed(let text): .string(text)
        }
    }

    /// Digits and `?`, if the masks are of whole digits.
    private static func masked(_ bytes: [BytePattern.MaskedByte]) -> JSONText {
        guard bytes.allSatisfy(\.isWhole) else {
            return .object([
                ("bits", hexadecimal(bytes.map(\.value))), ("mask", hexadecimal(bytes.map(\.mask))),
            ])
        }
        return .string(bytes.map(\.digits).joined(separator: " "))
    }
}

extension BytePattern.MaskedByte {
    /// Whether the mask is one of whole digits.
    var isWhole: Bool { [0, 0x0F, 0xF0, 0xFF].contains(mask) }

    /// Two digits, `?` for those that do not count.
    var digits: String {
        let digits = Array(ByteWriters.text([value]))
        return (mask & 0xF0 == 0 ? "?" : "\(digits[0])") + (mask & 0x0F == 0 ? "?" : "\(digits[1])")
    }
}
