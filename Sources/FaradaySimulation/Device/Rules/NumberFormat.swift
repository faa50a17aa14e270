/// How a number stands in bytes.
///
/// ```swift
/// NumberFormat("u16be")?.bytes(of: 258)  // [1, 2]
/// ```
public struct NumberFormat: Hashable, Sendable, CustomStringConvertible {
    /// How many bytes it has, 1 to 8.
    public let size: Int
    /// Whether it is in two's complement.
    public let isSigned: Bool
    /// Whether the highest byte comes first; Bluetooth's own numbers have the lowest first.
    public let isBigEndian: Bool

    /// Creates a format; a size outside 1 to 8 becomes the nearest of them.
    public init(size: Int, isSigned: Bool = false, isBigEndian: Bool = false) {
        self.size = min(max(size, 1), 8)
        self.isSigned = isSigned
        self.isBigEndian = isBigEndian && self.size > 1
    }

    /// One byte.
    public static let u8 = NumberFormat(size: 1)
    /// Two bytes, lower byte first.
    public static let u16 = NumberFormat(size: 2)
    /// Three bytes, lowest byte first.
    public static let u24 = NumberFormat(size: 3)
    /// Four bytes, lowest byte first.
    public static let u32 = NumberFormat(size: 4)
    /// Two bytes, higher byte first.
    public static let u16be = NumberFormat(size: 2, isBigEndian: true)
    /// Four bytes, highest byte first.
    public static let u32be = NumberFormat(size: 4, isBigEndian: true)

    /// Reads `u16`, `i32`, `u32be` and the like: `u` or `i`, a number of bits that is a multiple of 8 up to 64, and
    /// `be` if the highest byte comes first. `nil` for any other text.
    public init?(_ text: String) {
        guard let kind = text.first, kind == "u" || kind == "i" else { return nil }
        var digits = text.dropFirst()
        let isBig = digits.hasSuffix("be")
        if isBig { digits = digits.dropLast(2) }
        guard let bits = Int(digits), bits % 8 == 0, 8...64 ~= bits, "\(bits)" == digits,
            !(isBig && bits == 8)
        else { return nil }
        self.init(size: bits / 8, isSigned: kind == "i", isBigEndian: isBig)
    }

    public var description: String { "\(isSigned ? "i" : "u")\(size * 8)\(isBigEndian ? "be" : "")" }

    /// The lowest bytes of a number.
    public func bytes(of number: Int64) -> [UInt8] {
        let little = (0..<size).map { UInt8(truncatingIfNeeded: number >> Int64($0 * 8)) }
        return isBigEndian ? little.reversed() : little
    }

    /// The number in these bytes; of more bytes than it has, the first ones count.
    public func number(in bytes: some Collection<UInt8>) -> Int64 {
        let own = Array(bytes.prefix(size))
        let big = isBigEndian ? own : own.reversed()
        let value = big.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let spare = UInt64(64 - own.count * 8)
        return isSigned && !own.isEmpty
            ? Int64(bitPattern: value << spare) >> Int64(spare) : Int64(bitPattern: value)
    }
}
