import FaradayEngine

/// A value that a rule makes: fixed bytes, numbers, parts of what was written, checksums.
///
/// ```swift
/// let answer: ByteTemplate = ["5A", .number("sequence", .u8), .data("data"), .checksum(.crc16Modbus)]
/// ```
public struct ByteTemplate: Hashable, Sendable {
    /// A part of a value.
    public enum Part: Hashable, Sendable {
        /// Bytes that are the same each time.
        case bytes([UInt8])
        /// A number; its lowest bytes are used.
        case number(DeviceExpression, NumberFormat)
        /// Bytes: a field, a variable, `value`, or a `slice` of one of them.
        case data(DeviceExpression)
        /// A checksum over all bytes before it, from the byte with this place on.
        case checksum(Checksum, from: Int = 0, isBigEndian: Bool = false)
        /// A literal that is not hexadecimal. The world reports it when the device is added.
        case malformed(String)
    }

    /// The parts, in the order of the bytes.
    public var parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    /// These bytes.
    public static func bytes(_ bytes: [UInt8]) -> ByteTemplate {
        ByteTemplate(bytes.isEmpty ? [] : [.bytes(bytes)])
    }

    /// The bytes, if they are the same each time.
    package var constant: [UInt8]? {
        let isConstant = parts.allSatisfy { part in
            switch part {
            case .bytes, .checksum: true
            case .number(let expression, _), .data(let expression): expression.isConstant
            case .malformed: false
            }
        }
        guard isConstant else { return nil }
        var scope = RuleScope(variables: [:], random: EntropyStream(state: 0))
        return value(&scope)
    }

    func value(_ scope: inout RuleScope) -> [UInt8] {
        var value: [UInt8] = []
        for part in parts {
            switch part {
            case .bytes(let bytes): value += bytes
            case .number(let expression, let format): value += format.bytes(of: scope.number(expression))
            case .data(let expression): value += scope.bytes(expression)
            case .checksum(let kind, let start, let isBigEndian):
                value += kind.bytes(of: value.dropFirst(start), isBigEndian: isBigEndian)
            case .malformed: break
            }
        }
        return value
    }
}

extension ByteTemplate.Part: ExpressibleByStringLiteral {
    /// Reads bytes in hexadecimal: `"5A 00"`.
    public init(stringLiteral text: String) {
        guard case .bytes(let bytes)? = BytePattern.Part(hexadecimal: text), !text.contains("?") else {
            self = .malformed(text)
            return
        }
        self = .bytes(bytes.map(\.value))
    }
}

extension ByteTemplate: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Reads bytes in hexadecimal: `"5A 00"`.
    public init(stringLiteral text: String) { self.init([Part(stringLiteral: text)]) }

    public init(arrayLiteral parts: Part...) { self.init(parts) }
}
