/// A Bluetooth UUID of 16, 32 or 128 bits that remembers the width in which it was written.
///
/// Two UUIDs are equal when their 128-bit expansions are equal, whatever their widths: `180D` equals
/// `0000180D-0000-1000-8000-00805F9B34FB`. Hashing follows equality.
///
/// ```swift
/// let heartRate = BluetoothUUID(0x180D)
/// let same = BluetoothUUID("0000180D-0000-1000-8000-00805F9B34FB")
/// assert(heartRate == same)
/// ```
///
/// Source: Core 6.0, Vol 3, Part B, 2.5.1; behaviour 2.3.
public struct BluetoothUUID: Sendable {
    /// The width in which a UUID was created; it determines how many bytes are sent.
    public enum Width: UInt8, Hashable, Sendable {
        /// Two bytes: a value assigned by the Bluetooth SIG.
        case bits16 = 2
        /// Four bytes: a value assigned by the Bluetooth SIG.
        case bits32 = 4
        /// Sixteen bytes: any UUID.
        case bits128 = 16

        /// How many bytes a UUID of this width takes.
        public var byteCount: Int { Int(rawValue) }
    }

    /// The upper 64 bits of the 128-bit expansion.
    public let high: UInt64
    /// The lower 64 bits of the 128-bit expansion.
    public let low: UInt64
    /// The width in which this value was created.
    public let width: Width
    /// Whether it was written as a literal that is not a UUID, such as `"18G0"`. Then it equals no UUID, and a method
    /// that gets it reports the mistake.
    public let isMalformed: Bool

    private static let baseHigh: UInt64 = 0x0000_0000_0000_1000
    private static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB

    /// Creates a 16-bit UUID.
    public init(_ short: UInt16) {
        self.init(high: UInt64(short) << 32 | Self.baseHigh, low: Self.baseLow, width: .bits16)
    }

    /// Creates a 32-bit UUID.
    public init(bits32 value: UInt32) {
        self.init(high: UInt64(value) << 32 | Self.baseHigh, low: Self.baseLow, width: .bits32)
    }

    /// Creates a 128-bit UUID from its two halves, most significant first.
    public init(high: UInt64, low: UInt64) {
        self.init(high: high, low: low, width: .bits128)
    }

    private init(high: UInt64, low: UInt64, width: Width) {
        self.high = high
        self.low = low
        self.width = width
        isMalformed = false
    }

    /// Creates a value that is not a UUID; the halves store the beginning of its text.
    package init(malformedHigh high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
        width = .bits128
        isMalformed = true
    }

    /// The 16-bit value, when the UUID is `0000xxxx` on the Bluetooth base, otherwise `nil`.
    public var short: UInt16? {
        guard isOnBase, high >> 48 == 0, !isMalformed else { return nil }
        return UInt16(truncatingIfNeeded: high >> 32)
    }

    /// The same UUID with 16 bits if it has a 16-bit form. Otherwise it stays as it is: ATT has no 32-bit form.
    public var shortened: BluetoothUUID {
        if let short { return BluetoothUUID(short) }
        return self
    }

    /// The same UUID written with 128 bits, as ATT transmits a 32-bit one.
    public var expanded: BluetoothUUID { isMalformed ? self : BluetoothUUID(high: high, low: low) }

    private var isOnBase: Bool { low == Self.baseLow && UInt32(truncatingIfNeeded: high) == 0x1000 }
}

extension BluetoothUUID: Hashable {
    /// Whether both have the same 128-bit expansion.
    public static func == (left: BluetoothUUID, right: BluetoothUUID) -> Bool {
        left.low == right.low && left.high == right.high && left.isMalformed == right.isMalformed
    }

    /// Hashes the 128-bit expansion.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }
}

extension BluetoothUUID: Comparable {
    /// Orders UUIDs by their 128-bit expansions.
    public static func < (left: BluetoothUUID, right: BluetoothUUID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
