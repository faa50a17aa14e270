extension LL {
    /// A control PDU of Channel Sounding (Core 6.0, Vol 6, Part B, 2.4.2).
    public enum ChannelSoundingPDU: Hashable, Sendable {
        /// LL_CS_SEC_RSP: the peripheral's part of the common random numbers.
        case secRsp(CSSecurity)
        /// LL_CS_CAPABILITIES_REQ: what the sender can do; asks the other end.
        case capabilitiesReq(ChannelSoundingCapabilities)
        /// LL_CS_CAPABILITIES_RSP: what the other end can do.
        case capabilitiesRsp(ChannelSoundingCapabilities)
        /// LL_CS_CONFIG_REQ: makes or removes a configuration.
        case configReq(CSConfigReq)
        /// LL_CS_CONFIG_RSP: the configuration was made or removed. The identifier has 6 bits.
        case configRsp(configID: UInt8)
        /// LL_CS_REQ: asks for procedures.
        case req(CSReq)
        /// LL_CS_RSP: what the peripheral makes of the request.
        case rsp(CSRsp)
        /// LL_CS_IND: the central starts procedures.
        case ind(CSInd)
        /// LL_CS_TERMINATE_REQ: ends procedures.
        case terminateReq(CSTerminate)
        /// LL_CS_FAE_REQ: asks for the frequency errors of the sender's signal.
        case faeReq
        /// LL_CS_FAE_RSP: the errors of the 72 channels in rising order.
        case faeRsp([Int8])
        /// LL_CS_CHANNEL_MAP_IND: the channels that the sender classifies as good, from an instant on.
        case channelMapInd(ChannelSounding.ChannelMap, instant: UInt16)
        /// LL_CS_SEC_REQ: the central's part of the common random numbers.
        case secReq(CSSecurity)
        /// LL_CS_TERMINATE_RSP: procedures have ended.
        case terminateRsp(CSTerminate)
    }

    /// One end's part of the common random numbers (Part B, 5.1.23).
    public struct CSSecurity: Hashable, Sendable {
        /// Of the initialisation vector.
        public var iv: UInt64
        /// Of the instantiation nonce.
        public var nonce: UInt32
        /// Of the personalisation vector.
        public var pv: UInt64

        public init(iv: UInt64, nonce: UInt32, pv: UInt64) {
            (self.iv, self.nonce, self.pv) = (iv, nonce, pv)
        }
    }

    /// Makes or removes a configuration.
    public struct CSConfigReq: Hashable, Sendable {
        /// Which configuration, 6 bits.
        public var configID: UInt8
        /// The new configuration, with the role of the sender; nil to remove it.
        public var created: ChannelSounding.AgreedConfiguration?

        public init(configID: UInt8, created: ChannelSounding.AgreedConfiguration?) {
            (self.configID, self.created) = (configID, created)
        }
    }

    /// How subevents lie: what request, answer and start have in common.
    public struct CSTiming: Hashable, Sendable {
        /// From event to event in connection intervals.
        public var eventInterval: UInt16
        /// How many subevents an event has.
        public var subeventsPerEvent: UInt8
        /// From subevent to subevent in 0.625 ms.
        public var subeventInterval: UInt16
        /// The length of a subevent in microseconds, 24 bits.
        public var subeventLength: UInt32

        public init(
            eventInterval: UInt16, subeventsPerEvent: UInt8, subeventInterval: UInt16, subeventLength: UInt32
        ) {
            (self.eventInterval, self.subeventsPerEvent) = (eventInterval, subeventsPerEvent)
            (self.subeventInterval, self.subeventLength) = (subeventInterval, subeventLength)
        }
    }

    /// How tones are sent: what request, answer and start have in common.
    public struct CSSignal: Hashable, Sendable {
        public var toneAntennas: ChannelSounding.ToneAntennas
        public var phy: ChannelSounding.LinkPHY
        /// How much more power than on the link, in dB; nil for no recommendation.
        public var powerDelta: Int8?

        public init(
            toneAntennas: ChannelSounding.ToneAntennas = .oneByOne, phy: ChannelSounding.LinkPHY = .le1M,
            powerDelta: Int8? = nil
        ) {
            (self.toneAntennas, self.phy, self.powerDelta) = (toneAntennas, phy, powerDelta)
        }
    }

    /// Where the first subevent may begin, in microseconds from the anchor of the connection event; 24 bits each.
    public struct CSOffsets: Hashable, Sendable {
        /// The earliest offset.
        public var min: UInt32
        /// The latest offset.
        public var max: UInt32

        public init(min: UInt32, max: UInt32) { (self.min, self.max) = (min, max) }
    }

    /// Asks for procedures (LL_CS_REQ).
    public struct CSReq: Hashable, Sendable {
        /// Which configuration, 6 bits.
        public var configID: UInt8
        /// The connection event to which the offsets belong.
        public var connEventCount: UInt16
        /// Where the first subevent may begin.
        public var offsets: CSOffsets
        /// The longest procedure in 0.625 ms.
        public var maxProcedureLength: UInt16
        /// How subevents lie.
        public var timing: CSTiming
        /// From procedure to procedure in connection intervals.
        public var procedureInterval: UInt16
        /// How many procedures there are; 0 for procedures until they are ended.
        public var procedureCount: UInt16
        /// How tones are sent.
        public var signal: CSSignal
        /// The receiver's antennas that the sender prefers.
        public var preferredPeerAntennas: ChannelSounding.Antennas
        /// The signal of the initiator.
        public var snrInitiator: ChannelSounding.SNRControl
        /// The signal of the reflector.
        public var snrReflector: ChannelSounding.SNRControl

        public init(
            configID: UInt8, connEventCount: UInt16, offsets: CSOffsets, maxProcedureLength: UInt16,
            timing: CSTiming, procedureInterval: UInt16, procedureCount: UInt16, signal: CSSignal = .init(),
            preferredPeerAntennas: ChannelSounding.Antennas = .first,
            snrInitiator: ChannelSounding.SNRControl = .notApplied,
            snrReflector: ChannelSounding.SNRControl = .notApplied
        ) {
            (self.configID, self.connEventCount, self.offsets) = (configID, connEventCount, offsets)
            (self.maxProcedureLength, self.timing) = (maxProcedureLength, timing)
            (self.procedureInterval, self.procedureCount) = (procedureInterval, procedureCount)
            (self.signal, self.preferredPeerAntennas) = (signal, preferredPeerAntennas)
            (self.snrInitiator, self.snrReflector) = (snrInitiator, snrReflector)
        }
    }

    /// What the peripheral makes of a request (LL_CS_RSP).
    public struct CSRsp: Hashable, Sendable {
        /// Which configuration, 6 bits.
        public var configID: UInt8
        /// The connection event to which the offsets belong.
        public var connEventCount: UInt16
        /// Where the first subevent may begin.
        public var offsets: CSOffsets
        /// How subevents lie.
        public var timing: CSTiming
        /// How tones are sent.
        public var signal: CSSignal

        public init(
            configID: UInt8, connEventCount: UInt16, offsets: CSOffsets, timing: CSTiming,
            signal: CSSignal = .init()
        ) {
            (self.configID, self.connEventCount, self.offsets) = (configID, connEventCount, offsets)
            (self.timing, self.signal) = (timing, signal)
        }
    }

    /// Starts procedures (LL_CS_IND).
    public struct CSInd: Hashable, Sendable {
        /// Which configuration, 6 bits.
        public var configID: UInt8
        /// The connection event to which the offset belongs.
        public var connEventCount: UInt16
        /// Where the first subevent begins, in microseconds from the anchor of the connection event; 24 bits.
        public var offset: UInt32
        /// How subevents lie.
        public var timing: CSTiming
        /// How tones are sent.
        public var signal: CSSignal

        public init(
            configID: UInt8, connEventCount: UInt16, offset: UInt32, timing: CSTiming,
            signal: CSSignal = .init()
        ) {
            (self.configID, self.connEventCount, self.offset) = (configID, connEventCount, offset)
            (self.timing, self.signal) = (timing, signal)
        }
    }

    /// Ends the procedures of a configuration, or says that they have ended.
    public struct CSTerminate: Hashable, Sendable {
        /// Which configuration, 6 bits.
        public var configID: UInt8
        /// How many procedures there were.
        public var procedureCount: UInt16
        /// Why they end, as for disconnections.
        public var errorCode: UInt8

        public init(configID: UInt8, procedureCount: UInt16, errorCode: UInt8) {
            (self.configID, self.procedureCount, self.errorCode) = (configID, procedureCount, errorCode)
        }
    }
}
