import BluetoothTypes
import BluetoothWire

extension BluetoothUUID: CharacteristicValue {
    /// Reads all bytes that are left: 2 or 16.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        try reader.need(2)
        let count = reader.remaining
        guard count == 2 || count == 16, let uuid = BluetoothUUID(littleEndian: reader.rest()) else {
            throw reader.invalid("length of a UUID", count)
        }
        self = uuid
    }

    /// Appends 2 bytes if the UUID has a short form, otherwise 16.
    public func encode(into bytes: inout [UInt8]) {
        bytes += short == nil ? expanded.littleEndianBytes : shortened.littleEndianBytes
    }
}

/// How to show a number: the value of the *Characteristic Presentation Format* descriptor (2904).
///
/// ```swift
/// let volts = PresentationFormat(.uint16, exponent: -3, unit: "2728")  // millivolts
/// ```
///
/// Source: Core 6.0, Vol 3, Part G, 3.3.3.5.
public struct PresentationFormat: CharacteristicValue {
    /// The type of the descriptor.
    public static let descriptor: BluetoothUUID = "2904"

    /// The type of the number.
    public var format: Format
    /// The value is the number times ten to this power.
    public var exponent: Int8
    /// The unit, as the assigned numbers list it; 2700 is no unit.
    public var unit: BluetoothUUID
    /// Whose list `description` is in: 1 Bluetooth SIG.
    public var namespace: UInt8
    /// Which one of several it is, such as left or right; 0 is unknown.
    public var description: UInt16

    public init(
        _ format: Format, exponent: Int8 = 0, unit: BluetoothUUID = "2700", namespace: UInt8 = 1,
        description: UInt16 = 0
    ) {
        self.format = format
        self.exponent = exponent
        self.unit = unit
        self.namespace = namespace
        self.description = description
    }

    /// The type of a number.
    public struct Format: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// One bit.
        public static let boolean = Format(rawValue: 0x01)
        /// Two bits.
        public static let uint2 = Format(rawValue: 0x02)
        /// 8 bits.
        public static let uint8 = Format(rawValue: 0x04)
        /// 16 bits.
        public static let uint16 = Format(rawValue: 0x06)
        /// 24 bits.
        public static let uint24 = Format(rawValue: 0x07)
        /// 32 bits.
        public static let uint32 = Format(rawValue: 0x08)
        /// 8 bits with a sign.
        public static let sint8 = Format(rawValue: 0x0C)
        /// 16 bits with a sign.
        public static let sint16 = Format(rawValue: 0x0E)
        /// 24 bits with a sign.
        public static let sint24 = Format(rawValue: 0x0F)
        /// 32 bits with a sign.
        public static let sint32 = Format(rawValue: 0x10)
        /// A number of IEEE 754 with 32 bits.
        public static let float32 = Format(rawValue: 0x14)
        /// A `ShortFloat`.
        public static let sfloat = Format(rawValue: 0x16)
        /// A `LongFloat`.
        public static let float = Format(rawValue: 0x17)
        /// Text in UTF-8.
        public static let utf8 = Format(rawValue: 0x19)
        /// A structure of its own.
        public static let structure = Format(rawValue: 0x1B)
    }

    /// Reads 7 bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        format = Format(rawValue: try reader.uint8())
        exponent = try reader.int8()
        unit = BluetoothUUID(try reader.uint16())
        namespace = try reader.uint8()
        description = try reader.uint16()
    }

    /// Appends 7 bytes. A unit without a short form is sent as 2700, no unit.
    public func encode(into bytes: inout [UInt8]) {
        bytes += [format.rawValue, UInt8(bitPattern: exponent)]
        bytes.append(littleEndian: unit.short ?? 0x2700)
        bytes.append(namespace)
        bytes.append(littleEndian: description)
    }
}
