extension HCI {
    /// Cuts a stream of bytes into packets.
    ///
    /// A malformed packet costs only itself. An indicator that is not known costs all that is buffered, as
    /// nothing says where the next packet starts.
    ///
    /// ```swift
    /// parser.append(bytesFromSocket)
    /// while let packet = try parser.next() { handle(packet) }
    /// ```
    public struct H4Parser: Hashable, Sendable {
        private var buffer: [UInt8] = []
        private var start = 0

        /// Whether an unknown indicator has been met since the parser was made; the stream may be misread.
        public private(set) var hasLostSync = false
        /// The last packet that was malformed, with its indicator; what a controller needs to answer it.
        public private(set) var rejectedPacket: [UInt8]?

        /// Creates a parser at the start of a packet.
        public init() {}

        /// How many bytes wait for the rest of their packet.
        public var buffered: Int { buffer.count - start }

        /// Adds received bytes.
        public mutating func append(_ bytes: [UInt8]) {
            if start > 0 {
                buffer.removeFirst(start)
                start = 0
            }
            buffer.append(contentsOf: bytes)
        }

        /// Takes the next whole packet, or nil if there is none yet.
        ///
        /// Fails as `HCI.Packet.init(h4:)` does, and can be called again after a failure.
        public mutating func next() throws(DecodeError) -> Packet? {
            guard let length = try packetLength(), length <= buffered else { return nil }
            let packet = Array(buffer[start..<start + length])
            start += length
            do {
                return try Packet(h4: packet)
            } catch {
                rejectedPacket = packet
                throw error
            }
        }

        /// The length of the packet at the start of the buffer, when its header is there.
        private mutating func packetLength() throws(DecodeError) -> Int? {
            guard buffered > 0 else { return nil }
            let code = buffer[start]
            guard let indicator = Packet.Indicator(rawValue: code) else {
                (buffer, start, hasLostSync) = ([], 0, true)
                throw DecodeError(.h4, .unknownCode(Int(code)))
            }
            switch indicator {
            case .command: return buffered >= 4 ? 4 + Int(buffer[start + 3]) : nil
            case .acl:
                guard buffered >= 5 else { return nil }
                return 5 + (Int(buffer[start + 3]) | Int(buffer[start + 4]) << 8)
            case .event: return buffered >= 3 ? 3 + Int(buffer[start + 2]) : nil
            }
        }
    }
}
