import BluetoothWire

/// Channel Sounding. `Interop/channel_sounding_vectors.py` has Bumble write the same packets.
extension HCITable {
    /// What Nordic's nRF54L15 reports as reflector, with other numbers where those would not tell fields apart.
    static let capabilities: ChannelSoundingCapabilities = {
        var capabilities = ChannelSoundingCapabilities()
        (capabilities.numConfigs, capabilities.maxConsecutiveProcedures) = (4, 0x0102)
        (capabilities.numAntennas, capabilities.maxAntennaPaths) = (2, 4)
        (capabilities.roles, capabilities.modes) = (.reflector, .packetsAndTones)
        capabilities.rttPrecision = [.accessAddressOnly, .randomSequence]
        capabilities.rttAccessAddressOnlySteps = 30
        (capabilities.rttSoundingSteps, capabilities.rttRandomSequenceSteps) = (31, 32)
        (capabilities.nadmSounding, capabilities.nadmRandomSequence) = (.phaseBased, [])
        capabilities.syncPHYs = [.le2M, .le2M2BT]
        capabilities.subfeatures = [.noFrequencyActuationError, .inlinePhaseCorrection]
        capabilities.betweenPacketsTimes = [.us30, .us40, .us50, .us60, .us80]
        capabilities.betweenTonesTimes = [.us20, .us30, .us40, .us50, .us60, .us80]
        capabilities.frequencyChangeTimes = [.us60, .us80, .us100, .us120]
        capabilities.phaseMeasurementTimes = [.us10, .us20]
        (capabilities.antennaSwitchTime, capabilities.snr) = (10, [.dB18, .dB30])
        return capabilities
    }()

    static let capabilities63: ChannelSoundingCapabilities = {
        var capabilities = Self.capabilities
        capabilities.additions = .init(
            inlineBetweenTonesTimes: [.us20, .us80], inlineAntennaSwitchTime: 10,
            rtt2MAccessAddressOnlySteps: 33, rtt2MSoundingSteps: 34, rtt2MRandomSequenceSteps: 35)
        return capabilities
    }()

    static let capabilityOctets = """
        configs:04 procedures:0201 antennas:02 paths:04 roles:02 modes:01 rtt:05 n:1E n:1F n:20
        nadm:0100 nadm:0000 phys:06 subfeatures:1200 ip1:7C00 ip2:7E00 fcs:E001 pm:0300 sw:0A snr:11
        """
    static let additionOctets = "ip2:4200 sw:0A n:21 n:22 n:23"

    /// Tones with packets between them on every second channel, with algorithm #3c.
    static let configuration = ChannelSoundingConfiguration(
        mainMode: .tones, subMode: .packets, minMainModeSteps: 2, maxMainModeSteps: 5, mainModeRepetition: 3,
        mode0Steps: 2, role: .reflector, rttType: .random64, syncPHY: .le2M,
        channelMap: .init(stride(from: 2, through: 76, by: 2).filter { $0 != 24 }), channelMapRepetition: 4,
        channelSelection: .algorithm3c, channelShape: .x, channelJump: 8, enhancements: .inlinePhaseCorrection
    )
    static let configurationOctets = """
        main:02 sub:01 min:02 max:05 repetition:03 mode0:02 role:01 rtt:04 phy:02
        map:54555554555555555515 repetition:04 selection:01 shape:01 jump:08 enhancements:01
        """
    static let plainConfigurationOctets = """
        main:02 sub:FF min:00 max:00 repetition:00 mode0:03 role:00 rtt:00 phy:01
        map:FCFF7FFCFFFFFFFFFF1F repetition:01 selection:00 shape:00 jump:02 enhancements:00
        """

    static let times = ChannelSounding.StepTimes(
        betweenPackets: 30, betweenTones: 20, frequencyChange: 60, phaseMeasurement: 10)

    /// -36 to 35.
    static let faeTable = (0..<72).map { Int8($0 - 36) }
    static let faeOctets = faeTable.map { HCITable.digits(UInt8(bitPattern: $0)) }.joined()

    private static func digits(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    static let soundingCommands: [HCIGolden<HCI.Command>] = [
        .init(
            "LE Set Host Feature", .leSetHostFeature(.init(bitNumber: 47, bitValue: true)),
            "7420 02 bit:2F value:01"),
        .init("LE CS Read Local Supported Capabilities", .leCSReadLocalSupportedCapabilities, "8920 00"),
        .init(
            "LE CS Read Local Supported Capabilities [v2]", .leCSReadLocalSupportedCapabilitiesV2, "A520 00"),
        .init(
            "LE CS Read Remote Supported Capabilities",
            .leCSReadRemoteSupportedCapabilities(.init(connectionHandle: 0x0123)), "8A20 02 handle:2301"),
        .init(
            "LE CS Write Cached Remote Supported Capabilities",
            .leCSWriteCachedRemoteSupportedCapabilities(
                .init(connectionHandle: 0x0123, capabilities: capabilities)),
            "8B20 1E handle:2301 \(capabilityOctets)"),
        .init(
            "LE CS Write Cached Remote Supported Capabilities [v2]",
            .leCSWriteCachedRemoteSupportedCapabilitiesV2(
                .init(connectionHandle: 0x0123, capabilities: capabilities63)),
            "A620 24 handle:2301 \(capabilityOctets) \(additionOctets)"),
        .init(
            "LE CS Security Enable", .leCSSecurityEnable(.init(connectionHandle: 0x0123)),
            "8C20 02 handle:2301"),
        .init(
            "LE CS Set Default Settings",
            .leCSSetDefaultSettings(
                .init(connectionHandle: 0x0123, roleEnable: .reflector, syncAntenna: .inTurn, maxTXPower: -20)
            ),
            "8D20 05 handle:2301 roles:02 antenna:FE power:EC"),
        .init(
            "LE CS Read Remote FAE Table", .leCSReadRemoteFAETable(.init(connectionHandle: 0x0123)),
            "8E20 02 handle:2301"),
        .init(
            "LE CS Write Cached Remote FAE Table",
            .leCSWriteCachedRemoteFAETable(.init(connectionHandle: 0x0123, remoteFAETable: faeTable)),
            "8F20 4A handle:2301 \(faeOctets)"),
        .init(
            "LE CS Create Config",
            .leCSCreateConfig(.init(connectionHandle: 0x0123, configID: 2, configuration: configuration)),
            "9020 1C handle:2301 id:02 context:01 \(configurationOctets)"),
        .init(
            "LE CS Create Config, tones only, not at the peer",
            .leCSCreateConfig(
                .init(
                    connectionHandle: 0x0123, configID: 0, isForBoth: false,
                    configuration: .init(role: .initiator))),
            "9020 1C handle:2301 id:00 context:00 \(plainConfigurationOctets)"),
        .init(
            "LE CS Remove Config", .leCSRemoveConfig(.init(connectionHandle: 0x0123, configID: 3)),
            "9120 03 handle:2301 id:03"),
        .init(
            "LE CS Set Channel Classification",
            .leCSSetChannelClassification(.init(channelClassification: .all)), "9220 0A FCFF7FFCFFFFFFFFFF1F"),
        .init(
            "LE CS Set Procedure Parameters",
            .leCSSetProcedureParameters(
                .init(
                    connectionHandle: 0x0123, configID: 1, maxProcedureLength: 0x0203,
                    minProcedureInterval: 0x0405, maxProcedureInterval: 0x0607, maxProcedureCount: 0x0809,
                    minSubeventLength: 0x0A0B0C, maxSubeventLength: 0x0D0E0F, toneAntennas: .twoByTwo,
                    phy: .leCodedS2, txPowerDelta: -3, preferredPeerAntennas: [.first, .second],
                    snrControlInitiator: .dB24, snrControlReflector: .notApplied)),
            """
            9320 17 handle:2301 id:01 length:0302 min:0504 max:0706 count:0908 min:0C0B0A max:0F0E0D aci:07 phy:04
            delta:FD antenna:03 snr:02 snr:FF
            """),
        .init(
            "LE CS Set Procedure Parameters without a recommended power",
            .leCSSetProcedureParameters(
                .init(
                    connectionHandle: 0x0123, configID: 0, maxProcedureLength: 12, minProcedureInterval: 2,
                    maxProcedureInterval: 2, minSubeventLength: 7500, maxSubeventLength: 7500)),
            """
            9320 17 handle:2301 id:00 length:0C00 min:0200 max:0200 count:0000 min:4C1D00 max:4C1D00 aci:00 phy:01
            delta:80 antenna:01 snr:FF snr:FF
            """),
        .init(
            "LE CS Procedure Enable",
            .leCSProcedureEnable(.init(connectionHandle: 0x0123, configID: 1, enable: true)),
            "9420 04 handle:2301 id:01 enable:01"),
        .init(
            "LE CS Test",
            .leCSTest(
                .init(
                    mainMode: .packetsAndTones, subMode: .tones, mainModeRepetition: 1, mode0Steps: 2,
                    role: .reflector, rttType: .sounding96, syncPHY: .le2M2BT, syncAntenna: .noPreference,
                    subeventLength: 0x010203, subeventInterval: 0x0405, maxSubevents: 6,
                    transmitPowerLevel: 0x7E, times: times, antennaSwitchTime: 4, toneAntennas: .oneByFour,
                    enhancements: .inlinePhaseCorrection, snrControlInitiator: .dB18,
                    snrControlReflector: .dB30,
                    drbgNonce: 0x0708, channelMapRepetition: 9, overrideConfig: 0x0A0B,
                    overrideParameters: [0xAA, 0xBB])),
            """
            9520 20 main:03 sub:02 repetition:01 mode0:02 role:01 rtt:02 phy:03 antenna:FF length:030201 interval:0504
            subevents:06 power:7E ip1:1E ip2:14 fcs:3C pm:0A sw:04 aci:06 enhancements:01 snr:00 snr:04 nonce:0807
            repetition:09 override:0B0A length:02 AABB
            """),
        .init("LE CS Test End", .leCSTestEnd, "9620 00"),
    ]

    static let soundingReturns: [HCIGolden<any HCI.Value>] = [
        .init(
            "LE CS Read Local Supported Capabilities",
            HCI.LECSReadLocalSupportedCapabilities.ReturnParameters(
                status: .success, capabilities: capabilities), "00 \(capabilityOctets)"),
        .init(
            "LE CS Read Local Supported Capabilities [v2]",
            HCI.LECSReadLocalSupportedCapabilitiesV2.ReturnParameters(
                status: .success, capabilities: capabilities63), "00 \(capabilityOctets) \(additionOctets)"),
    ]
}
