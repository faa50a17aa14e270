import BluetoothWire

extension ReservedValueRow {
    /// 7.8.5 to 7.8.9.
    static let advertising: [ReservedValueRow] = [
        .init(.leSetAdvertisingParameters(legacy(.advInd)), legacyChanges),
        .init(.leSetAdvertisingParameters(legacy(.advDirectIndLowDutyCycle)), legacyChanges),
        // The intervals don't count with a high duty cycle.
        .init(
            .leSetAdvertisingParameters(legacy(.advDirectIndHighDutyCycle)),
            [.init(0, [0x1F, 0], .success), .init(6, [2]), .init(6, [3])]),
        .init(.leSetAdvertisingData(.init(advertisingData: [1])), [.init(0, [32]), .init(0, [255])]),
        .init(.leSetScanResponseData(.init(scanResponseData: [1])), [.init(0, [32])]),
        .init(.leSetAdvertisingEnable(.init(advertisingEnable: false)), [.init(0, [2]), .init(0, [0xFF])]),
    ]

    private static func legacy(_ type: HCI.AdvertisingType) -> HCI.LESetAdvertisingParameters {
        .init(
            advertisingIntervalMin: 0x20, advertisingIntervalMax: 0x4000, advertisingType: type,
            ownAddressType: .public, peerAddress: DeviceAddress(5, .random))
    }

    private static let legacyChanges: [Change] = [
        .init(0, [0x1F, 0]), .init(2, [0x01, 0x40]), .init(0, [0x21, 0, 0x20, 0]), .init(4, [5]),
        .init(5, [4]), .init(6, [2]), .init(6, [3]), .init(6, [4]), .init(6, [0xFF]), .init(13, [0]),
        // A channel that does not exist is ignored, and is not enough alone.
        .init(13, [0xF8]), .init(13, [0xFF], .success), .init(14, [4]),
    ]

    /// 7.8.52 to 7.8.59.
    static let extendedAdvertising: [ReservedValueRow] = [
        .init(
            .leSetAdvertisingSetRandomAddress(
                .init(advertisingHandle: 0, randomAddress: DeviceAddress(0xC000_0000_0001, .random))),
            in: .set,
            [.init(0, [0xEF], .unknownAdvertisingIdentifier), .init(0, [0xF0]), .init(0, [0xFF])]),
        .init(
            .leSetExtendedAdvertisingParameters(extended([])),
            [
                .init(0, [0xEF], .success), .init(0, [0xF0]), .init(1, [0x80, 0]), .init(1, [0, 0x02]),
                // Reserved bits are ignored.
                .init(1, [0, 0xFC], .success), .init(3, [0x1F]), .init(3, [0x21, 0, 0, 0x20, 0, 0]),
                .init(9, [0]), .init(9, [0xF8]), .init(9, [0xFF], .success), .init(10, [4]), .init(11, [2]),
                .init(11, [3]), .init(11, [4]), .init(18, [4]),
                // The power: -127 to 20 dBm, or 127 for no preference.
                .init(19, [20], .success), .init(19, [21]), .init(19, [126]), .init(19, [127], .success),
                .init(19, [0x81], .success), .init(19, [0x80]),
                .init(20, [0], .unsupportedFeatureOrParameterValue),
                .init(20, [2], .unsupportedFeatureOrParameterValue), .init(20, [3], .success),
                .init(20, [4], .unsupportedFeatureOrParameterValue),
                .init(22, [0], .unsupportedFeatureOrParameterValue), .init(22, [2], .success),
                .init(22, [4], .unsupportedFeatureOrParameterValue), .init(23, [0x0F], .success),
                .init(23, [0x10]), .init(23, [0xFF]), .init(24, [2]),
            ]),
        .init(
            .leSetExtendedAdvertisingParameters(extended([.useLegacyPDUs, .connectable, .scannable])),
            [.init(20, [3]), .init(11, [2])]),
        .init(
            .leSetExtendedAdvertisingParameters(extended([.connectable, .directed])),
            [.init(11, [2]), .init(11, [3]), .init(20, [3], .success)]),
        .init(
            .leSetExtendedAdvertisingData(.init(advertisingHandle: 0, advertisingData: [1])), in: .set,
            [
                .init(0, [0xEF], .unknownAdvertisingIdentifier), .init(0, [0xF0]), .init(1, [5]),
                .init(2, [2]), .init(3, [2]), .init(3, [0]),
            ]),
        .init(
            .leSetExtendedScanResponseData(.init(advertisingHandle: 0, scanResponseData: [1])),
            in: .scannableSet,
            [
                .init(0, [0xEF], .unknownAdvertisingIdentifier), .init(0, [0xF0]), .init(1, [4]),
                .init(1, [5]), .init(2, [2]), .init(3, [2]),
            ]),
        .init(
            .leSetExtendedAdvertisingEnable(.init(enable: true, sets: [.init(advertisingHandle: 0)])),
            in: .set,
            [
                .init(0, [2]), .init(1, [2]), .init(2, [0xEF], .unknownAdvertisingIdentifier),
                .init(2, [0xF0]),
            ]),
        .init(
            .leSetExtendedAdvertisingEnable(.init(enable: false, sets: [.init(advertisingHandle: 0)])),
            in: .set, [.init(2, [0xEF], .unknownAdvertisingIdentifier), .init(2, [0xF0])]),
        .init(
            .leRemoveAdvertisingSet(.init(advertisingHandle: 0)), in: .set,
            [.init(0, [0xEF], .unknownAdvertisingIdentifier), .init(0, [0xF0])]),
    ]

    private static func extended(
        _ properties: HCI.AdvertisingEventProperties
    ) -> HCI.LESetExtendedAdvertisingParameters {
        .init(
            advertisingHandle: 0, advertisingEventProperties: properties, primaryAdvertisingIntervalMin: 0x20,
            primaryAdvertisingIntervalMax: 0xFF_FFFF, ownAddressType: .public,
            peerAddress: DeviceAddress(5, .random))
    }
}
