extension HCI {
    /// Sets how long and how often procedures are (Core 6.0, Vol 4, Part E, 7.8.140).
    public struct LECSSetProcedureParameters: Value {
        public var connectionHandle: UInt16
        /// Which configuration, 0 to 3.
        public var configID: UInt8
        /// The longest procedure in 0.625 ms, at least 1.
        public var maxProcedureLength: UInt16
        /// The fewest connection intervals from procedure to procedure, at least 1.
        public var minProcedureInterval: UInt16
        /// The most connection intervals from procedure to procedure, at least 1.
        public var maxProcedureInterval: UInt16
        /// How many procedures there are; 0 for procedures until they are disabled.
        public var maxProcedureCount: UInt16
        /// The shortest subevent in microseconds, 24 bits, 1,250 to 4,000,000.
        public var minSubeventLength: UInt32
        /// The longest subevent in microseconds, 24 bits, 1,250 to 4,000,000.
        public var maxSubeventLength: UInt32
        public var toneAntennas: ChannelSounding.ToneAntennas
        public var phy: ChannelSounding.LinkPHY
        /// How much more power than on the link, in dB; nil for no recommendation.
        public var txPowerDelta: Int8?
        /// The peer's antennas that are preferred.
        public var preferredPeerAntennas: ChannelSounding.Antennas
        /// The signal of the initiator.
        public var snrControlInitiator: ChannelSounding.SNRControl
        /// The signal of the reflector.
        public var snrControlReflector: ChannelSounding.SNRControl

        public init(
            connectionHandle: UInt16, configID: UInt8, maxProcedureLength: UInt16,
            minProcedureInterval: UInt16, maxProcedureInterval: UInt16, maxProcedureCount: UInt16 = 0,
            minSubeventLength: UInt32, maxSubeventLength: UInt32,
            toneAntennas: ChannelSounding.ToneAntennas = .oneByOne, phy: ChannelSounding.LinkPHY = .le1M,
            txPowerDelta: Int8? = nil, preferredPeerAntennas: ChannelSounding.Antennas = .first,
            snrControlInitiator: ChannelSounding.SNRControl = .notApplied,
            snrControlReflector: ChannelSounding.SNRControl = .notApplied
        ) {
            self.connectionHandle = connectionHandle
            self.configID = configID
            self.maxProcedureLength = maxProcedureLength
            self.minProcedureInterval = minProcedureInterval
            self.maxProcedureInterval = maxProcedureInterval
            self.maxProcedureCount = maxProcedureCount
            self.minSubeventLength = minSubeventLength
            self.maxSubeventLength = maxSubeventLength
            self.toneAntennas = toneAntennas
            self.phy = phy
            self.txPowerDelta = txPowerDelta
            self.preferredPeerAntennas = preferredPeerAntennas
            self.snrControlInitiator = snrControlInitiator
            self.snrControlReflector = snrControlReflector
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), configID: reader.read(), maxProcedureLength: reader.read(),
                minProcedureInterval: reader.read(), maxProcedureInterval: reader.read(),
                maxProcedureCount: reader.read(), minSubeventLength: reader.uint24(),
                maxSubeventLength: reader.uint24(), toneAntennas: reader.read(), phy: reader.read(),
                txPowerDelta: reader.int8(unless: -0x80), preferredPeerAntennas: reader.read(),
                snrControlInitiator: reader.read(), snrControlReflector: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(
                connectionHandle, configID, maxProcedureLength, minProcedureInterval, maxProcedureInterval,
                maxProcedureCount
            )
            bytes.append(littleEndian24: minSubeventLength)
            bytes.append(littleEndian24: maxSubeventLength)
            bytes.put(toneAntennas, phy)
            bytes.append(txPowerDelta, unless: -0x80)
            bytes.put(preferredPeerAntennas, snrControlInitiator, snrControlReflector)
        }
    }

    /// Starts or stops the procedures of a configuration (Core 6.0, Vol 4, Part E, 7.8.141).
    public struct LECSProcedureEnable: Value {
        public var connectionHandle: UInt16
        /// Which configuration, 0 to 3.
        public var configID: UInt8
        /// Whether procedures start.
        public var enable: Bool

        public init(connectionHandle: UInt16, configID: UInt8, enable: Bool) {
            self.connectionHandle = connectionHandle
            self.configID = configID
            self.enable = enable
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read(), configID: reader.read(), enable: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, configID, enable)
        }
    }

    /// Starts a test of Channel Sounding without a link (Core 6.0, Vol 4, Part E, 7.8.142).
    ///
    /// The package encodes and decodes this command; its own controllers do not run the test.
    public struct LECSTest: Value {
        /// What most steps do.
        public var mainMode: ChannelSounding.Mode
        /// What the steps between them do; nil if there are none.
        public var subMode: ChannelSounding.Mode?
        /// How many main steps are repeated, 0 to 3.
        public var mainModeRepetition: UInt8
        /// How many steps of mode 0 begin each subevent, 0 to 3.
        public var mode0Steps: UInt8
        /// The role of the device under test.
        public var role: ChannelSounding.Role
        /// What packets have after their access address.
        public var rttType: ChannelSounding.RTTType
        /// The PHY of packets.
        public var syncPHY: ChannelSounding.SyncPHY
        /// The antenna of packets.
        public var syncAntenna: ChannelSounding.SyncAntenna
        /// The length of subevents in microseconds, 24 bits.
        public var subeventLength: UInt32
        /// From subevent to subevent in 0.625 ms; 0 for a single one.
        public var subeventInterval: UInt16
        /// How many subevents there are; 0 for any number.
        public var maxSubevents: UInt8
        /// The power in dBm, -127 to +20; 0x7E for the lowest, 0x7F for the highest.
        public var transmitPowerLevel: Int8
        public var times: ChannelSounding.StepTimes
        /// The time to switch antennas, T_SW: 0, 1, 2, 4 or 10 microseconds.
        public var antennaSwitchTime: UInt8
        public var toneAntennas: ChannelSounding.ToneAntennas
        /// What it uses of Core 6.3.
        public var enhancements: ChannelSounding.Enhancements
        /// The signal of the initiator.
        public var snrControlInitiator: ChannelSounding.SNRControl
        /// The signal of the reflector.
        public var snrControlReflector: ChannelSounding.SNRControl
        /// From what random numbers are made.
        public var drbgNonce: UInt16
        /// How often the channels are gone through.
        public var channelMapRepetition: UInt8
        /// Which parameters follow, a bit for each.
        public var overrideConfig: UInt16
        /// Those parameters, encoded.
        public var overrideParameters: [UInt8]

        public init(
            mainMode: ChannelSounding.Mode, subMode: ChannelSounding.Mode? = nil,
            mainModeRepetition: UInt8 = 0, mode0Steps: UInt8, role: ChannelSounding.Role,
            rttType: ChannelSounding.RTTType = .accessAddressOnly, syncPHY: ChannelSounding.SyncPHY = .le1M,
            syncAntenna: ChannelSounding.SyncAntenna = .antenna(1), subeventLength: UInt32,
            subeventInterval: UInt16, maxSubevents: UInt8 = 0, transmitPowerLevel: Int8 = 0,
            times: ChannelSounding.StepTimes = .init(), antennaSwitchTime: UInt8 = 0,
            toneAntennas: ChannelSounding.ToneAntennas = .oneByOne,
            enhancements: ChannelSounding.Enhancements = [],
            snrControlInitiator: ChannelSounding.SNRControl = .notApplied,
            snrControlReflector: ChannelSounding.SNRControl = .notApplied, drbgNonce: UInt16 = 0,
            channelMapRepetition: UInt8 = 1, overrideConfig: UInt16 = 0, overrideParameters: [UInt8] = []
        ) {
            self.mainMode = mainMode
            self.subMode = subMode
            self.mainModeRepetition = mainModeRepetition
            self.mode0Steps = mode0Steps
            self.role = role
            self.rttType = rttType
            self.syncPHY = syncPHY
            self.syncAntenna = syncAntenna
            self.subeventLength = subeventLength
            self.subeventInterval = subeventInterval
            self.maxSubevents = maxSubevents
            self.transmitPowerLevel = transmitPowerLevel
            self.times = times
            self.antennaSwitchTime = antennaSwitchTime
            self.toneAntennas = toneAntennas
            self.enhancements = enhancements
            self.snrControlInitiator = snrControlInitiator
            self.snrControlReflector = snrControlReflector
            self.drbgNonce = drbgNonce
            self.channelMapRepetition = channelMapRepetition
            self.overrideConfig = overrideConfig
            self.overrideParameters = overrideParameters
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                mainMode: reader.read(), subMode: reader.subMode(), mainModeRepetition: reader.read(),
                mode0Steps: reader.read(), role: reader.read(), rttType: reader.read(),
                syncPHY: reader.read(), syncAntenna: reader.read(), subeventLength: reader.uint24(),
                subeventInterval: reader.read(), maxSubevents: reader.read(),
                transmitPowerLevel: reader.read(), times: reader.read(), antennaSwitchTime: reader.read(),
                toneAntennas: reader.read(), enhancements: reader.read(), snrControlInitiator: reader.read(),
                snrControlReflector: reader.read(), drbgNonce: reader.read(),
                channelMapRepetition: reader.read(), overrideConfig: reader.read(),
                overrideParameters: reader.counted())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(mainMode)
            bytes.append(subMode?.rawValue ?? 0xFF)
            bytes.put(mainModeRepetition, mode0Steps, role, rttType, syncPHY, syncAntenna)
            bytes.append(littleEndian24: subeventLength)
            bytes.put(
                subeventInterval, maxSubevents, transmitPowerLevel, times, antennaSwitchTime, toneAntennas,
                enhancements, snrControlInitiator, snrControlReflector, drbgNonce, channelMapRepetition,
                overrideConfig
            )
            bytes.put(counted: overrideParameters)
        }
    }
}
