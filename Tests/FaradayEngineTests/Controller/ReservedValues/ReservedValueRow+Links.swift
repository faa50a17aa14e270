import BluetoothWire

extension ReservedValueRow {
    /// 7.1.6, 7.3.35, 7.3.94, 7.8.18, 7.8.31 to 7.8.33 and 7.8.49.
    static let links: [ReservedValueRow] = [
        .init(
            .disconnect(.init(connectionHandle: 1, reason: .remoteUserTerminatedConnection)), in: .central,
            [
                .init(0, [2], .unknownConnectionIdentifier),
                .init(0, [0x00, 0x0F], .unknownConnectionIdentifier),
                .init(2, [0]), .init(2, [0x16]), .init(2, [0x08]),
            ]),
        .init(
            .readTransmitPowerLevel(.init(connectionHandle: 1, type: .current)), in: .central,
            [.init(2, [2]), .init(2, [0xFF])]),
        .init(
            .writeAuthenticatedPayloadTimeout(.init(connectionHandle: 1, authenticatedPayloadTimeout: 3000)),
            in: .central, [.init(2, [0, 0]), .init(0, [2], .unknownConnectionIdentifier)]),
        .init(
            .leConnectionUpdate(
                .init(
                    connectionHandle: 1, connectionIntervalMin: 6, connectionIntervalMax: 0x0C80,
                    maxLatency: 0,
                    supervisionTimeout: 0x0C80)), in: .central, timing),
        .init(
            .leRemoteConnectionParameterRequestReply(
                .init(
                    connectionHandle: 1, intervalMin: 6, intervalMax: 0x0C80, maxLatency: 0, timeout: 0x0C80)),
            in: .asked, timing),
        .init(
            .leRemoteConnectionParameterRequestNegativeReply(
                .init(connectionHandle: 1, reason: .unacceptableConnectionParameters)), in: .asked,
            [.init(2, [0])]),
        .init(
            .leSetDataLength(.init(connectionHandle: 1, txOctets: 27, txTime: 328)), in: .central,
            [.init(2, [26, 0]), .init(2, [252, 0]), .init(4, [0x47, 0x01]), .init(4, [0x91, 0x42])]),
        .init(
            .leSetPHY(.init(connectionHandle: 1, txPHYs: .le1M, rxPHYs: .le1M)), in: .central,
            preferences(at: 2) + [.init(5, [3, 0]), .init(5, [0xFE, 0xFF], .success)]),
    ]

    /// The parameters of a link, behind its handle.
    private static let timing: [Change] = [
        .init(0, [2], .unknownConnectionIdentifier), .init(2, [5, 0]), .init(4, [0x81, 0x0C]),
        .init(2, [8, 0, 7, 0]), .init(4, [6, 0, 0xF4, 0x01]), .init(8, [9, 0]), .init(8, [0x81, 0x0C]),
        // The timeout is longer than two intervals with latency.
        .init(8, [0x20, 0x03]), .init(10, [1, 0, 0, 0]), .init(10, [1, 0, 1, 0], .success),
    ]

    /// A reserved PHY is one that the controller lacks; no PHY at all is no preference that a host can have. Reserved bits
    /// of ALL_PHYS are ignored.
    private static func preferences(at place: Int) -> [Change] {
        [
            .init(place + 1, [8], .unsupportedFeatureOrParameterValue),
            .init(place + 2, [9], .unsupportedFeatureOrParameterValue), .init(place + 1, [0]),
            .init(place + 2, [0]), .init(place, [3, 0, 8], .success), .init(place, [0xFC], .success),
        ]
    }

    /// The other commands with ranges: 7.3.38, 7.3.39, 7.3.79, 7.8.19, 7.8.35, 7.8.48 and 7.8.115.
    static let others: [ReservedValueRow] = [
        .init(.setControllerToHostFlowControl(.init(flowControlEnable: .off)), [.init(0, [4])]),
        .init(
            .hostBufferSize(
                .init(
                    hostACLDataPacketLength: 27, hostSynchronousDataPacketLength: 0,
                    hostTotalNumACLDataPackets: 1, hostTotalNumSynchronousDataPackets: 0)),
            [.init(0, [0, 0]), .init(3, [0, 0])]),
        // Simultaneous LE Host is ignored.
        .init(
            .writeLEHostSupport(.init(leSupportedHost: true)), [.init(0, [2]), .init(1, [0xFF], .success)]),
        .init(
            .leSetHostChannelClassification(.init(channelMap: .all)),
            [.init(0, [0, 0, 0, 0, 0xE1]), .init(0, [3, 0, 0, 0, 0xE0], .success)]),
        .init(
            .leWriteSuggestedDefaultDataLength(.init(suggestedMaxTxOctets: 27, suggestedMaxTxTime: 328)),
            [.init(0, [26, 0]), .init(0, [252, 0]), .init(2, [0x47, 0x01]), .init(2, [0x91, 0x42])]),
        .init(.leSetDefaultPHY(.init(txPHYs: .le1M, rxPHYs: .le1M)), preferences(at: 0)),
        .init(
            .leSetHostFeature(.init(bitNumber: 47, bitValue: true)),
            [.init(1, [2]), .init(0, [46], .unsupportedFeatureOrParameterValue)]),
    ]

    /// 7.8.38 to 7.8.45 and 7.8.77: an identity address is public or random.
    static let privacy: [ReservedValueRow] = [
        .init(
            .leAddDeviceToResolvingList(
                .init(
                    peerIdentityAddress: DeviceAddress(6, .public), peerIRK: Array(repeating: 3, count: 16),
                    localIRK: Array(repeating: 4, count: 16))), identity),
        .init(.leRemoveDeviceFromResolvingList(.init(peerIdentityAddress: peer)), in: .resolving, identity),
        .init(.leReadPeerResolvableAddress(.init(peerIdentityAddress: peer)), in: .resolving, identity),
        .init(.leReadLocalResolvableAddress(.init(peerIdentityAddress: peer)), in: .resolving, identity),
        .init(
            .leSetPrivacyMode(.init(peerIdentityAddress: peer, privacyMode: .device)), in: .resolving,
            identity + [.init(7, [2])]),
        .init(.leSetAddressResolutionEnable(.init(addressResolutionEnable: true)), [.init(0, [2])]),
        .init(
            .leSetResolvablePrivateAddressTimeout(.init(rpaTimeout: 3600)),
            [.init(0, [0, 0]), .init(0, [0x11, 0x0E])]),
    ]

    private static let peer = DeviceAddress(5, .public)
    private static let identity: [Change] = [.init(0, [2]), .init(0, [3]), .init(0, [4]), .init(0, [0xFF])]
}
