extension LL {
    /// A PDU on a data channel of a link (Core 6.0, Vol 6, Part B, 2.4).
    public struct DataPDU: WireValue {
        public static var layer: DecodeError.Layer { .linkLayer }

        /// The type of a data PDU (Core 6.0, Vol 6, Part B, 2.4.1).
        public enum LLID: UInt8, Hashable, Sendable {
            /// More of an L2CAP PDU, or nothing.
            case continuation = 1
            /// The start of an L2CAP PDU, or all of it.
            case start = 2
            /// A control PDU.
            case control = 3
        }

        /// The type of the payload.
        public var llid: LLID
        /// The sequence number the sender expects next: the acknowledgement.
        public var nesn: Bool
        /// The sequence number of this PDU.
        public var sn: Bool
        /// Whether the sender has more for this connection event.
        public var md: Bool
        /// At most 255 bytes, with the MIC when encrypted.
        public var payload: [UInt8]

        @inlinable public init(
            llid: LLID, nesn: Bool = false, sn: Bool = false, md: Bool = false, payload: [UInt8]
        ) {
            self.llid = llid
            self.nesn = nesn
            self.sn = sn
            self.md = md
            self.payload = payload
        }

        /// A PDU that contains only flags.
        @inlinable public static func empty(nesn: Bool, sn: Bool, md: Bool = false) -> DataPDU {
            DataPDU(llid: .continuation, nesn: nesn, sn: sn, md: md, payload: [])
        }

        /// Whether the payload is empty.
        @inlinable public var isEmpty: Bool { llid == .continuation && payload.isEmpty }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let header = try reader.uint8()
            guard let llid = LLID(rawValue: header & 0x03) else { throw reader.invalid("LLID", 0) }
            // A CTEInfo byte would follow the header: only after direction finding was negotiated.
            guard header & 0x20 == 0 else { throw reader.invalid("CP", 1) }
            self.llid = llid
            nesn = header & 0x04 != 0
            sn = header & 0x08 != 0
            md = header & 0x10 != 0
            let length = Int(try reader.uint8())
            payload = try reader.array(length)
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.append(llid.rawValue | (nesn ? 0x04 : 0) | (sn ? 0x08 : 0) | (md ? 0x10 : 0))
            bytes.append(UInt8(payload.count))
            bytes.append(contentsOf: payload)
        }
    }
}
