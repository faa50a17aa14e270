extension HCI {
    /// Suggests how long the PDUs of a connection may be (Core 6.0, Vol 4, Part E, 7.8.33).
    public struct LESetDataLength: Value {
        public var connectionHandle: UInt16
        /// Octets of payload to send, 0x001B to 0x00FB.
        public var txOctets: UInt16
        /// Time to send a PDU in microseconds, 0x0148 to 0x4290.
        public var txTime: UInt16

        public init(connectionHandle: UInt16, txOctets: UInt16, txTime: UInt16) {
            (self.connectionHandle, self.txOctets, self.txTime) = (connectionHandle, txOctets, txTime)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read(), txOctets: reader.read(), txTime: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, txOctets, txTime)
        }
    }

    /// Asks how long the PDUs of new connections may be (Core 6.0, Vol 4, Part E, 7.8.34).
    public enum LEReadSuggestedDefaultDataLength {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// Octets of payload to send, 0x001B to 0x00FB.
            public var suggestedMaxTxOctets: UInt16
            /// Time to send a PDU in microseconds, 0x0148 to 0x4290.
            public var suggestedMaxTxTime: UInt16

            public init(status: ErrorCode, suggestedMaxTxOctets: UInt16, suggestedMaxTxTime: UInt16) {
                self.status = status
                self.suggestedMaxTxOctets = suggestedMaxTxOctets
                self.suggestedMaxTxTime = suggestedMaxTxTime
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(
                    status: reader.read(), suggestedMaxTxOctets: reader.read(),
                    suggestedMaxTxTime: reader.read()
                )
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, suggestedMaxTxOctets, suggestedMaxTxTime)
            }
        }
    }

    /// Suggests how long the PDUs of new connections may be (Core 6.0, Vol 4, Part E, 7.8.35).
    public struct LEWriteSuggestedDefaultDataLength: Value {
        /// Octets of payload to send, 0x001B to 0x00FB.
        public var suggestedMaxTxOctets: UInt16
        /// Time to send a PDU in microseconds, 0x0148 to 0x4290.
        public var suggestedMaxTxTime: UInt16

        public init(suggestedMaxTxOctets: UInt16, suggestedMaxTxTime: UInt16) {
            (self.suggestedMaxTxOctets, self.suggestedMaxTxTime) = (suggestedMaxTxOctets, suggestedMaxTxTime)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(suggestedMaxTxOctets: reader.read(), suggestedMaxTxTime: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(suggestedMaxTxOctets, suggestedMaxTxTime)
        }
    }

    /// Asks how long PDUs can be (Core 6.0, Vol 4, Part E, 7.8.46).
    public enum LEReadMaximumDataLength {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// Octets of payload to send, 0x001B to 0x00FB.
            public var supportedMaxTxOctets: UInt16
            /// Time to send a PDU in microseconds.
            public var supportedMaxTxTime: UInt16
            /// Octets of payload to receive, 0x001B to 0x00FB.
            public var supportedMaxRxOctets: UInt16
            /// Time to receive a PDU in microseconds.
            public var supportedMaxRxTime: UInt16

            public init(
                status: ErrorCode, supportedMaxTxOctets: UInt16, supportedMaxTxTime: UInt16,
                supportedMaxRxOctets: UInt16, supportedMaxRxTime: UInt16
            ) {
                self.status = status
                self.supportedMaxTxOctets = supportedMaxTxOctets
                self.supportedMaxTxTime = supportedMaxTxTime
                self.supportedMaxRxOctets = supportedMaxRxOctets
                self.supportedMaxRxTime = supportedMaxRxTime
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(
                    status: reader.read(), supportedMaxTxOctets: reader.read(),
                    supportedMaxTxTime: reader.read(), supportedMaxRxOctets: reader.read(),
                    supportedMaxRxTime: reader.read()
                )
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(
                    status, supportedMaxTxOctets, supportedMaxTxTime, supportedMaxRxOctets, supportedMaxRxTime
                )
            }
        }
    }
}
