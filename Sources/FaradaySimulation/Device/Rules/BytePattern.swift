/// What a written value has to look like for a rule, and the names of its parts.
///
/// ```swift
/// // 0xA5, a sequence number, up to 17 bytes, and a checksum over all of that.
/// let frame: BytePattern = ["A5", .number("sequence", .u8), .rest("data"), .checksum(.crc16Modbus)]
/// ```
///
/// A pattern without parts takes every value.
public struct BytePattern: Hashable, Sendable {
    /// A part of a value.
    public enum Part: Hashable, Sendable {
        /// Bytes of which the bits of the masks count.
        case bytes([MaskedByte])
        /// A number with a name.
        case number(String, NumberFormat)
        /// So many bytes with a name; none are a part too.
        case data(String, count: Int)
        /// All bytes up to the parts that follow, with a name; at most one in a pattern.
        case rest(String)
        /// A checksum over all bytes before it, from the byte with this place on. A value with another checksum does not
        /// match.
        case checksum(Checksum, from: Int = 0, isBigEndian: Bool = false)
        /// A literal that is no pattern. The world reports it when the device is added.
        case malformed(String)
    }

    /// A byte of which some bits count.
    public struct MaskedByte: Hashable, Sendable {
        /// The bits as they have to be; those outside the mask are 0.
        public let value: UInt8
        /// Which bits count.
        public let mask: UInt8

        public init(_ value: UInt8, mask: UInt8 = 0xFF) { (self.value, self.mask) = (value & mask, mask) }
    }

    /// The parts, in the order of the bytes.
    public var parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    /// Takes every value.
    public static let any = BytePattern([])

    /// Takes exactly these bytes.
    public static func exactly(_ bytes: [UInt8]) -> BytePattern {
        BytePattern([.bytes(bytes.map { MaskedByte($0) })])
    }

    /// The names of the parts, and which of them are numbers.
    var names: [(name: String, isNumber: Bool)] {
        parts.compactMap { part in
            switch part {
            case .number(let name, _): (name, true)
            case .data(let name, _), .rest(let name): (name, false)
            case .bytes, .checksum, .malformed: nil
            }
        }
    }

    /// What the named parts of a value are; `nil` if the value does not match.
    func match(_ value: [UInt8]) -> [(name: String, RuleValue)]? {
        if parts.isEmpty { return [] }
        let fixed = parts.reduce(0) { $0 + ($1.size ?? 0) }
        let hasRest = parts.contains { $0.size == nil }
        guard hasRest ? value.count >= fixed : value.count == fixed else { return nil }
        var found: [(name: String, RuleValue)] = []
        var place = 0
        for part in parts {
            let size = part.size ?? value.count - fixed
            let bytes = value[place..<(place + size)]
            switch part {
            case .bytes(let wanted):
                guard zip(bytes, wanted).allSatisfy({ $0 & $1.mask == $1.value }) else { return nil }
            case .number(let name, let format): found.append((name, .number(format.number(in: bytes))))
            case .data(let name, _), .rest(let name): found.append((name, .bytes(Array(bytes))))
            case .checksum(let kind, let start, let isBigEndian):
                let right = kind.bytes(of: value[min(start, place)..<place], isBigEndian: isBigEndian)
                guard Array(bytes) == right else { return nil }
            case .malformed: return nil
            }
            place += size
        }
        return found
    }
}

extension BytePattern.Part {
    /// How many bytes it takes; `nil` for the rest.
    var size: Int? {
        switch self {
        case .bytes(let bytes): bytes.count
        case .number(_, let format): format.size
        case .data(_, let count): max(count, 0)
        case .rest: nil
        case .checksum(let kind, _, _): kind.size
        case .malformed: 0
        }
    }

    /// Reads hexadecimal digits, `?` for four bits that do not count; spaces between bytes. `nil` for other text.
    package init?(hexadecimal text: String) {
        let digits = text.utf8.filter { $0 != 0x20 }
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [BytePattern.MaskedByte] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            var (value, mask): (UInt8, UInt8) = (0, 0)
            for digit in digits[start...].prefix(2) {
                (value, mask) = (value << 4, mask << 4)
                if digit == UInt8(ascii: "?") { continue }
                guard let number = UInt8(String(UnicodeScalar(digit)), radix: 16) else { return nil }
                (value, mask) = (value | number, mask | 0xF)
            }
            bytes.append(.init(value, mask: mask))
        }
        self = .bytes(bytes)
    }
}

extension BytePattern.Part: ExpressibleByStringLiteral {
    /// Reads bytes in hexadecimal, with `?` for four bits that do not count: `"A5 ?? 0?"`.
    public init(stringLiteral text: String) { self = .init(hexadecimal: text) ?? .malformed(text) }
}

extension BytePattern: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Reads bytes in hexadecimal, with `?` for four bits that do not count: `"A5 ?? 0?"`.
    public init(stringLiteral text: String) { self.init([Part(stringLiteral: text)]) }

    public init(arrayLiteral parts: Part...) { self.init(parts) }
}

extension Checksum {
    /// The checksum as it stands behind its bytes.
    func bytes(of bytes: some Sequence<UInt8>, isBigEndian: Bool) -> [UInt8] {
        NumberFormat(size: size, isBigEndian: isBigEndian).bytes(of: Int64(value(of: bytes)))
    }
}

/// What a name of a rule means: a number, or bytes.
enum RuleValue: Hashable, Sendable {
    case number(Int64)
    case bytes([UInt8])

    var number: Int64 { if case .number(let number) = self { number } else { 0 } }
    var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}
