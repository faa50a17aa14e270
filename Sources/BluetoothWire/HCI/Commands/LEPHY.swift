extension HCI {
    /// Asks which PHYs a connection uses (Core 6.0, Vol 4, Part E, 7.8.47).
    public struct LEReadPHY: Value {
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
            /// The PHY to send on.
            public var txPHY: PHY
            /// The PHY to receive on.
            public var rxPHY: PHY

            public init(status: ErrorCode, connectionHandle: UInt16, txPHY: PHY, rxPHY: PHY) {
                (self.status, self.connectionHandle, self.txPHY) = (status, connectionHandle, txPHY)
                self.rxPHY = rxPHY
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                let status: ErrorCode = try reader.read()
                try self.init(
                    status: status, connectionHandle: reader.read(), txPHY: reader.phy(after: status),
                    rxPHY: reader.phy(after: status)
                )
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, connectionHandle, txPHY, rxPHY)
            }
        }
    }

    /// Sets which PHYs new connections should use (Core 6.0, Vol 4, Part E, 7.8.48).
    public struct LESetDefaultPHY: Value {
        /// The directions without a preference.
        public var allPHYs: AllPHYs
        /// The preferred PHYs to send on.
        public var txPHYs: PHYMask
        /// The preferred PHYs to receive on.
        public var rxPHYs: PHYMask

        public init(allPHYs: AllPHYs = [], txPHYs: PHYMask, rxPHYs: PHYMask) {
            (self.allPHYs, self.txPHYs, self.rxPHYs) = (allPHYs, txPHYs, rxPHYs)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(allPHYs: reader.read(), txPHYs: reader.read(), rxPHYs: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(allPHYs, txPHYs, rxPHYs)
        }
    }

    /// Sets which PHYs a connection should use (Core 6.0, Vol 4, Part E, 7.8.49).
    public struct LESetPHY: Value {
        public var connectionHandle: UInt16
        /// The directions without a preference.
        public var allPHYs: AllPHYs
        /// The preferred PHYs to send on.
        public var txPHYs: PHYMask
        /// The preferred PHYs to receive on.
        public var rxPHYs: PHYMask
        /// The preferred coding on the LE Coded PHY.
        public var phyOptions: PHYOptions

        public init(
            connectionHandle: UInt16, allPHYs: AllPHYs = [], txPHYs: PHYMask, rxPHYs: PHYMask,
            phyOptions: PHYOptions = .noPreference
        ) {
            (self.connectionHandle, self.allPHYs, self.txPHYs) = (connectionHandle, allPHYs, txPHYs)
            (self.rxPHYs, self.phyOptions) = (rxPHYs, phyOptions)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), allPHYs: reader.read(), txPHYs: reader.read(),
                rxPHYs: reader.read(), phyOptions: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, allPHYs, txPHYs, rxPHYs, phyOptions)
        }
    }
}
