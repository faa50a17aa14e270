import BluetoothTypes

extension LL {
    /// A PDU between two link layers, as the payload of a data PDU (Core 6.0, Vol 6, Part B, 2.4.2).
    public enum ControlPDU: Hashable, Sendable {
        /// LL_CONNECTION_UPDATE_IND: new parameters, from an instant on.
        case connectionUpdateInd(ConnectionUpdateInd)
        /// LL_CHANNEL_MAP_IND: new channels, from an instant on.
        case channelMapInd(ChannelMap, instant: UInt16)
        /// LL_TERMINATE_IND: the link ends.
        case terminateInd(errorCode: UInt8)
        /// LL_ENC_REQ: the central begins encryption.
        case encReq(EncReq)
        /// LL_ENC_RSP: the peripheral's half of the session key.
        case encRsp(skdP: UInt64, ivP: UInt32)
        /// LL_START_ENC_REQ: the peripheral can encrypt.
        case startEncReq
        /// LL_START_ENC_RSP: the first packets that are encrypted.
        case startEncRsp
        /// LL_UNKNOWN_RSP: the opcode is unknown.
        case unknownRsp(unknownType: UInt8)
        /// From the central.
        case featureReq(features: UInt64)
        /// LL_FEATURE_RSP: the features that both ends have.
        case featureRsp(features: UInt64)
        /// LL_PAUSE_ENC_REQ: the central changes the key.
        case pauseEncReq
        /// LL_PAUSE_ENC_RSP: encryption pauses.
        case pauseEncRsp
        /// LL_VERSION_IND: the sender's version.
        case versionInd(version: UInt8, company: UInt16, subversion: UInt16)
        /// LL_REJECT_IND: a request is refused.
        case rejectInd(errorCode: UInt8)
        /// From the peripheral.
        case peripheralFeatureReq(features: UInt64)
        /// LL_CONNECTION_PARAM_REQ: asks for other parameters.
        case connectionParamReq(ConnectionParam)
        /// LL_CONNECTION_PARAM_RSP: the parameters that suit the peripheral.
        case connectionParamRsp(ConnectionParam)
        /// LL_REJECT_EXT_IND: a request is refused, with its opcode.
        case rejectExtInd(rejectOpcode: UInt8, errorCode: UInt8)
        /// LL_PING_REQ: asks for an answer with a MIC.
        case pingReq
        /// LL_PING_RSP: the answer to a ping.
        case pingRsp
        /// LL_LENGTH_REQ: the data lengths of the sender.
        case lengthReq(Length)
        /// LL_LENGTH_RSP: the data lengths of the other end.
        case lengthRsp(Length)
        /// LL_PHY_REQ: the PHYs that the sender prefers.
        case phyReq(tx: PHYSet, rx: PHYSet)
        /// LL_PHY_RSP: the PHYs that the other end prefers.
        case phyRsp(tx: PHYSet, rx: PHYSet)
        /// An empty set keeps the PHY of its direction.
        case phyUpdateInd(centralToPeripheral: PHYSet, peripheralToCentral: PHYSet, instant: UInt16)
        /// LL_MIN_USED_CHANNELS_IND: how many channels the peripheral wants at least.
        case minUsedChannelsInd(phys: PHYSet, minUsedChannels: UInt8)
        /// LL_CS_SEC_RSP to LL_CS_TERMINATE_RSP: a PDU of Channel Sounding.
        // Indirect, so that the others, which every link has, do not grow.
        indirect case channelSounding(ChannelSoundingPDU)
        /// An opcode that is not one of the above; the answer is `unknownRsp`.
        case unknown(opcode: UInt8, data: [UInt8])
    }

    /// New parameters and the connection event at which they start (Part B, 2.4.2.1).
    public struct ConnectionUpdateInd: Hashable, Sendable {
        /// Units of 1.25 ms.
        public var winSize: UInt8
        /// Units of 1.25 ms.
        public var winOffset: UInt16
        /// Units of 1.25 ms, 6…3200.
        public var interval: UInt16
        /// Events the peripheral may skip, 0…499.
        public var latency: UInt16
        /// Units of 10 ms, 10…3200.
        public var timeout: UInt16
        /// The event counter at which the parameters start.
        public var instant: UInt16

        public init(
            winSize: UInt8, winOffset: UInt16, interval: UInt16, latency: UInt16, timeout: UInt16,
            instant: UInt16
        ) {
            self.winSize = winSize
            self.winOffset = winOffset
            self.interval = interval
            self.latency = latency
            self.timeout = timeout
            self.instant = instant
        }
    }

    /// The central's half of a session key (Part B, 2.4.2.4).
    public struct EncReq: Hashable, Sendable {
        /// Names the long-term key, with `ediv`.
        public var rand: UInt64
        /// Names the long-term key, with `rand`.
        public var ediv: UInt16
        /// The central's part of the session key diversifier.
        public var skdC: UInt64
        /// The central's part of the initialisation vector.
        public var ivC: UInt32

        public init(rand: UInt64, ediv: UInt16, skdC: UInt64, ivC: UInt32) {
            self.rand = rand
            self.ediv = ediv
            self.skdC = skdC
            self.ivC = ivC
        }
    }

    /// Parameters that one side would like (Part B, 2.4.2.16).
    public struct ConnectionParam: Hashable, Sendable {
        /// Units of 1.25 ms.
        public var intervalMin: UInt16
        /// Units of 1.25 ms.
        public var intervalMax: UInt16
        /// Events the peripheral may skip.
        public var latency: UInt16
        /// Units of 10 ms.
        public var timeout: UInt16
        /// The interval should be a multiple of this many 1.25 ms; 0 for no preference.
        public var preferredPeriodicity: UInt8
        /// The event the offsets count from.
        public var referenceConnEventCount: UInt16
        /// Six anchors in order of preference, in units of 1.25 ms; 0xFFFF is no anchor.
        public var offsets: [UInt16]

        /// Creates the parameters; `offsets` has six entries.
        public init(
            intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16,
            preferredPeriodicity: UInt8 = 0, referenceConnEventCount: UInt16 = 0,
            offsets: [UInt16] = ConnectionParam.noOffsets
        ) {
            self.intervalMin = intervalMin
            self.intervalMax = intervalMax
            self.latency = latency
            self.timeout = timeout
            self.preferredPeriodicity = preferredPeriodicity
            self.referenceConnEventCount = referenceConnEventCount
            self.offsets = offsets
        }

        /// Six times "none".
        public static let noOffsets: [UInt16] = [0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF]
    }

    /// How much one side can take and wants to send (Part B, 2.4.2.21).
    public struct Length: Hashable, Sendable {
        /// Bytes of payload, 27…251.
        public var maxRxOctets: UInt16
        /// Microseconds, 328…17,040.
        public var maxRxTime: UInt16
        /// Bytes of payload, 27…251.
        public var maxTxOctets: UInt16
        /// Microseconds, 328…17,040.
        public var maxTxTime: UInt16

        public init(maxRxOctets: UInt16, maxRxTime: UInt16, maxTxOctets: UInt16, maxTxTime: UInt16) {
            self.maxRxOctets = maxRxOctets
            self.maxRxTime = maxRxTime
            self.maxTxOctets = maxTxOctets
            self.maxTxTime = maxTxTime
        }
    }

    /// Several PHYs, one bit for each (Part B, 2.4.2.22).
    public struct PHYSet: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The LE 1M PHY.
        public static let le1M = PHYSet(rawValue: 0x01)
        /// The LE 2M PHY.
        public static let le2M = PHYSet(rawValue: 0x02)
        /// The LE Coded PHY.
        public static let leCoded = PHYSet(rawValue: 0x04)

        /// The set of one.
        public init(_ phy: PHY) { self.init(rawValue: 1 << (phy.rawValue - 1)) }
    }
}
