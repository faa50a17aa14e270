/// A cursor over received bytes that fails, never traps, when they run out.
///
/// Integers on air are little-endian (Core 6.0, Vol 1, Part E, 2.9).
public struct ByteReader: Sendable {
    /// The layer that is reading; it names the errors.
    public let layer: DecodeError.Layer
    @usableFromInline let bytes: [UInt8]
    @usableFromInline var position: Int
    @usableFromInline let end: Int

    /// Starts reading `bytes` at their beginning.
    @inlinable public init(_ bytes: [UInt8], layer: DecodeError.Layer) {
        self.init(bytes, from: 0, layer: layer)
    }

    /// Starts reading `bytes` at `start`, which must not be greater than their count.
    @inlinable public init(_ bytes: [UInt8], from start: Int, layer: DecodeError.Layer) {
        precondition(start >= 0 && start <= bytes.count, "ByteReader starts at \(start) of \(bytes.count)")
        self.layer = layer
        self.bytes = bytes
        self.position = start
        self.end = bytes.count
    }

    /// How many bytes are left.
    @inlinable public var remaining: Int { end - position }
    /// Whether every byte has been read.
    @inlinable public var isAtEnd: Bool { position == end }

    /// Reads one byte.
    @inlinable public mutating func uint8() throws(DecodeError) -> UInt8 {
        try need(1)
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a signed byte, such as an RSSI in dBm.
    @inlinable public mutating func int8() throws(DecodeError) -> Int8 { Int8(bitPattern: try uint8()) }

    /// Reads two bytes.
    @inlinable public mutating func uint16() throws(DecodeError) -> UInt16 {
        try need(2)
        defer { position += 2 }
        return UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8
    }

    /// Reads three bytes.
    @inlinable public mutating func uint24() throws(DecodeError) -> UInt32 {
        UInt32(try uint16()) | UInt32(try uint8()) << 16
    }

    /// Reads four bytes.
    @inlinable public mutating func uint32() throws(DecodeError) -> UInt32 {
        UInt32(try uint16()) | UInt32(try uint16()) << 16
    }

    /// Reads eight bytes.
    @inlinable public mutating func uint64() throws(DecodeError) -> UInt64 {
        UInt64(try uint32()) | UInt64(try uint32()) << 32
    }

    /// Reads `count` bytes.
    @inlinable public mutating func array(_ count: Int) throws(DecodeError) -> [UInt8] {
        try need(count)
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// Reads all that is left.
    @inlinable public mutating func rest() -> [UInt8] {
        defer { position = end }
        return position == 0 ? bytes : Array(bytes[position..<end])
    }

    /// Fails unless `count` more bytes are there.
    @inlinable public func need(_ count: Int) throws(DecodeError) {
        guard count >= 0, end - position >= count else {
            throw DecodeError(layer, .truncated(needed: count, remaining: end - position))
        }
    }

    /// Fails unless every byte has been read.
    @inlinable public func finish() throws(DecodeError) {
        guard position == end else { throw DecodeError(layer, .trailingBytes(end - position)) }
    }

    /// An error that names a field whose value the specification does not allow.
    @inlinable public func invalid(_ field: StaticString, _ value: Int) -> DecodeError {
        DecodeError(layer, .invalidValue(field: "\(field)", value: value))
    }
}
