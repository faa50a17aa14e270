import BluetoothTypes

/// The attribute protocol's PDUs as values. Source: Core 6.0, Vol 3, Part F, 3.
///
/// ```swift
/// let request = ATT.PDU.client(.request(.read(0x0003)))
/// assert(request.bytes == [0x0A, 0x03, 0x00])
/// ```
public enum ATT {
    /// The number of an attribute in its server; 0 is invalid.
    public typealias Handle = UInt16

    /// The ATT_MTU of an LE bearer before an exchange (Core 6.0, Vol 3, Part G, 5.2.1).
    public static let defaultMTU: UInt16 = 23
    /// The longest attribute value in bytes (Core 6.0, Vol 3, Part F, 3.2.9).
    public static let maximumValueLength = 512

    /// Handles from `first` to `last`, both included.
    ///
    /// A peer may send any two numbers; a server answers `invalidHandle` unless `isValid`.
    public struct HandleRange: Hashable, Sendable {
        /// The lowest handle.
        public var first: Handle
        /// The highest handle.
        public var last: Handle

        /// Creates the range from `first` to `last`.
        @inlinable public init(first: Handle, last: Handle) {
            self.first = first
            self.last = last
        }

        /// Every handle there can be.
        public static let all = HandleRange(first: 1, last: 0xFFFF)

        /// Whether a request may carry this range (Core 6.0, Vol 3, Part F, 3.4.3.1).
        @inlinable public var isValid: Bool { first != 0 && first <= last }

        /// Whether `handle` lies in the range.
        @inlinable public func contains(_ handle: Handle) -> Bool { first <= handle && handle <= last }
    }

    /// What an executed write does with the queue (Core 6.0, Vol 3, Part F, 3.4.6.3).
    public enum ExecuteWriteFlags: UInt8, Hashable, Sendable {
        /// Forget all prepared writes.
        case cancel = 0
        /// Write all of them, in order.
        case write = 1
    }

    /// An attribute's handle and its value, or a part of it.
    public struct HandleValue: Hashable, Sendable {
        /// The attribute.
        public var handle: Handle
        public var value: [UInt8]

        public init(handle: Handle, value: [UInt8]) {
            self.handle = handle
            self.value = value
        }
    }
}

extension ATT.HandleRange: CustomStringConvertible {
    /// The range as `0x0001...0xFFFF`.
    public var description: String { "\(hexadecimal(first))...\(hexadecimal(last))" }
}

extension ByteReader {
    /// Reads the two handles of a range, valid or not.
    @inlinable mutating func handleRange() throws(DecodeError) -> ATT.HandleRange {
        ATT.HandleRange(first: try uint16(), last: try uint16())
    }

    /// Reads a UUID of all bytes that are left: 2 or 16, the widths ATT allows.
    @inlinable mutating func uuidToEnd() throws(DecodeError) -> BluetoothUUID {
        if remaining == 2 { return BluetoothUUID(try uint16()) }
        try need(16)
        guard remaining == 16 else { throw DecodeError(layer, .trailingBytes(remaining - 16)) }
        return try uuid128()
    }

    /// Reads a UUID of 16 bytes.
    @inlinable mutating func uuid128() throws(DecodeError) -> BluetoothUUID {
        let low = try uint64()
        return BluetoothUUID(high: try uint64(), low: low)
    }
}

extension Array where Element == UInt8 {
    /// Appends both handles of a range.
    @inlinable mutating func append(_ range: ATT.HandleRange) {
        append(littleEndian: range.first)
        append(littleEndian: range.last)
    }

    /// Appends a UUID as ATT sends it: 2 bytes for a UUID of 16 bits, 16 bytes for any other.
    @inlinable mutating func append(attribute uuid: BluetoothUUID) {
        if uuid.width == .bits16 {
            append(littleEndian: UInt16(truncatingIfNeeded: uuid.high >> 32))
        } else {
            append(littleEndian: uuid.low)
            append(littleEndian: uuid.high)
        }
    }
}
