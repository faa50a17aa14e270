extension HCI {
    /// Connects to an advertiser (Core 6.0, Vol 4, Part E, 7.8.12).
    public struct LECreateConnection: Value {
        /// From one scan window to the next in 0.625 ms, 0x0004 to 0x4000.
        public var leScanInterval: UInt16
        /// The length of a scan window in 0.625 ms, at most the interval.
        public var leScanWindow: UInt16
        /// Whether the peer address or the filter accept list counts.
        public var initiatorFilterPolicy: InitiatorFilterPolicy
        /// The advertiser.
        public var peerAddress: DeviceAddress
        /// The address in the connection request.
        public var ownAddressType: OwnAddressType
        /// The shortest connection interval in 1.25 ms, 0x0006 to 0x0C80.
        public var connectionIntervalMin: UInt16
        /// The longest connection interval in 1.25 ms, 0x0006 to 0x0C80.
        public var connectionIntervalMax: UInt16
        /// How many connection events the peripheral may skip, at most 0x01F3.
        public var maxLatency: UInt16
        /// How long silence is endured in 10 ms, 0x000A to 0x0C80.
        public var supervisionTimeout: UInt16
        /// The shortest connection event in 0.625 ms; a hint.
        public var minCELength: UInt16
        /// The longest connection event in 0.625 ms; a hint.
        public var maxCELength: UInt16

        public init(
            leScanInterval: UInt16, leScanWindow: UInt16,
            initiatorFilterPolicy: InitiatorFilterPolicy = .peerAddress, peerAddress: DeviceAddress,
            ownAddressType: OwnAddressType, connectionIntervalMin: UInt16, connectionIntervalMax: UInt16,
            maxLatency: UInt16, supervisionTimeout: UInt16, minCELength: UInt16 = 0, maxCELength: UInt16 = 0
        ) {
            self.leScanInterval = leScanInterval
            self.leScanWindow = leScanWindow
            self.initiatorFilterPolicy = initiatorFilterPolicy
            self.peerAddress = peerAddress
            self.ownAddressType = ownAddressType
            self.connectionIntervalMin = connectionIntervalMin
            self.connectionIntervalMax = connectionIntervalMax
            self.maxLatency = maxLatency
            self.supervisionTimeout = supervisionTimeout
            (self.minCELength, self.maxCELength) = (minCELength, maxCELength)
        }

        /// Reads any type of peer address if the filter accept list counts: the address is ignored then.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            (leScanInterval, leScanWindow) = (try reader.read(), try reader.read())
            initiatorFilterPolicy = try reader.read()
            peerAddress = try reader.address(isMeant: initiatorFilterPolicy == .peerAddress)
            ownAddressType = try reader.read()
            (connectionIntervalMin, connectionIntervalMax) = (try reader.read(), try reader.read())
            (maxLatency, supervisionTimeout) = (try reader.read(), try reader.read())
            (minCELength, maxCELength) = (try reader.read(), try reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(
                leScanInterval, leScanWindow, initiatorFilterPolicy, peerAddress, ownAddressType,
                connectionIntervalMin, connectionIntervalMax, maxLatency, supervisionTimeout, minCELength,
                maxCELength
            )
        }
    }

    /// Changes the timing of a connection (Core 6.0, Vol 4, Part E, 7.8.18).
    public struct LEConnectionUpdate: Value {
        public var connectionHandle: UInt16
        /// The shortest connection interval in 1.25 ms, 0x0006 to 0x0C80.
        public var connectionIntervalMin: UInt16
        /// The longest connection interval in 1.25 ms, 0x0006 to 0x0C80.
        public var connectionIntervalMax: UInt16
        /// How many connection events the peripheral may skip, at most 0x01F3.
        public var maxLatency: UInt16
        /// How long silence is endured in 10 ms, 0x000A to 0x0C80.
        public var supervisionTimeout: UInt16
        /// The shortest connection event in 0.625 ms; a hint.
        public var minCELength: UInt16
        /// The longest connection event in 0.625 ms; a hint.
        public var maxCELength: UInt16

        public init(
            connectionHandle: UInt16, connectionIntervalMin: UInt16, connectionIntervalMax: UInt16,
            maxLatency: UInt16, supervisionTimeout: UInt16, minCELength: UInt16 = 0, maxCELength: UInt16 = 0
        ) {
            self.connectionHandle = connectionHandle
            self.connectionIntervalMin = connectionIntervalMin
            self.connectionIntervalMax = connectionIntervalMax
            self.maxLatency = maxLatency
            self.supervisionTimeout = supervisionTimeout
            self.minCELength = minCELength
            self.maxCELength = maxCELength
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), connectionIntervalMin: reader.read(),
                connectionIntervalMax: reader.read(), maxLatency: reader.read(),
                supervisionTimeout: reader.read(), minCELength: reader.read(), maxCELength: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(
                connectionHandle, connectionIntervalMin, connectionIntervalMax, maxLatency,
                supervisionTimeout, minCELength, maxCELength
            )
        }
    }

    /// Informs the controller which data channels the host knows to be bad (Core 6.0, Vol 4, Part E, 7.8.19).
    public struct LESetHostChannelClassification: Value {
        /// The channels that are not known to be bad.
        public var channelMap: ChannelMap

        public init(channelMap: ChannelMap) {
            self.channelMap = channelMap
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(channelMap: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(channelMap)
        }
    }

    /// Asks which data channels a connection uses (Core 6.0, Vol 4, Part E, 7.8.20).
    public struct LEReadChannelMap: Value {
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
            /// The channels in use.
            public var channelMap: ChannelMap

            public init(status: ErrorCode, connectionHandle: UInt16, channelMap: ChannelMap) {
                (self.status, self.connectionHandle, self.channelMap) = (status, connectionHandle, channelMap)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(
                    status: reader.read(), connectionHandle: reader.read(), channelMap: reader.read()
                )
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, connectionHandle, channelMap)
            }
        }
    }

    /// Asks for the LE features of the peer's controller (Core 6.0, Vol 4, Part E, 7.8.21).
    public struct LEReadRemoteFeatures: Value {
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

    /// Accepts the peer's request for another timing (Core 6.0, Vol 4, Part E, 7.8.31).
    public struct LERemoteConnectionParameterRequestReply: Value {
        public var connectionHandle: UInt16
        /// The shortest connection interval in 1.25 ms.
        public var intervalMin: UInt16
        /// The longest connection interval in 1.25 ms.
        public var intervalMax: UInt16
        /// How many connection events the peripheral may skip.
        public var maxLatency: UInt16
        /// The supervision timeout in 10 ms.
        public var timeout: UInt16
        /// The shortest connection event in 0.625 ms; a hint.
        public var minCELength: UInt16
        /// The longest connection event in 0.625 ms; a hint.
        public var maxCELength: UInt16

        public init(
            connectionHandle: UInt16, intervalMin: UInt16, intervalMax: UInt16, maxLatency: UInt16,
            timeout: UInt16, minCELength: UInt16 = 0, maxCELength: UInt16 = 0
        ) {
            self.connectionHandle = connectionHandle
            self.intervalMin = intervalMin
            self.intervalMax = intervalMax
            (self.maxLatency, self.timeout, self.minCELength) = (maxLatency, timeout, minCELength)
            self.maxCELength = maxCELength
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), intervalMin: reader.read(), intervalMax: reader.read(),
                maxLatency: reader.read(), timeout: reader.read(), minCELength: reader.read(),
                maxCELength: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(
                connectionHandle, intervalMin, intervalMax, maxLatency, timeout, minCELength, maxCELength
            )
        }
    }

    /// Rejects the peer's request for another timing (Core 6.0, Vol 4, Part E, 7.8.32).
    public struct LERemoteConnectionParameterRequestNegativeReply: Value {
        public var connectionHandle: UInt16
        /// Why the request is refused.
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
}
