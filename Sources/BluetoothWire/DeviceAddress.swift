/// A 48-bit device address and its kind.
///
/// Source: Core 6.0, Vol 6, Part B, 1.3; the kinds are those of HCI, Vol 4, Part E, 7.7.65.1.
public struct DeviceAddress: Hashable, Sendable {
    /// The type of an address, with HCI's numbers.
    public enum Kind: UInt8, Hashable, Sendable {
        /// A public device address.
        case `public` = 0
        /// A random address: static, resolvable or non-resolvable.
        case random = 1
        /// A public identity address; the controller resolved a private address to it.
        case publicIdentity = 2
        /// A random static identity address; the controller resolved a private address to it.
        case randomIdentity = 3

        /// The kind on air: one bit, public or random.
        public var onAir: Kind { self == .public || self == .publicIdentity ? .public : .random }
    }

    /// The 48 bits of the address.
    public let value: UInt64
    /// The type of the address.
    public let kind: Kind

    /// Creates an address from its 48 lower bits.
    public init(_ value: UInt64, _ kind: Kind) {
        self.value = value & 0xFFFF_FFFF_FFFF
        self.kind = kind
    }

    /// Reads six bytes in hexadecimal, most significant first: `C0:FF:EE:00:00:01`. Returns nil for any other
    /// text.
    public init?(_ text: some StringProtocol, _ kind: Kind) {
        let octets = text.split(separator: ":", omittingEmptySubsequences: false)
        guard octets.count == 6 else { return nil }
        var value: UInt64 = 0
        for octet in octets {
            // Each character by itself: a sign is no digit.
            let digits = octet.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
            guard octet.count == 2, digits.count == 2 else { return nil }
            value = value << 8 | UInt64(digits[0] << 4 | digits[1])
        }
        self.init(value, kind)
    }

    /// The address of all zeros, which means "none" in HCI.
    public static let zero = DeviceAddress(0, .public)

    /// Whether this is a random static address: the two upper bits are set.
    public var isRandomStatic: Bool { kind.onAir == .random && value >> 46 == 0b11 }
    /// Whether this is a resolvable private address: the two upper bits are `01`.
    public var isResolvable: Bool { kind == .random && value >> 46 == 0b01 }

    /// The six bytes, least significant first, as on air.
    public var littleEndianBytes: [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}

extension DeviceAddress: CustomStringConvertible {
    /// `C0:FF:EE:00:00:01`, followed by `/P` if it is public.
    public var description: String {
        let octets = littleEndianBytes.reversed().map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }
        return octets.joined(separator: ":") + (kind.onAir == .public ? "/P" : "")
    }
}

extension ByteReader {
    /// Reads the six bytes of an address whose kind the caller knows.
    public mutating func address(_ kind: DeviceAddress.Kind) throws(DecodeError) -> DeviceAddress {
        let low = UInt64(try uint32())
        return DeviceAddress(low | UInt64(try uint16()) << 32, kind)
    }
}

extension Array where Element == UInt8 {
    /// Appends the six bytes of an address, without its kind.
    package mutating func append(_ address: DeviceAddress) {
        append(littleEndian: UInt32(truncatingIfNeeded: address.value))
        append(littleEndian: UInt16(truncatingIfNeeded: address.value >> 32))
    }
}
