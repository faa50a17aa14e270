/// A value with one encoding on the wire.
///
/// `Self(bytes: x.bytes) == x` for every value, and decoding consumes all bytes or fails.
public protocol WireValue: Hashable, Sendable {
    /// The layer that names decoding errors.
    static var layer: DecodeError.Layer { get }
    /// Reads one value and moves the reader past it.
    init(decoding reader: inout ByteReader) throws(DecodeError)
    /// Appends the encoding of this value.
    func encode(into bytes: inout [UInt8])
}

extension WireValue {
    /// Decodes a value that fills `bytes` exactly.
    @inlinable public init(bytes: [UInt8]) throws(DecodeError) {
        var reader = ByteReader(bytes, layer: Self.layer)
        try self.init(decoding: &reader)
        try reader.finish()
    }

    /// The encoding of this value.
    @inlinable public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        encode(into: &bytes)
        return bytes
    }
}
