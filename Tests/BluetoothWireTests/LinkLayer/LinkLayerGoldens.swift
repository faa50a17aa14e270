import BluetoothWire

/// Advertising, data and control PDUs, byte for byte (Core 6.0, Vol 6, Part B, 2.3 and 2.4).
enum LinkLayerGoldens {
    static let random = DeviceAddress(0xC0FF_EE00_0001, .random)
    static let publicAddress = DeviceAddress(0x0011_2233_4455, .public)
    /// `random`, least significant byte first.
    static let randomBytes: [UInt8] = [0x01, 0x00, 0x00, 0xEE, 0xFF, 0xC0]
    /// `publicAddress`, least significant byte first.
    static let publicBytes: [UInt8] = [0x55, 0x44, 0x33, 0x22, 0x11, 0x00]
    static let flagsData: [UInt8] = [0x02, 0x01, 0x06]

    static let llData = LL.LLData(
        accessAddress: 0xAF9A_8CB2, crcInit: 0x123456, winSize: 3, winOffset: 9, interval: 24, latency: 4,
        timeout: 72, channelMap: LL.ChannelMap(bits: 0x1F_FFFF_FC00), hop: 9, sca: .ppm31to50)

    /// Access address, CRCInit; window size, offset; interval, latency, timeout; channel map; hop 9
    /// below accuracy 5.
    static let llDataBytes: [UInt8] = [
        0xB2, 0x8C, 0x9A, 0xAF, 0x56, 0x34, 0x12, 0x03, 0x09, 0x00, 0x18, 0x00, 0x04, 0x00, 0x48, 0x00,
        0x00, 0xFC, 0xFF, 0xFF, 0x1F, 0xA9,
    ]

    static let advertising: [WireGolden<LL.AdvertisingPDU>] = legacy + extended

    static let legacy: [WireGolden<LL.AdvertisingPDU>] = [
        // Type 0, ChSel, TxAdd random; length; AdvA; AdvData.
        WireGolden(
            "ADV_IND", .advInd(LL.AdvInd(advertiser: random, chSel: true, data: flagsData)),
            [0x60, 9] + randomBytes + flagsData),
        WireGolden(
            "ADV_IND, public, no ChSel, no data",
            .advInd(LL.AdvInd(advertiser: publicAddress, chSel: false, data: [])), [0x00, 6] + publicBytes),
        // Type 1, RxAdd random; AdvA; TargetA.
        WireGolden(
            "ADV_DIRECT_IND",
            .advDirectInd(LL.AdvDirectInd(advertiser: publicAddress, target: random, chSel: false)),
            [0x81, 12] + publicBytes + randomBytes),
        WireGolden(
            "ADV_NONCONN_IND", .advNonconnInd(advertiser: random, data: flagsData),
            [0x42, 9] + randomBytes + flagsData),
        // Type 3, TxAdd public, RxAdd random; ScanA; AdvA.
        WireGolden(
            "SCAN_REQ", .scanReq(scanner: publicAddress, advertiser: random),
            [0x83, 12] + publicBytes + randomBytes),
        WireGolden(
            "SCAN_RSP", .scanRsp(advertiser: random, data: flagsData),
            [0x44, 9] + randomBytes + flagsData),
        // Type 5, all three bits; InitA; AdvA; LLData.
        WireGolden(
            "CONNECT_IND",
            .connectInd(LL.ConnectInd(initiator: random, advertiser: random, chSel: true, llData: llData)),
            [0xE5, 34] + randomBytes + randomBytes + llDataBytes),
        WireGolden(
            "ADV_SCAN_IND", .advScanInd(advertiser: publicAddress, data: flagsData),
            [0x06, 9] + publicBytes + flagsData),
    ]

    static let extended: [WireGolden<LL.AdvertisingPDU>] = [
        // Type 7; length; mode 1 above header length 7; flags: AdvA; AdvA.
        WireGolden(
            "extended, AdvA only", .advExtInd(LL.ExtendedAdvertising(mode: .connectable, advertiser: random)),
            [0x47, 8, 0x47, 0x01] + randomBytes),
        // Flags: ADI and AuxPtr; ADI: set 2, data 0x123; AuxPtr: channel 12, accurate clock, units of
        // 30 µs, offset 10, LE 2M.
        WireGolden(
            "ADV_EXT_IND with AuxPtr",
            .advExtInd(
                LL.ExtendedAdvertising(
                    mode: .nonConnectableNonScannable, dataInfo: .init(did: 0x123, sid: 2),
                    auxPtr: .init(channel: 12, offset: 10, phy: .le2M))),
            [0x07, 7, 0x06, 0x18, 0x23, 0x21, 0x4C, 0x0A, 0x20]),
        // All flags: AdvA, TargetA, CTEInfo, ADI, AuxPtr (inexact clock, units of 300 µs, coded),
        // SyncInfo, TxPower −20; ACAD; AdvData.
        WireGolden(
            "extended, every field",
            .advExtInd(
                LL.ExtendedAdvertising(
                    mode: .scannable, advertiser: publicAddress, target: random, cteInfo: 0x14,
                    dataInfo: .init(did: 0xFFF, sid: 15),
                    auxPtr: .init(
                        channel: 36, isClockAccurate: false, usesLongUnits: true, offset: 0x1FFF,
                        phy: .leCoded),
                    syncInfo: [UInt8](1...18), txPower: -20, acad: [0x02, 0x0A, 0xEC], data: flagsData)),
            [0x87, 45, 0xA9, 0x7F] + publicBytes + randomBytes + [0x14, 0xFF, 0xFF, 0xA4, 0xFF, 0x5F]
                + [UInt8](1...18) + [0xEC, 0x02, 0x0A, 0xEC] + flagsData),
        // No extended header at all: AUX_CHAIN_IND at the end of a chain.
        WireGolden(
            "extended, data only",
            .advExtInd(LL.ExtendedAdvertising(mode: .nonConnectableNonScannable, data: flagsData)),
            [0x07, 4, 0x00] + flagsData),
        // Type 8; header length 13; flags: AdvA, TargetA.
        WireGolden(
            "AUX_CONNECT_RSP",
            .auxConnectRsp(
                LL.ExtendedAdvertising(
                    mode: .nonConnectableNonScannable, advertiser: random, target: publicAddress)),
            [0x48, 14, 0x0D, 0x03] + randomBytes + publicBytes),
    ]

    static let data: [WireGolden<LL.DataPDU>] = [
        // LLID 1, all flags clear; length 0.
        WireGolden("empty", .empty(nesn: false, sn: false), [0x01, 0x00]),
        WireGolden("empty, NESN", .empty(nesn: true, sn: false), [0x05, 0x00]),
        WireGolden("empty, SN", .empty(nesn: false, sn: true), [0x09, 0x00]),
        WireGolden("empty, MD", .empty(nesn: false, sn: false, md: true), [0x11, 0x00]),
        // LLID 2, NESN and SN; length; an L2CAP frame with an ATT read.
        WireGolden(
            "start", LL.DataPDU(llid: .start, nesn: true, sn: true, payload: [3, 0, 4, 0, 0x0A, 3, 0]),
            [0x0E, 7, 3, 0, 4, 0, 0x0A, 3, 0]),
        // LLID 3, MD; length; LL_TERMINATE_IND.
        WireGolden(
            "control", LL.DataPDU(llid: .control, md: true, payload: [0x02, 0x13]), [0x13, 2, 0x02, 0x13]),
    ]

    private static let parameters = LL.ConnectionParam(
        intervalMin: 24, intervalMax: 40, latency: 2, timeout: 500, preferredPeriodicity: 4,
        referenceConnEventCount: 0x0102, offsets: [1, 2, 3, 4, 5, 0xFFFF])
    /// Intervals, latency, timeout; periodicity; event; six offsets.
    private static let parameterBytes: [UInt8] = [
        0x18, 0x00, 0x28, 0x00, 0x02, 0x00, 0xF4, 0x01, 0x04, 0x02, 0x01, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0,
        0xFF, 0xFF,
    ]
    private static let length = LL.Length(
        maxRxOctets: 251, maxRxTime: 2120, maxTxOctets: 27, maxTxTime: 328)
    /// 251 bytes and 2120 µs to receive, 27 bytes and 328 µs to send.
    private static let lengthBytes: [UInt8] = [0xFB, 0x00, 0x48, 0x08, 0x1B, 0x00, 0x48, 0x01]
    private static let features: UInt64 = 0x0807_0605_0403_0201

    static let control: [WireGolden<LL.ControlPDU>] = [
        // Opcode; window size, offset; interval, latency, timeout; instant.
        WireGolden(
            "CONNECTION_UPDATE_IND",
            .connectionUpdateInd(
                LL.ConnectionUpdateInd(
                    winSize: 1, winOffset: 2, interval: 40, latency: 3, timeout: 500, instant: 0x1234)),
            [0x00, 1, 2, 0, 0x28, 0, 3, 0, 0xF4, 0x01, 0x34, 0x12]),
        // Opcode; channel map; instant.
        WireGolden(
            "CHANNEL_MAP_IND", .channelMapInd(LL.ChannelMap(bits: 0x1E_0000_0001), instant: 0x0100),
            [0x01, 0x01, 0x00, 0x00, 0x00, 0x1E, 0x00, 0x01]),
        WireGolden("TERMINATE_IND", .terminateInd(errorCode: 0x13), [0x02, 0x13]),
        // Opcode; Rand; EDIV; SKD_C; IV_C.
        WireGolden(
            "ENC_REQ",
            .encReq(
                LL.EncReq(
                    rand: 0x1122_3344_5566_7788, ediv: 0xABCD, skdC: 0x0102_0304_0506_0708,
                    ivC: 0xDEAD_BEEF)),
            [
                0x03, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0xCD, 0xAB, 8, 7, 6, 5, 4, 3, 2, 1,
                0xEF, 0xBE, 0xAD, 0xDE,
            ]),
        // Opcode; SKD_P; IV_P.
        WireGolden(
            "ENC_RSP", .encRsp(skdP: 0x0102_0304_0506_0708, ivP: 0xDEAD_BEEF),
            [0x04, 8, 7, 6, 5, 4, 3, 2, 1, 0xEF, 0xBE, 0xAD, 0xDE]),
        WireGolden("START_ENC_REQ", .startEncReq, [0x05]),
        WireGolden("START_ENC_RSP", .startEncRsp, [0x06]),
        WireGolden("UNKNOWN_RSP", .unknownRsp(unknownType: 0x23), [0x07, 0x23]),
        WireGolden("FEATURE_REQ", .featureReq(features: features), [0x08, 1, 2, 3, 4, 5, 6, 7, 8]),
        WireGolden("FEATURE_RSP", .featureRsp(features: features), [0x09, 1, 2, 3, 4, 5, 6, 7, 8]),
        WireGolden("PAUSE_ENC_REQ", .pauseEncReq, [0x0A]),
        WireGolden("PAUSE_ENC_RSP", .pauseEncRsp, [0x0B]),
        // Opcode; version 6.0; company; subversion.
        WireGolden(
            "VERSION_IND", .versionInd(version: 0x0E, company: 0xFFFF, subversion: 0x0102),
            [0x0C, 0x0E, 0xFF, 0xFF, 0x02, 0x01]),
        WireGolden("REJECT_IND", .rejectInd(errorCode: 0x06), [0x0D, 0x06]),
        WireGolden(
            "PERIPHERAL_FEATURE_REQ", .peripheralFeatureReq(features: features),
            [0x0E, 1, 2, 3, 4, 5, 6, 7, 8]),
        WireGolden("CONNECTION_PARAM_REQ", .connectionParamReq(parameters), [0x0F] + parameterBytes),
        WireGolden("CONNECTION_PARAM_RSP", .connectionParamRsp(parameters), [0x10] + parameterBytes),
        WireGolden("REJECT_EXT_IND", .rejectExtInd(rejectOpcode: 0x0F, errorCode: 0x20), [0x11, 0x0F, 0x20]),
        WireGolden("PING_REQ", .pingReq, [0x12]),
        WireGolden("PING_RSP", .pingRsp, [0x13]),
        WireGolden("LENGTH_REQ", .lengthReq(length), [0x14] + lengthBytes),
        WireGolden("LENGTH_RSP", .lengthRsp(length), [0x15] + lengthBytes),
        WireGolden("PHY_REQ", .phyReq(tx: [.le1M, .le2M], rx: .le2M), [0x16, 0x03, 0x02]),
        WireGolden("PHY_RSP", .phyRsp(tx: .leCoded, rx: [.le1M, .leCoded]), [0x17, 0x04, 0x05]),
        WireGolden(
            "PHY_UPDATE_IND",
            .phyUpdateInd(centralToPeripheral: .le2M, peripheralToCentral: [], instant: 0x0203),
            [0x18, 0x02, 0x00, 0x03, 0x02]),
        WireGolden(
            "MIN_USED_CHANNELS_IND", .minUsedChannelsInd(phys: .le1M, minUsedChannels: 8), [0x19, 1, 8]),
        // LL_POWER_CONTROL_REQ, which is not modelled: the end is not known.
        WireGolden(
            "unknown", .unknown(opcode: 0x23, data: [0x01, 0x00, 0xF6]), [0x23, 0x01, 0x00, 0xF6],
            .open(from: 1)),
    ]
}
