import BluetoothWire

extension LinkLayerGoldens {
    /// The same capabilities as HCI's table has.
    private static let capabilities = HCITable.capabilities
    /// Modes, precision, three counts; two detectors; PHYs; two antennas below four paths; reflector, no FAE and bit 6
    /// for inline phase correction; configurations, procedures; switch time; four lists of times; SNR, one bit up.
    private static let capabilityBytes: [UInt8] = [
        0x01, 0x05, 30, 31, 32, 0x01, 0x00, 0x00, 0x00, 0x06, 0x42, 0x4A, 4, 0x02, 0x01, 10, 0x7C, 0x00, 0x7E,
        0x00, 0xE0, 0x01, 0x03, 0x00, 0x22,
    ]
    private static let additionBytes: [UInt8] = [0x42, 0x00, 10, 33, 34, 35]

    private static let security = LL.CSSecurity(
        iv: 0x0807_0605_0403_0201, nonce: 0x1413_1211, pv: 0x2827_2625_2423_2221)
    private static let securityBytes: [UInt8] = [
        1, 2, 3, 4, 5, 6, 7, 8, 0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28,
    ]

    private static let timing = LL.CSTiming(
        eventInterval: 0x0102, subeventsPerEvent: 3, subeventInterval: 0x0405, subeventLength: 0x060708)
    private static let offsets = LL.CSOffsets(min: 500, max: 0x0A0B0C)
    private static let signal = LL.CSSignal(toneAntennas: .oneByThree, phy: .le2M, powerDelta: -2)
    private static let end = LL.CSTerminate(configID: 2, procedureCount: 0x0304, errorCode: 0x16)

    private static let requestBytes: [UInt8] = [
        0x32, 1, 0x22, 0x21, 0xF4, 0x01, 0x00, 0x0C, 0x0B, 0x0A, 0x24, 0x23, 0x02, 0x01, 3, 0x05, 0x04, 0x08,
        0x07,
        0x06, 0x26, 0x25, 0x28, 0x27, 5, 0x09, 2, 0xFE, 0xF1,
    ]
    private static let responseBytes: [UInt8] = [
        0x33, 1, 0x22, 0x21, 0xF4, 0x01, 0x00, 0x0C, 0x0B, 0x0A, 0x02, 0x01, 3, 0x05, 0x04, 0x08, 0x07, 0x06,
        0, 1,
        0x80, 0,
    ]
    private static let startBytes: [UInt8] = [
        0x34, 1, 0x22, 0x21, 0xF4, 0x01, 0x00, 0x02, 0x01, 3, 0x05, 0x04, 0x08, 0x07, 0x06, 5, 2, 0xFE, 0,
    ]

    static let sounding: [WireGolden<LL.ControlPDU>] = [
        WireGolden("CS_SEC_RSP", .channelSounding(.secRsp(security)), [0x2D] + securityBytes),
        WireGolden(
            "CS_CAPABILITIES_REQ", .channelSounding(.capabilitiesReq(capabilities)), [0x2E] + capabilityBytes),
        WireGolden(
            "CS_CAPABILITIES_RSP", .channelSounding(.capabilitiesRsp(capabilities)), [0x2F] + capabilityBytes),
        WireGolden(
            "CS_CAPABILITIES_RSP with the additions of Core 6.3",
            .channelSounding(.capabilitiesRsp(HCITable.capabilities63)),
            [0x2F] + capabilityBytes + additionBytes, .also([26])),
        // Identifier below action 1; channels; repetition; modes; steps; PHY; role above RTT type; shape above
        // algorithm; jump; places of the times: 30, 20, 60 and 10 µs; enhancements.
        WireGolden(
            "CS_CONFIG_REQ",
            .channelSounding(
                .configReq(
                    .init(configID: 2, created: .init(HCITable.configuration, times: HCITable.times)))),
            [
                0x30, 0x42, 0x54, 0x55, 0x55, 0x54, 0x55, 0x55, 0x55, 0x55, 0x55, 0x15, 4, 2, 1, 2, 5, 3, 2,
                2,
                0x14, 0x11, 8, 2, 1, 5, 0, 1,
            ]),
        // The times that all controllers have are last in their tables.
        WireGolden(
            "CS_CONFIG_REQ, mandatory times",
            .channelSounding(.configReq(.init(configID: 0, created: .init(.init(role: .initiator))))),
            [
                0x30, 0x40, 0xFC, 0xFF, 0x7F, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 1, 2, 0xFF, 0, 0, 0,
                3, 1,
                0, 0, 2, 7, 7, 9, 2, 0,
            ]),
        WireGolden(
            "CS_CONFIG_REQ, removed", .channelSounding(.configReq(.init(configID: 3, created: nil))),
            [0x30, 0x03] + [UInt8](repeating: 0, count: 26)),
        WireGolden("CS_CONFIG_RSP", .channelSounding(.configRsp(configID: 3)), [0x31, 3]),
        WireGolden(
            "CS_REQ",
            .channelSounding(
                .req(
                    .init(
                        configID: 1, connEventCount: 0x2122, offsets: offsets, maxProcedureLength: 0x2324,
                        timing: timing, procedureInterval: 0x2526, procedureCount: 0x2728, signal: signal,
                        preferredPeerAntennas: [.first, .fourth], snrInitiator: .dB21,
                        snrReflector: .notApplied))),
            requestBytes),
        WireGolden(
            "CS_RSP",
            .channelSounding(
                .rsp(
                    .init(
                        configID: 1, connEventCount: 0x2122, offsets: offsets, timing: timing,
                        signal: .init(powerDelta: nil)))),
            responseBytes),
        WireGolden(
            "CS_IND",
            .channelSounding(
                .ind(
                    .init(configID: 1, connEventCount: 0x2122, offset: 500, timing: timing, signal: signal))),
            startBytes),
        WireGolden("CS_TERMINATE_REQ", .channelSounding(.terminateReq(end)), [0x35, 2, 0x04, 0x03, 0x16]),
        WireGolden("CS_FAE_REQ", .channelSounding(.faeReq), [0x36]),
        WireGolden(
            "CS_FAE_RSP", .channelSounding(.faeRsp(HCITable.faeTable)),
            [0x37] + HCITable.faeTable.map { UInt8(bitPattern: $0) }),
        WireGolden(
            "CS_CHANNEL_MAP_IND", .channelSounding(.channelMapInd(.all, instant: 0x0102)),
            [0x38, 0xFC, 0xFF, 0x7F, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x02, 0x01]),
        WireGolden("CS_SEC_REQ", .channelSounding(.secReq(security)), [0x39] + securityBytes),
        WireGolden("CS_TERMINATE_RSP", .channelSounding(.terminateRsp(end)), [0x3A, 2, 0x04, 0x03, 0x16]),
    ]
}
