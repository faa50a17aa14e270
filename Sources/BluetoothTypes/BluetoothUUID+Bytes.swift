// Inlinable, because a generic function of another module is not specialized, and a UUID would cost ten times as much.
extension BluetoothUUID {
    /// Creates a UUID from 2, 4 or 16 bytes, least significant first, as they are sent over the air; `nil`
    /// for any other count.
    @inlinable
    public init?<Bytes: BidirectionalCollection>(littleEndian bytes: Bytes) where Bytes.Element == UInt8 {
        self.init(bigEndian: bytes.reversed())
    }

    /// Creates a UUID from 2, 4 or 16 bytes, most significant first; `nil` for any other count.
    @inlinable
    public init?<Bytes: Collection>(bigEndian bytes: Bytes) where Bytes.Element == UInt8 {
        guard let width = Width(rawValue: UInt8(clamping: bytes.count)) else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        switch width {
        case .bits16: self.init(UInt16(truncatingIfNeeded: low))
        case .bits32: self.init(bits32: UInt32(truncatingIfNeeded: low))
        case .bits128: self.init(high: high, low: low)
        }
    }

    /// The bytes of this UUID in its own width, most significant first.
    public var bigEndianBytes: [UInt8] {
        switch width {
        case .bits16: Self.bytes(of: high >> 32, count: 2)
        case .bits32: Self.bytes(of: high >> 32, count: 4)
        case .bits128: Self.bytes(of: high, count: 8) + Self.bytes(of: low, count: 8)
        }
    }

    /// The bytes of this UUID in its own width, least significant first, as they are sent over the air.
    public var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }

    private static func bytes(of value: UInt64, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}
