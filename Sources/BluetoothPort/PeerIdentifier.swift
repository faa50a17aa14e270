/// The 128-bit identifier that a phone gives to a peer; app code sees it as a `UUID`.
///
/// It belongs to the phone that created it: two phones have different identifiers for the same device
/// (behaviour 3.33).
public struct PeerIdentifier: Hashable, Sendable, Comparable {
    /// The upper 64 bits, in the order in which the UUID is written.
    public let high: UInt64
    /// The lower 64 bits.
    public let low: UInt64

    /// Creates an identifier from its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Orders identifiers by their bytes, most significant first.
    public static func < (left: PeerIdentifier, right: PeerIdentifier) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension PeerIdentifier: CustomStringConvertible {
    /// Upper-case hexadecimal in the dashed form of 36 characters.
    public var description: String {
        func hex(_ value: UInt64, _ digits: Int) -> String {
            let text = String(value, radix: 16, uppercase: true)
            return String(repeating: "0", count: digits - text.count) + text
        }
        return [
            hex(high >> 32, 8), hex(high >> 16 & 0xFFFF, 4), hex(high & 0xFFFF, 4),
            hex(low >> 48, 4), hex(low & 0xFFFF_FFFF_FFFF, 12),
        ].joined(separator: "-")
    }
}

/// Identifies one attribute object (service, characteristic or descriptor) of one peer, as long as the link
/// on which it was discovered exists. Identity is by handle, never by UUID (behaviour 4.21).
public struct AttributeIdentifier: Hashable, Sendable {
    /// An opaque number; behind the port it is the attribute's handle.
    public let rawValue: UInt64
    /// Wraps an opaque number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// Identifies one ATT request that waits for the app's answer.
public struct RequestIdentifier: Hashable, Sendable {
    /// An opaque number.
    public let rawValue: UInt64
    /// Wraps an opaque number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}
