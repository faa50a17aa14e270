extension HCI {
    /// Reports that a connection was established, or why not (Core 6.0, Vol 4, Part E, 7.7.65.1).
    public struct LEConnectionComplete: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16
        /// The role of the local device.
        public var role: Role
        public var peerAddress: DeviceAddress
        /// The interval in 1.25 ms.
        public var connectionInterval: UInt16
        /// How many connection events the peripheral may skip.
        public var peripheralLatency: UInt16
        /// How long silence is endured in 10 ms.
        public var supervisionTimeout: UInt16
        /// The accuracy of the central's clock; means something at a peripheral only.
        public var centralClockAccuracy: ClockAccuracy

        public init(
            status: ErrorCode, connectionHandle: UInt16, role: Role, peerAddress: DeviceAddress,
            connectionInterval: UInt16, peripheralLatency: UInt16, supervisionTimeout: UInt16,
            centralClockAccuracy: ClockAccuracy = .ppm500
        ) {
            (self.status, self.connectionHandle, self.role) = (status, connectionHandle, role)
            self.peerAddress = peerAddress
            self.connectionInterval = connectionInterval
            self.peripheralLatency = peripheralLatency
            (self.supervisionTimeout, self.centralClockAccuracy) = (supervisionTimeout, centralClockAccuracy)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                status: reader.read(), connectionHandle: reader.read(), role: reader.read(),
                peerAddress: reader.read(), connectionInterval: reader.read(),
                peripheralLatency: reader.read(), supervisionTimeout: reader.read(),
                centralClockAccuracy: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(
                status, connectionHandle, role, peerAddress, connectionInterval, peripheralLatency,
                supervisionTimeout, centralClockAccuracy
            )
        }
    }

    /// Reports that the timing of a connection has changed, or why not (Core 6.0, Vol 4, Part E, 7.7.65.3).
    public struct LEConnectionUpdateComplete: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16
        /// The interval in 1.25 ms.
        public var connectionInterval: UInt16
        /// How many connection events the peripheral may skip.
        public var peripheralLatency: UInt16
        /// How long silence is endured in 10 ms.
        public var supervisionTimeout: UInt16

        public init(
            status: ErrorCode, connectionHandle: UInt16, connectionInterval: UInt16,
            peripheralLatency: UInt16, supervisionTimeout: UInt16
        ) {
            self.status = status
            self.connectionHandle = connectionHandle
            self.connectionInterval = connectionInterval
            (self.peripheralLatency, self.supervisionTimeout) = (peripheralLatency, supervisionTimeout)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                status: reader.read(), connectionHandle: reader.read(), connectionInterval: reader.read(),
                peripheralLatency: reader.read(), supervisionTimeout: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle, connectionInterval, peripheralLatency, supervisionTimeout)
        }
    }

    /// Reports the LE features of the peer's controller (Core 6.0, Vol 4, Part E, 7.7.65.4).
    public struct LEReadRemoteFeaturesComplete: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16
        public var leFeatures: LEFeatures

        public init(status: ErrorCode, connectionHandle: UInt16, leFeatures: LEFeatures) {
            (self.status, self.connectionHandle, self.leFeatures) = (status, connectionHandle, leFeatures)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(status: reader.read(), connectionHandle: reader.read(), leFeatures: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle, leFeatures)
        }
    }

    /// Reports that the peer wants another timing (Core 6.0, Vol 4, Part E, 7.7.65.6).
    public struct LERemoteConnectionParameterRequest: Value {
        public var connectionHandle: UInt16
        /// The shortest connection interval in 1.25 ms.
        public var intervalMin: UInt16
        /// The longest connection interval in 1.25 ms.
        public var intervalMax: UInt16
        /// How many connection events the peripheral may skip.
        public var maxLatency: UInt16
        /// The supervision timeout in 10 ms.
        public var timeout: UInt16

        public init(
            connectionHandle: UInt16, intervalMin: UInt16, intervalMax: UInt16, maxLatency: UInt16,
            timeout: UInt16
        ) {
            self.connectionHandle = connectionHandle
            self.intervalMin = intervalMin
            self.intervalMax = intervalMax
            (self.maxLatency, self.timeout) = (maxLatency, timeout)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), intervalMin: reader.read(), intervalMax: reader.read(),
                maxLatency: reader.read(), timeout: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, intervalMin, intervalMax, maxLatency, timeout)
        }
    }

    /// Reports how long the PDUs of a connection may be now (Core 6.0, Vol 4, Part E, 7.7.65.7).
    public struct LEDataLengthChange: Value {
        public var connectionHandle: UInt16
        /// Octets of payload to send, 0x001B to 0x00FB.
        public var maxTxOctets: UInt16
        /// Time to send a PDU in microseconds.
        public var maxTxTime: UInt16
        /// Octets of payload to receive, 0x001B to 0x00FB.
        public var maxRxOctets: UInt16
        /// Time to receive a PDU in microseconds.
        public var maxRxTime: UInt16

        public init(
            connectionHandle: UInt16, maxTxOctets: UInt16, maxTxTime: UInt16, maxRxOctets: UInt16,
            maxRxTime: UInt16
        ) {
            self.connectionHandle = connectionHandle
            self.maxTxOctets = maxTxOctets
            self.maxTxTime = maxTxTime
            (self.maxRxOctets, self.maxRxTime) = (maxRxOctets, maxRxTime)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), maxTxOctets: reader.read(), maxTxTime: reader.read(),
                maxRxOctets: reader.read(), maxRxTime: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, maxTxOctets, maxTxTime, maxRxOctets, maxRxTime)
        }
    }

    /// Reports that a connection was established, with the private addresses in use, or why not
    /// (Core 6.0, Vol 4, Part E, 7.7.65.10).
    public struct LEEnhancedConnectionComplete: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16
        /// The role of the local device.
        public var role: Role
        /// The peer; its identity address if it was resolved.
        public var peerAddress: DeviceAddress
        /// The private address of this device, or nil.
        public var localResolvablePrivateAddress: DeviceAddress?
        /// The private address of the peer, or nil.
        public var peerResolvablePrivateAddress: DeviceAddress?
        /// The interval in 1.25 ms.
        public var connectionInterval: UInt16
        /// How many connection events the peripheral may skip.
        public var peripheralLatency: UInt16
        /// How long silence is endured in 10 ms.
        public var supervisionTimeout: UInt16
        /// The accuracy of the central's clock; means something at a peripheral only.
        public var centralClockAccuracy: ClockAccuracy

        public init(
            status: ErrorCode, connectionHandle: UInt16, role: Role, peerAddress: DeviceAddress,
            localResolvablePrivateAddress: DeviceAddress? = nil,
            peerResolvablePrivateAddress: DeviceAddress? = nil, connectionInterval: UInt16,
            peripheralLatency: UInt16, supervisionTimeout: UInt16,
            centralClockAccuracy: ClockAccuracy = .ppm500
        ) {
            (self.status, self.connectionHandle, self.role) = (status, connectionHandle, role)
            self.peerAddress = peerAddress
            self.localResolvablePrivateAddress = localResolvablePrivateAddress
            self.peerResolvablePrivateAddress = peerResolvablePrivateAddress
            self.connectionInterval = connectionInterval
            self.peripheralLatency = peripheralLatency
            self.supervisionTimeout = supervisionTimeout
            self.centralClockAccuracy = centralClockAccuracy
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                status: reader.read(), connectionHandle: reader.read(), role: reader.read(),
                peerAddress: reader.read(), localResolvablePrivateAddress: reader.privateAddress(),
                peerResolvablePrivateAddress: reader.privateAddress(), connectionInterval: reader.read(),
                peripheralLatency: reader.read(), supervisionTimeout: reader.read(),
                centralClockAccuracy: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle, role, peerAddress)
            bytes.put(privateAddress: localResolvablePrivateAddress)
            bytes.put(privateAddress: peerResolvablePrivateAddress)
            bytes.put(connectionInterval, peripheralLatency, supervisionTimeout, centralClockAccuracy)
        }
    }

    /// Reports that the PHYs of a connection have changed, or why not (Core 6.0, Vol 4, Part E, 7.7.65.12).
    public struct LEPHYUpdateComplete: Value {
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

    /// Reports which algorithm picks the data channels of a connection (Core 6.0, Vol 4, Part E, 7.7.65.20).
    public struct LEChannelSelectionAlgorithm: Value {
        public var connectionHandle: UInt16
        public var channelSelectionAlgorithm: ChannelSelectionAlgorithm

        public init(connectionHandle: UInt16, channelSelectionAlgorithm: ChannelSelectionAlgorithm) {
            self.connectionHandle = connectionHandle
            self.channelSelectionAlgorithm = channelSelectionAlgorithm
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read(), channelSelectionAlgorithm: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, channelSelectionAlgorithm)
        }
    }
}
