import BluetoothTypes

extension LL {
    /// A PDU on an advertising channel (Core 6.0, Vol 6, Part B, 2.3).
    ///
    /// The header's TxAdd and RxAdd bits are the kinds of the two addresses, which are public or
    /// random. On secondary channels `scanReq` is AUX_SCAN_REQ and `connectInd` AUX_CONNECT_REQ: the
    /// types and formats are the same.
    public enum AdvertisingPDU: Hashable, Sendable {
        /// ADV_IND: connectable, scannable, undirected; at most 31 bytes of data.
        case advInd(AdvInd)
        /// ADV_DIRECT_IND: connectable by `target` alone.
        case advDirectInd(AdvDirectInd)
        /// ADV_NONCONN_IND: at most 31 bytes of data.
        case advNonconnInd(advertiser: DeviceAddress, data: [UInt8])
        /// ADV_SCAN_IND: scannable; at most 31 bytes of data.
        case advScanInd(advertiser: DeviceAddress, data: [UInt8])
        /// SCAN_REQ or AUX_SCAN_REQ.
        case scanReq(scanner: DeviceAddress, advertiser: DeviceAddress)
        /// SCAN_RSP: at most 31 bytes of data.
        case scanRsp(advertiser: DeviceAddress, data: [UInt8])
        /// CONNECT_IND or AUX_CONNECT_REQ.
        case connectInd(ConnectInd)
        /// ADV_EXT_IND, AUX_ADV_IND, AUX_SCAN_RSP, AUX_SYNC_IND or AUX_CHAIN_IND: one type and format;
        /// which it is follows from the channel and from what it answers.
        case advExtInd(ExtendedAdvertising)
        /// AUX_CONNECT_RSP: the answer to a connection request on a secondary channel.
        case auxConnectRsp(ExtendedAdvertising)
    }

    /// ADV_IND (Part B, 2.3.1.1).
    public struct AdvInd: Hashable, Sendable {
        /// Who advertises.
        public var advertiser: DeviceAddress
        /// The ChSel bit: the advertiser supports channel selection algorithm #2.
        public var chSel: Bool
        /// At most 31 bytes.
        public var data: [UInt8]

        public init(advertiser: DeviceAddress, chSel: Bool = true, data: [UInt8]) {
            self.advertiser = advertiser
            self.chSel = chSel
            self.data = data
        }
    }

    /// ADV_DIRECT_IND (Part B, 2.3.1.2).
    public struct AdvDirectInd: Hashable, Sendable {
        /// Who advertises.
        public var advertiser: DeviceAddress
        /// Who may connect.
        public var target: DeviceAddress
        /// The ChSel bit: the advertiser supports channel selection algorithm #2.
        public var chSel: Bool

        public init(advertiser: DeviceAddress, target: DeviceAddress, chSel: Bool = true) {
            self.advertiser = advertiser
            self.target = target
            self.chSel = chSel
        }
    }

    /// CONNECT_IND, or AUX_CONNECT_REQ on a secondary channel (Part B, 2.3.3.1).
    public struct ConnectInd: Hashable, Sendable {
        /// Who becomes the central.
        public var initiator: DeviceAddress
        /// Who becomes the peripheral.
        public var advertiser: DeviceAddress
        /// The ChSel bit: the initiator supports channel selection algorithm #2. Reserved, and so
        /// false, in AUX_CONNECT_REQ.
        public var chSel: Bool
        /// The parameters of the link.
        public var llData: LLData

        public init(initiator: DeviceAddress, advertiser: DeviceAddress, chSel: Bool = true, llData: LLData) {
            self.initiator = initiator
            self.advertiser = advertiser
            self.chSel = chSel
            self.llData = llData
        }
    }

    /// The parameters of a new link (Part B, 2.3.3.1).
    public struct LLData: Hashable, Sendable {
        /// The access address of the link's packets.
        public var accessAddress: UInt32
        /// The initial value of the link's CRCs, 24 bits.
        public var crcInit: UInt32
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
        /// The channels in use.
        public var channelMap: ChannelMap
        /// Channels between two events in channel selection algorithm #1, 5…16.
        public var hop: UInt8
        /// How good the central's sleep clock is.
        public var sca: SleepClockAccuracy

        public init(
            accessAddress: UInt32, crcInit: UInt32, winSize: UInt8, winOffset: UInt16, interval: UInt16,
            latency: UInt16, timeout: UInt16, channelMap: ChannelMap = .all, hop: UInt8,
            sca: SleepClockAccuracy
        ) {
            self.accessAddress = accessAddress
            self.crcInit = crcInit & 0xFF_FFFF
            self.winSize = winSize
            self.winOffset = winOffset
            self.interval = interval
            self.latency = latency
            self.timeout = timeout
            self.channelMap = channelMap
            self.hop = hop & 0x1F
            self.sca = sca
        }
    }

    /// The common extended advertising payload (Part B, 2.3.4).
    public struct ExtendedAdvertising: Hashable, Sendable {
        /// Whether others can connect to the advertiser or scan it; zero in AUX_CONNECT_RSP.
        public enum Mode: UInt8, Hashable, Sendable {
            /// Neither connectable nor scannable.
            case nonConnectableNonScannable = 0
            /// Others can connect.
            case connectable = 1
            /// Others can ask for a scan response.
            case scannable = 2
        }

        /// Which data of which set a packet belongs to (Part B, 2.3.4.4).
        public struct DataInfo: Hashable, Sendable {
            /// The advertising data ID, 12 bits: changes with the data.
            public var did: UInt16
            /// The advertising set ID, 4 bits.
            public var sid: UInt8

            /// Creates the two IDs from their lower bits.
            public init(did: UInt16, sid: UInt8) {
                self.did = did & 0x0FFF
                self.sid = sid & 0x0F
            }
        }

        /// Where the next packet is (Part B, 2.3.4.5).
        public struct AuxPtr: Hashable, Sendable {
            /// The channel index of the secondary channel, 0…36.
            public var channel: UInt8
            /// Whether the advertiser's clock drifts by at most 50 ppm (otherwise by at most 500 ppm).
            public var isClockAccurate: Bool
            /// Whether `offset` counts 300 µs (otherwise 30 µs).
            public var usesLongUnits: Bool
            /// From the start of this packet to that of the next, 13 bits; 0 if there is none.
            public var offset: UInt16
            /// The PHY of the next packet.
            public var phy: PHY

            /// Creates a pointer from the lower bits of its fields.
            public init(
                channel: UInt8, isClockAccurate: Bool = true, usesLongUnits: Bool = false, offset: UInt16,
                phy: PHY
            ) {
                self.channel = channel & 0x3F
                self.isClockAccurate = isClockAccurate
                self.usesLongUnits = usesLongUnits
                self.offset = offset & 0x1FFF
                self.phy = phy
            }

            /// Creates a pointer to a packet that starts `delay` later, cut to whole units.
            ///
            /// Delays up to 245.7 ms count in units of 30 µs, longer ones in units of 300 µs.
            public init(channel: UInt8, after delay: Nanoseconds, phy: PHY) {
                let isLong = delay / .microseconds(30) > 0x1FFF
                let units = delay / .microseconds(isLong ? 300 : 30)
                precondition((0...0x1FFF).contains(units), "auxiliary packet after \(delay) s")
                self.init(channel: channel, usesLongUnits: isLong, offset: UInt16(units), phy: phy)
            }

            /// From the start of this packet to that of the next.
            public var delay: Nanoseconds { .microseconds(Int(offset) * (usesLongUnits ? 300 : 30)) }
        }

        /// Whether others can connect to the advertiser or scan it.
        public var mode: Mode
        /// The address of the advertiser, AdvA.
        public var advertiser: DeviceAddress?
        /// TargetA: who may scan or connect.
        public var target: DeviceAddress?
        /// CTEInfo, raw; only in AUX_SYNC_IND with direction finding.
        public var cteInfo: UInt8?
        /// The set and data identifiers, ADI.
        public var dataInfo: DataInfo?
        /// Where the next packet follows, AuxPtr.
        public var auxPtr: AuxPtr?
        /// SyncInfo, raw: 18 bytes.
        public var syncInfo: [UInt8]?
        /// TxPower in dBm.
        public var txPower: Int8?
        /// Additional controller advertising data, in the format of advertising data.
        public var acad: [UInt8]
        /// AdvData: what remains of the PDU, which has at most 255 bytes.
        public var data: [UInt8]

        public init(
            mode: Mode, advertiser: DeviceAddress? = nil, target: DeviceAddress? = nil,
            cteInfo: UInt8? = nil, dataInfo: DataInfo? = nil, auxPtr: AuxPtr? = nil,
            syncInfo: [UInt8]? = nil, txPower: Int8? = nil, acad: [UInt8] = [], data: [UInt8] = []
        ) {
            self.mode = mode
            self.advertiser = advertiser
            self.target = target
            self.cteInfo = cteInfo
            self.dataInfo = dataInfo
            self.auxPtr = auxPtr
            self.syncInfo = syncInfo
            self.txPower = txPower
            self.acad = acad
            self.data = data
        }
    }
}
