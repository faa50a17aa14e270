/// Logical link control as values: basic frames and LE signalling. Source: Core 6.0, Vol 3, Part A.
///
/// ```swift
/// let frame = L2CAP.BasicFrame(channel: .att, payload: [0x0A, 0x03, 0x00])
/// assert(frame.bytes == [0x03, 0x00, 0x04, 0x00, 0x0A, 0x03, 0x00])
/// ```
public enum L2CAP {
    /// The number of a channel on one link (Core 6.0, Vol 3, Part A, 2.1).
    public struct ChannelID: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The attribute protocol's fixed channel.
        public static let att = ChannelID(rawValue: 0x0004)
        /// The LE signalling channel.
        public static let leSignaling = ChannelID(rawValue: 0x0005)
        /// The security manager's fixed channel.
        public static let smp = ChannelID(rawValue: 0x0006)

        /// Whether an LE credit-based channel may have this number, 0x0040…0x007F.
        @inlinable public var isDynamic: Bool { (0x0040...0x007F).contains(rawValue) }
    }

    /// A PDU in basic mode: length, channel, payload (Core 6.0, Vol 3, Part A, 3.1).
    public struct BasicFrame: WireValue {
        public static var layer: DecodeError.Layer { .l2cap }
        /// Bytes of the header: the length and the channel.
        public static let headerLength = 4

        /// The channel the payload belongs to.
        public var channel: ChannelID
        /// The payload, at most 65,535 bytes.
        public var payload: [UInt8]

        @inlinable public init(channel: ChannelID, payload: [UInt8]) {
            self.channel = channel
            self.payload = payload
        }

        @inlinable public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let length = Int(try reader.uint16())
            channel = ChannelID(rawValue: try reader.uint16())
            payload = try reader.array(length)
        }

        @inlinable public func encode(into bytes: inout [UInt8]) {
            bytes.reserveCapacity(bytes.count + Self.headerLength + payload.count)
            bytes.append(littleEndian: UInt16(payload.count))
            bytes.append(littleEndian: channel.rawValue)
            bytes.append(contentsOf: payload)
        }
    }
}

extension L2CAP.ChannelID: CustomStringConvertible {
    /// The channel's name, or its number in hexadecimal.
    public var description: String {
        switch self {
        case .att: "ATT"
        case .leSignaling: "LE signalling"
        case .smp: "SMP"
        default: "channel \(hexadecimal(rawValue))"
        }
    }
}
