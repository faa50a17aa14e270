import BluetoothWire

extension ReservedValueRow {
    /// 7.8.132 to 7.8.141.
    static let sounding: [ReservedValueRow] = [
        .init(
            .leCSWriteCachedRemoteSupportedCapabilities(.init(connectionHandle: 1, capabilities: .init())),
            in: .sounding, capabilities),
        .init(
            .leCSWriteCachedRemoteSupportedCapabilitiesV2(.init(connectionHandle: 1, capabilities: .init())),
            in: .sounding, capabilities),
        .init(
            .leCSSetDefaultSettings(.init(connectionHandle: 1, roleEnable: .initiator)), in: .sounding,
            [
                // Reserved roles are ignored.
                .init(2, [0xFD], .success), .init(3, [0]), .init(3, [5]), .init(3, [0xFD]), .init(4, [21]),
                .init(4, [0x80]), .init(4, [0x81], .success),
            ]),
        .init(
            .leCSCreateConfig(
                .init(connectionHandle: 1, configID: 0, configuration: .init(role: .initiator))),
            in: .sounding,
            [
                .init(2, [4]), .init(3, [2]), .init(4, [0]), .init(4, [4]), .init(5, [4]), .init(5, [0]),
                .init(8, [4]), .init(9, [0]), .init(9, [4]), .init(10, [2]), .init(11, [7]), .init(12, [0]),
                .init(12, [4]), .init(23, [0]), .init(24, [2]),
            ]),
        .init(
            .leCSRemoveConfig(.init(connectionHandle: 1, configID: 0)), in: .configured,
            [.init(2, [4]), .init(2, [0xFF])]),
        .init(
            .leCSSetChannelClassification(.init(channelClassification: .all)), in: .sounding,
            [.init(0, Array(repeating: 0, count: 10))]),
        .init(
            .leCSSetProcedureParameters(SoundingPair.parameters()), in: .configured,
            [
                .init(2, [4]), .init(3, [0, 0]), .init(5, [0, 0]), .init(7, [0, 0]),
                .init(11, [0xE1, 0x04, 0]), .init(14, [0x01, 0x09, 0x3D]), .init(17, [8]), .init(18, [0]),
                .init(18, [5]), .init(21, [5]), .init(22, [0xFE]),
            ]),
        .init(SoundingPair.enable(true), in: .configured, [.init(2, [4]), .init(3, [2])]),
        .init(
            .leCSCreateConfig(
                .init(connectionHandle: 1, configID: 3, configuration: .init(role: .initiator))),
            in: .sounding, [.init(0, [2], .unknownConnectionIdentifier)]),
    ]

    /// Configurations, antennas and paths are 1 to 4.
    private static let capabilities: [Change] = [
        .init(2, [0]), .init(2, [5]), .init(5, [0]), .init(5, [5]), .init(6, [0]), .init(6, [5]),
    ]
}
