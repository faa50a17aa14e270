extension HCI {
    /// L2CAP data of a connection, or a fragment of it (Core 6.0, Vol 4, Part E, 5.4.2).
    ///
    /// ```swift
    /// let read = HCI.ACLData(connectionHandle: 1, packetBoundary: .firstNonFlushable, data: pdu)
    /// ```
    public struct ACLData: Value {
        /// Where in an L2CAP PDU the data lies: Packet_Boundary_Flag.
        public enum PacketBoundary: UInt8, Hashable, Sendable {
            /// The start of a PDU from an LE host.
            case firstNonFlushable = 0
            /// More of the PDU that a packet before started.
            case continuing = 1
            /// The start of a PDU from an LE controller.
            case firstFlushable = 2
            /// A whole PDU; not used on LE links.
            case complete = 3
        }

        /// The connection, 12 bits.
        public var connectionHandle: UInt16
        /// Where in an L2CAP PDU the data lies.
        public var packetBoundary: PacketBoundary
        /// Broadcast_Flag, 2 bits; 0 on LE links.
        public var broadcast: UInt8
        /// The octets, at most 65535 and in practice as many as the buffers of the receiver hold.
        public var data: [UInt8]

        public init(
            connectionHandle: UInt16, packetBoundary: PacketBoundary, broadcast: UInt8 = 0, data: [UInt8]
        ) {
            (self.connectionHandle, self.packetBoundary) = (connectionHandle & 0x0FFF, packetBoundary)
            (self.broadcast, self.data) = (broadcast & 0b11, data)
        }

        /// Reads header and data, which must be exactly as long as the header says.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let header = try reader.uint16()
            connectionHandle = header & 0x0FFF
            packetBoundary =
                switch header >> 12 & 0b11 {
                case 0: .firstNonFlushable
                case 1: .continuing
                case 2: .firstFlushable
                default: .complete
                }
            broadcast = UInt8(truncatingIfNeeded: header >> 14)
            data = try reader.array(Int(try reader.uint16()))
        }

        public func encode(into bytes: inout [UInt8]) {
            precondition(data.count <= 0xFFFF, "HCI ACL data has \(data.count) octets")
            bytes.reserveCapacity(bytes.count + 4 + data.count)
            bytes.append(
                littleEndian: connectionHandle & 0x0FFF | UInt16(packetBoundary.rawValue) << 12
                    | UInt16(broadcast & 0b11) << 14)
            bytes.append(littleEndian: UInt16(data.count))
            bytes.append(contentsOf: data)
        }
    }
}
