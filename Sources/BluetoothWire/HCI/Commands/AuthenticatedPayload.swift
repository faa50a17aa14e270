extension HCI {
    /// Asks how long a connection may go without authenticated data (Core 6.0, Vol 4, Part E, 7.3.93).
    public struct ReadAuthenticatedPayloadTimeout: Value {
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

        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            public var connectionHandle: UInt16
            /// The timeout in units of 10 ms.
            public var authenticatedPayloadTimeout: UInt16

            public init(status: ErrorCode, connectionHandle: UInt16, authenticatedPayloadTimeout: UInt16) {
                (self.status, self.connectionHandle) = (status, connectionHandle)
                self.authenticatedPayloadTimeout = authenticatedPayloadTimeout
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(
                    status: reader.read(), connectionHandle: reader.read(),
                    authenticatedPayloadTimeout: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, connectionHandle, authenticatedPayloadTimeout)
            }
        }
    }

    /// Sets how long a connection may go without authenticated data (Core 6.0, Vol 4, Part E, 7.3.94).
    public struct WriteAuthenticatedPayloadTimeout: Value {
        public var connectionHandle: UInt16
        /// The timeout in units of 10 ms, 1 or more, and no shorter than the peripheral may stay silent.
        public var authenticatedPayloadTimeout: UInt16

        public init(connectionHandle: UInt16, authenticatedPayloadTimeout: UInt16) {
            self.connectionHandle = connectionHandle
            self.authenticatedPayloadTimeout = authenticatedPayloadTimeout
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read(), authenticatedPayloadTimeout: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, authenticatedPayloadTimeout)
        }
    }
}
