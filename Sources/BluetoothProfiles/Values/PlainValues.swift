import BluetoothWire

/// A value of a characteristic or of a descriptor; it needs no layer of its own.
public protocol CharacteristicValue: WireValue {}

extension CharacteristicValue {
    /// Values have one layer, whatever the profile.
    public static var layer: DecodeError.Layer { .value }
}

extension UInt8: CharacteristicValue {
    /// Reads one byte.
    public init(decoding reader: inout ByteReader) throws(DecodeError) { self = try reader.uint8() }
    /// Appends one byte.
    public func encode(into bytes: inout [UInt8]) { bytes.append(self) }
}

extension Int8: CharacteristicValue {
    /// Reads one byte.
    public init(decoding reader: inout ByteReader) throws(DecodeError) { self = try reader.int8() }
    /// Appends one byte.
    public func encode(into bytes: inout [UInt8]) { bytes.append(UInt8(bitPattern: self)) }
}

extension UInt16: CharacteristicValue {
    /// Reads two bytes, the lower one first.
    public init(decoding reader: inout ByteReader) throws(DecodeError) { self = try reader.uint16() }
    /// Appends two bytes, the lower one first.
    public func encode(into bytes: inout [UInt8]) { bytes.append(littleEndian: self) }
}

extension Int16: CharacteristicValue {
    /// Reads two bytes, the lower one first.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        self.init(bitPattern: try reader.uint16())
    }
    /// Appends two bytes, the lower one first.
    public func encode(into bytes: inout [UInt8]) { bytes.append(littleEndian: UInt16(bitPattern: self)) }
}

extension UInt32: CharacteristicValue {
    /// Reads four bytes, the lowest one first.
    public init(decoding reader: inout ByteReader) throws(DecodeError) { self = try reader.uint32() }
    /// Appends four bytes, the lowest one first.
    public func encode(into bytes: inout [UInt8]) { bytes.append(littleEndian: self) }
}

extension Int32: CharacteristicValue {
    /// Reads four bytes, the lowest one first.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        self.init(bitPattern: try reader.uint32())
    }
    /// Appends four bytes, the lowest one first.
    public func encode(into bytes: inout [UInt8]) { bytes.append(littleEndian: UInt32(bitPattern: self)) }
}

extension Bool: CharacteristicValue {
    /// Reads one byte: 0 is false, 1 is true, and all others are errors.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        switch try reader.uint8() {
        case 0: self = false
        case 1: self = true
        case let value: throw reader.invalid("boolean", Int(value))
        }
    }
    /// Appends one byte, 0 or 1.
    public func encode(into bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
}

extension String: CharacteristicValue {
    /// Reads all bytes that are left as UTF-8. Bytes that are not UTF-8 are an error. Some devices end a text with zeros;
    /// they are left out.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        var bytes = reader.rest()
        while bytes.last == 0 { bytes.removeLast() }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            throw reader.invalid("UTF-8 text", Int(bytes.first { $0 >= 0x80 } ?? 0))
        }
        self = text
    }
    /// Appends the text in UTF-8, without a length or an end.
    public func encode(into bytes: inout [UInt8]) { bytes += utf8 }
}

extension Array: WireValue where Element == UInt8 {
    /// Values have one layer, whatever the profile.
    public static var layer: DecodeError.Layer { .value }
    /// Takes all bytes that are left.
    public init(decoding reader: inout ByteReader) throws(DecodeError) { self = reader.rest() }
    /// Appends the bytes.
    public func encode(into bytes: inout [UInt8]) { bytes += self }
}

extension Array: CharacteristicValue where Element == UInt8 {}
