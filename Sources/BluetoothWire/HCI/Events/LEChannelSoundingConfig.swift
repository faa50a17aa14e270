extension HCI {
    /// Reports that a configuration was made or removed, or why not (Core 6.0, Vol 4, Part E, 7.7.65.42).
    public struct LECSConfigComplete: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16
        /// Which configuration, 0 to 3.
        public var configID: UInt8
        /// The new configuration, with the role of the local device; nil after a removal and after an error, when all
        /// its octets are ignored, and sent as zeros.
        public private(set) var created: ChannelSounding.AgreedConfiguration?

        /// Creates parameters of a new configuration.
        public init(connectionHandle: UInt16, configID: UInt8, created: ChannelSounding.AgreedConfiguration) {
            (self.status, self.connectionHandle, self.configID) = (.success, connectionHandle, configID)
            self.created = created
        }

        /// Creates parameters of a removal, or of an error.
        public init(status: ErrorCode = .success, connectionHandle: UInt16, removed configID: UInt8) {
            (self.status, self.connectionHandle, self.configID) = (status, connectionHandle, configID)
        }

        /// The octets from the main mode to the last time.
        private static let length = 28

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            (status, connectionHandle, configID) = (try reader.read(), try reader.read(), try reader.read())
            let action = try reader.uint8()
            guard status == .success, action != 0 else {
                _ = try reader.array(Self.length)
                return
            }
            guard action == 1 else { throw reader.invalid("action", Int(action)) }
            created = .init(try reader.read(), times: try reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle, configID, created != nil)
            if let created {
                bytes.put(created.configuration, created.times)
            } else {
                bytes.append(contentsOf: repeatElement(0, count: Self.length))
            }
        }
    }
}
