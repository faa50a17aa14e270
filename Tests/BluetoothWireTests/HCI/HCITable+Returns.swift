import BluetoothWire

extension HCITable {
    static let returns = generalReturns + soundingReturns

    static let generalReturns: [HCIGolden<any HCI.Value>] = [
        .init("a status", HCI.StatusReturn(status: .controllerBusy), "status:3A"),
        .init(
            "a status and a handle",
            HCI.StatusHandleReturn(status: .unknownConnectionIdentifier, connectionHandle: 0x0123),
            "status:02 handle:2301"),
        .init(
            "Read Transmit Power Level",
            HCI.ReadTransmitPowerLevel.ReturnParameters(
                status: .success, connectionHandle: 0x0123, transmitPowerLevel: -4), "00 handle:2301 level:FC"
        ),
        .init(
            "Read Authenticated Payload Timeout",
            HCI.ReadAuthenticatedPayloadTimeout.ReturnParameters(
                status: .success, connectionHandle: 0x0123, authenticatedPayloadTimeout: 0x0BB8),
            "00 handle:2301 timeout:B80B"),
        .init(
            "Read Local Version Information",
            HCI.ReadLocalVersionInformation.ReturnParameters(
                status: .success, hciVersion: 0x0E, hciSubversion: 0x0102, lmpVersion: 0x0D,
                companyIdentifier: 0x004C, lmpSubversion: 0x0304),
            "00 hci:0E revision:0201 ll:0D company:4C00 revision:0403"),
        .init(
            "Read Local Supported Commands",
            HCI.ReadLocalSupportedCommands.ReturnParameters(
                status: .success,
                supportedCommands: HCI.SupportedCommands([.disconnect, .reset, .leSetPrivacyMode])),
            """
            00 octet0:20 00000000 octet5:80 0000 octet8:0000000000000000 octet16:0000000000000000
            octet24:0000000000000000 octet32:00000000000000 octet39:04 octet40:0000000000000000
            octet48:0000000000000000 octet56:0000000000000000
            """),
        .init(
            "Read Local Supported Features",
            HCI.ReadLocalSupportedFeatures.ReturnParameters(
                status: .success, lmpFeatures: [.brEDRNotSupported, .leSupportedController]),
            "00 features:0000000060000000"),
        .init(
            "Read Buffer Size",
            HCI.ReadBufferSize.ReturnParameters(
                status: .success, aclDataPacketLength: 0x0200, synchronousDataPacketLength: 0x3C,
                totalNumACLDataPackets: 0x0010, totalNumSynchronousDataPackets: 0x0005),
            "00 aclLength:0002 syncLength:3C aclCount:1000 syncCount:0500"),
        .init(
            "Read BD_ADDR",
            HCI.ReadBDADDR.ReturnParameters(
                status: .success, bdADDR: DeviceAddress(0x0102_0304_0506, .public)),
            "00 address:060504030201"),
        .init(
            "Read RSSI", HCI.ReadRSSI.ReturnParameters(status: .success, connectionHandle: 0x0123, rssi: -60),
            "00 handle:2301 rssi:C4"),
        .init(
            "LE Read Buffer Size",
            HCI.LEReadBufferSize.ReturnParameters(
                status: .success, leACLDataPacketLength: 0x00FB, totalNumLEACLDataPackets: 0x0F),
            "00 length:FB00 count:0F"),
        .init(
            "LE Read Local Supported Features",
            HCI.LEReadLocalSupportedFeatures.ReturnParameters(
                status: .success,
                leFeatures: [.llPrivacy, .channelSelectionAlgorithm2, .remotePublicKeyValidation]),
            "00 features:4040000800000000"),
        .init(
            "LE Read Advertising Physical Channel Tx Power",
            HCI.LEReadAdvertisingPhysicalChannelTxPower.ReturnParameters(status: .success, txPowerLevel: -20),
            "00 level:EC"),
        .init(
            "LE Read Filter Accept List Size",
            HCI.LEReadFilterAcceptListSize.ReturnParameters(status: .success, filterAcceptListSize: 8),
            "00 size:08"),
        .init(
            "LE Read Channel Map",
            HCI.LEReadChannelMap.ReturnParameters(
                status: .success, connectionHandle: 0x0123, channelMap: .all),
            "00 handle:2301 map:FFFFFFFF1F"),
        .init(
            "LE Encrypt", HCI.LEEncrypt.ReturnParameters(status: .success, encryptedData: octets(0x10, 16)),
            "00 data:101112131415161718191A1B1C1D1E1F"),
        .init(
            "LE Rand", HCI.LERand.ReturnParameters(status: .success, randomNumber: 0x0807_0605_0403_0201),
            "00 number:0102030405060708"),
        .init(
            "LE Read Supported States",
            HCI.LEReadSupportedStates.ReturnParameters(status: .success, leStates: 0x0000_03FF_FFFF_FFFF),
            "00 states:FFFFFFFFFF030000"),
        .init(
            "LE Read Suggested Default Data Length",
            HCI.LEReadSuggestedDefaultDataLength.ReturnParameters(
                status: .success, suggestedMaxTxOctets: 0x00FB, suggestedMaxTxTime: 0x0848),
            "00 octets:FB00 time:4808"),
        .init(
            "LE Read Resolving List Size",
            HCI.LEReadResolvingListSize.ReturnParameters(status: .success, resolvingListSize: 8), "00 size:08"
        ),
        .init(
            "LE Read Peer Resolvable Address",
            HCI.LEReadPeerResolvableAddress.ReturnParameters(
                status: .success, peerResolvableAddress: DeviceAddress(0x4A02_0304_0506, .random)),
            "00 address:06050403024A"),
        .init(
            "LE Read Local Resolvable Address",
            HCI.LEReadLocalResolvableAddress.ReturnParameters(
                status: .unknownConnectionIdentifier, localResolvableAddress: nil), "02 address:000000000000"),
        .init(
            "LE Read Maximum Data Length",
            HCI.LEReadMaximumDataLength.ReturnParameters(
                status: .success, supportedMaxTxOctets: 0x00FB, supportedMaxTxTime: 0x0848,
                supportedMaxRxOctets: 0x00FA, supportedMaxRxTime: 0x4290),
            "00 txOctets:FB00 txTime:4808 rxOctets:FA00 rxTime:9042"),
        .init(
            "LE Read PHY",
            HCI.LEReadPHY.ReturnParameters(
                status: .success, connectionHandle: 0x0123, txPHY: .le2M, rxPHY: .leCoded),
            "00 handle:2301 tx:02 rx:03"),
        .init(
            "LE Set Extended Advertising Parameters",
            HCI.LESetExtendedAdvertisingParameters.ReturnParameters(status: .success, selectedTxPower: -20),
            "00 power:EC"),
        .init(
            "LE Read Maximum Advertising Data Length",
            HCI.LEReadMaximumAdvertisingDataLength.ReturnParameters(
                status: .success, maxAdvertisingDataLength: 0x0672), "00 length:7206"),
        .init(
            "LE Read Number Of Supported Advertising Sets",
            HCI.LEReadNumberOfSupportedAdvertisingSets.ReturnParameters(
                status: .success, numSupportedAdvertisingSets: 4), "00 count:04"),
        .init(
            "LE Read Transmit Power",
            HCI.LEReadTransmitPower.ReturnParameters(status: .success, minTxPower: -40, maxTxPower: 8),
            "00 min:D8 max:08"),
    ]
}
