import BluetoothWire

extension ReservedValueRow {
    /// 7.8.10, 7.8.11, 7.8.64 and 7.8.65.
    static let scanning: [ReservedValueRow] = [
        .init(
            .leSetScanParameters(
                .init(leScanType: .active, leScanInterval: 0x4000, leScanWindow: 4, ownAddressType: .public)),
            [
                .init(0, [2]), .init(1, [0x01, 0x40]), .init(1, [3, 0, 3, 0]), .init(3, [3, 0]),
                .init(1, [4, 0, 5, 0]), .init(5, [4]), .init(6, [4]),
            ]),
        .init(
            .leSetScanEnable(.init(leScanEnable: true, filterDuplicates: false)),
            [.init(0, [2]), .init(1, [2])]),
        // The filter is ignored when scanning stops.
        .init(
            .leSetScanEnable(.init(leScanEnable: false, filterDuplicates: false)), [.init(1, [2], .success)]),
        .init(
            .leSetExtendedScanParameters(
                .init(
                    ownAddressType: .public,
                    le1M: .init(scanType: .passive, scanInterval: 0xFFFF, scanWindow: 4))),
            [
                .init(0, [4]), .init(1, [4]), .init(2, [0]),
                .init(2, [0x03], .unsupportedFeatureOrParameterValue),
                .init(2, [0x09], .unsupportedFeatureOrParameterValue), .init(3, [2]), .init(4, [3, 0, 3, 0]),
                .init(6, [3, 0]), .init(4, [4, 0, 5, 0]),
            ]),
        .init(
            .leSetExtendedScanEnable(
                .init(enable: true, filterDuplicates: .enabledPerPeriod, duration: 127, period: 1)),
            [
                .init(0, [2]), .init(1, [3]), .init(2, [128, 0]), .init(2, [0, 0]), .init(4, [0, 0]),
                // Without a duration the period is ignored.
                .init(1, [1, 0, 0, 1, 0], .success),
            ]),
        .init(
            .leSetExtendedScanEnable(.init(enable: false, filterDuplicates: .disabled)),
            [.init(1, [3], .success), .init(2, [128, 0, 1, 0], .success)]),
    ]

    /// 7.8.12, 7.8.16, 7.8.17 and 7.8.66.
    static let connecting: [ReservedValueRow] = [
        .init(
            .leCreateConnection(
                .init(
                    leScanInterval: 0x4000, leScanWindow: 4, peerAddress: DeviceAddress(5, .public),
                    ownAddressType: .public, connectionIntervalMin: 6, connectionIntervalMax: 0x0C80,
                    maxLatency: 0, supervisionTimeout: 0x0C80)),
            [
                .init(0, [0x01, 0x40]), .init(0, [3, 0, 3, 0]), .init(2, [3, 0]), .init(0, [4, 0, 5, 0]),
                .init(4, [2]), .init(5, [4]), .init(5, [0xFF]), .init(5, [2], .success),
                // With the filter accept list the peer's address is ignored.
                .init(4, [1, 4], .success), .init(12, [4]), .init(13, [5, 0]), .init(15, [0x81, 0x0C]),
                .init(13, [8, 0, 7, 0]), .init(15, [6, 0, 0xF4, 0x01]), .init(19, [9, 0]),
                .init(19, [0x81, 0x0C]), .init(21, [1, 0, 0, 0]), .init(21, [1, 0, 1, 0], .success),
            ]),
        .init(
            .leExtendedCreateConnection(
                .init(ownAddressType: .public, peerAddress: DeviceAddress(5, .public), le1M: phy)),
            [
                .init(0, [2]), .init(1, [4]), .init(2, [4]), .init(2, [0xFF]), .init(9, [0]),
                .init(0, [1, 0, 4], .success), .init(9, [0x09], .unsupportedFeatureOrParameterValue),
                .init(9, [0x80], .unsupportedFeatureOrParameterValue), .init(10, [3, 0, 3, 0]),
                .init(12, [3, 0]), .init(10, [4, 0, 5, 0]), .init(14, [5, 0]), .init(16, [0x81, 0x0C]),
                .init(14, [8, 0, 7, 0]), .init(16, [6, 0, 0xF4, 0x01]), .init(20, [9, 0]),
                .init(20, [0x81, 0x0C]), .init(22, [1, 0, 0, 0]),
            ]),
        .init(.leAddDeviceToFilterAcceptList(.init(address: DeviceAddress(5, .random))), listed),
        .init(.leRemoveDeviceFromFilterAcceptList(.init(address: DeviceAddress(5, .random))), listed),
    ]

    private static let phy = HCI.LEExtendedCreateConnection.PHYParameters(
        scanInterval: 0xFFFF, scanWindow: 4, connectionIntervalMin: 6, connectionIntervalMax: 0x0C80,
        maxLatency: 0, supervisionTimeout: 0x0C80)

    /// Public, random and anonymous are all that there is.
    private static let listed: [Change] = [
        .init(0, [0], .success), .init(0, [0xFF], .success), .init(0, [2]), .init(0, [3]), .init(0, [4]),
        .init(0, [0xFE]),
    ]
}
