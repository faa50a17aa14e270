extension HCI {
    /// Says that the host supports a feature of LE (Core 6.0, Vol 4, Part E, 7.8.115).
    public struct LESetHostFeature: Value {
        /// The bit of ``LEFeatures``; 47 for Channel Sounding.
        public var bitNumber: UInt8
        /// Whether the host supports it.
        public var bitValue: Bool

        public init(bitNumber: UInt8, bitValue: Bool) {
            self.bitNumber = bitNumber
            self.bitValue = bitValue
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(bitNumber: reader.read(), bitValue: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(bitNumber, bitValue)
        }
    }

    /// Asks what the peer can do in Channel Sounding (Core 6.0, Vol 4, Part E, 7.8.131).
    public struct LECSReadRemoteSupportedCapabilities: Value {
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

    /// Makes the two ends' common random numbers (Core 6.0, Vol 4, Part E, 7.8.133).
    public struct LECSSecurityEnable: Value {
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

    /// Sets what a link may use for Channel Sounding (Core 6.0, Vol 4, Part E, 7.8.134).
    public struct LECSSetDefaultSettings: Value {
        public var connectionHandle: UInt16
        /// The roles that the local device takes.
        public var roleEnable: ChannelSounding.Roles
        /// The antenna of packets.
        public var syncAntenna: ChannelSounding.SyncAntenna
        /// The highest transmit power in dBm, -127 to +20.
        public var maxTXPower: Int8

        public init(
            connectionHandle: UInt16, roleEnable: ChannelSounding.Roles,
            syncAntenna: ChannelSounding.SyncAntenna = .noPreference, maxTXPower: Int8 = 20
        ) {
            self.connectionHandle = connectionHandle
            self.roleEnable = roleEnable
            self.syncAntenna = syncAntenna
            self.maxTXPower = maxTXPower
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), roleEnable: reader.read(), syncAntenna: reader.read(),
                maxTXPower: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, roleEnable, syncAntenna, maxTXPower)
        }
    }

    /// Asks for the frequency errors of the peer (Core 6.0, Vol 4, Part E, 7.8.135).
    public struct LECSReadRemoteFAETable: Value {
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

    /// Gives the frequency errors of the peer back to the controller (Core 6.0, Vol 4, Part E, 7.8.136).
    public struct LECSWriteCachedRemoteFAETable: Value {
        public var connectionHandle: UInt16
        /// The errors of the 72 channels in rising order.
        public var remoteFAETable: [Int8]

        public init(connectionHandle: UInt16, remoteFAETable: [Int8]) {
            self.connectionHandle = connectionHandle
            self.remoteFAETable = remoteFAETable
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read(), remoteFAETable: reader.faeTable())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle)
            bytes.put(faeTable: remoteFAETable)
        }
    }

    /// Makes a configuration of Channel Sounding (Core 6.0, Vol 4, Part E, 7.8.137).
    public struct LECSCreateConfig: Value {
        public var connectionHandle: UInt16
        /// Which configuration, 0 to 3.
        public var configID: UInt8
        /// Whether the controller makes it at the peer, too: Create_Context.
        public var isForBoth: Bool
        /// The configuration, with the role of the local device.
        public var configuration: ChannelSoundingConfiguration

        public init(
            connectionHandle: UInt16, configID: UInt8, isForBoth: Bool = true,
            configuration: ChannelSoundingConfiguration
        ) {
            self.connectionHandle = connectionHandle
            self.configID = configID
            self.isForBoth = isForBoth
            self.configuration = configuration
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), configID: reader.read(), isForBoth: reader.read(),
                configuration: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, configID, isForBoth, configuration)
        }
    }

    /// Removes a configuration of Channel Sounding (Core 6.0, Vol 4, Part E, 7.8.138).
    public struct LECSRemoveConfig: Value {
        public var connectionHandle: UInt16
        /// Which configuration, 0 to 3.
        public var configID: UInt8

        public init(connectionHandle: UInt16, configID: UInt8) {
            self.connectionHandle = connectionHandle
            self.configID = configID
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read(), configID: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, configID)
        }
    }

    /// Says which channels are not bad (Core 6.0, Vol 4, Part E, 7.8.139).
    public struct LECSSetChannelClassification: Value {
        /// The channels that may be used.
        public var channelClassification: ChannelSounding.ChannelMap

        public init(channelClassification: ChannelSounding.ChannelMap) {
            self.channelClassification = channelClassification
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(channelClassification: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(channelClassification)
        }
    }
}
