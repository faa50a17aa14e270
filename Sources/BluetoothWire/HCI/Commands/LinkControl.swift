extension HCI {
    /// Ends a connection (Core 6.0, Vol 4, Part E, 7.1.6).
    public struct Disconnect: Value {
        public var connectionHandle: UInt16
        /// Why, as the peer gets to see it.
        public var reason: ErrorCode

        public init(connectionHandle: UInt16, reason: ErrorCode) {
            (self.connectionHandle, self.reason) = (connectionHandle, reason)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read(), reason: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, reason)
        }
    }

    /// Asks for the version of the peer's controller (Core 6.0, Vol 4, Part E, 7.1.23).
    public struct ReadRemoteVersionInformation: Value {
        public var connectionHandle: UInt16

        public init(connectionHandle: UInt16) {
            self.connectionHandle = connectionHandle
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle)
        }
    }
}
