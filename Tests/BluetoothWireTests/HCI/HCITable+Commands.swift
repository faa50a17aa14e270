import BluetoothWire

extension HCITable {
    /// Commands outside the LE group, and those of LE without a subject of their own.
    static let generalCommands: [HCIGolden<HCI.Command>] = [
        .init(
            "Disconnect",
            .disconnect(.init(connectionHandle: 0x0123, reason: .remoteUserTerminatedConnection)),
            "0604 03 handle:2301 reason:13"),
        .init(
            "Read Remote Version", .readRemoteVersionInformation(.init(connectionHandle: 0x0123)),
            "1D04 02 handle:2301"),
        .init(
            "Set Event Mask",
            .setEventMask(.init(eventMask: [.disconnectionComplete, .encryptionChange, .leMeta])),
            "010C 08 mask:9000000000000020"),
        .init("Reset", .reset, "030C 00"),
        .init(
            "Read Transmit Power Level",
            .readTransmitPowerLevel(.init(connectionHandle: 0x0123, type: .maximum)),
            "2D0C 03 handle:2301 type:01"),
        .init(
            "Set Controller To Host Flow Control",
            .setControllerToHostFlowControl(.init(flowControlEnable: .acl)), "310C 01 enable:01"),
        .init(
            "Host Buffer Size",
            .hostBufferSize(
                .init(
                    hostACLDataPacketLength: 0x0200, hostSynchronousDataPacketLength: 0x3C,
                    hostTotalNumACLDataPackets: 0x0010, hostTotalNumSynchronousDataPackets: 0x0005)),
            "330C 07 aclLength:0002 syncLength:3C aclCount:1000 syncCount:0500"),
        .init(
            "Host Number Of Completed Packets",
            .hostNumberOfCompletedPackets(
                .init(completed: [
                    .init(connectionHandle: 0x0001, numCompletedPackets: 0x0002),
                    .init(connectionHandle: 0x0103, numCompletedPackets: 0x0004),
                ])),
            "350C 09 count:02 handle:0100 packets:0200 handle:0301 packets:0400"),
        .init(
            "Set Event Mask Page 2",
            .setEventMaskPage2(.init(eventMaskPage2: .authenticatedPayloadTimeoutExpired)),
            "630C 08 mask:0000800000000000"),
        .init(
            "Write LE Host Support", .writeLEHostSupport(.init(leSupportedHost: true)),
            "6D0C 02 le:01 unused:00"),
        .init(
            "Read Authenticated Payload Timeout",
            .readAuthenticatedPayloadTimeout(.init(connectionHandle: 0x0123)), "7B0C 02 handle:2301"),
        .init(
            "Write Authenticated Payload Timeout",
            .writeAuthenticatedPayloadTimeout(
                .init(connectionHandle: 0x0123, authenticatedPayloadTimeout: 0x0BB8)),
            "7C0C 04 handle:2301 timeout:B80B"),
        .init("Read Local Version", .readLocalVersionInformation, "0110 00"),
        .init("Read Local Supported Commands", .readLocalSupportedCommands, "0210 00"),
        .init("Read Local Supported Features", .readLocalSupportedFeatures, "0310 00"),
        .init("Read Buffer Size", .readBufferSize, "0510 00"),
        .init("Read BD_ADDR", .readBDADDR, "0910 00"),
        .init("Read RSSI", .readRSSI(.init(connectionHandle: 0x0123)), "0514 02 handle:2301"),
        .init(
            "LE Set Event Mask",
            .leSetEventMask(
                .init(leEventMask: [.leConnectionComplete, .leEnhancedConnectionComplete, .leScanTimeout])),
            "0120 08 mask:0102010000000000"),
        .init("LE Read Buffer Size", .leReadBufferSize, "0220 00"),
        .init("LE Read Local Supported Features", .leReadLocalSupportedFeatures, "0320 00"),
        .init(
            "LE Set Random Address", .leSetRandomAddress(.init(randomAddress: peer)),
            "0520 06 address:0605040302C1"),
        .init("LE Read Supported States", .leReadSupportedStates, "1C20 00"),
        .init("LE Read Transmit Power", .leReadTransmitPower, "4B20 00"),
        .init(
            "an unknown command", .unknown(opcode: .init(ogf: 0x3F, ocf: 0x011), parameters: [0xAA, 0xBB]),
            "11FC 02 AABB"),
    ]

    static let advertisingCommands: [HCIGolden<HCI.Command>] = [
        .init(
            "LE Set Advertising Parameters",
            .leSetAdvertisingParameters(
                .init(
                    advertisingIntervalMin: 0x00A0, advertisingIntervalMax: 0x0120,
                    advertisingType: .advDirectIndLowDutyCycle, ownAddressType: .resolvableOrPublic,
                    peerAddress: peer, advertisingChannelMap: [.channel37, .channel39],
                    advertisingFilterPolicy: .filtered)),
            "0620 0F min:A000 max:2001 type:04 own:02 peerType:01 peer:0605040302C1 channels:05 policy:03"),
        .init(
            "LE Read Advertising Physical Channel Tx Power", .leReadAdvertisingPhysicalChannelTxPower,
            "0720 00"),
        .init(
            "LE Set Advertising Data", .leSetAdvertisingData(.init(advertisingData: [0x02, 0x01, 0x06])),
            "0820 20 length:03 data:020106 00000000 00000000 00000000 00000000 00000000 00000000 00000000"),
        .init(
            "LE Set Scan Response Data", .leSetScanResponseData(.init(scanResponseData: octets(1, 31))),
            "0920 20 length:1F 0102030405060708 090A0B0C0D0E0F10 1112131415161718 191A1B1C1D1E1F"),
        .init(
            "LE Set Advertising Enable", .leSetAdvertisingEnable(.init(advertisingEnable: true)),
            "0A20 01 enable:01"),
        .init(
            "LE Set Advertising Set Random Address",
            .leSetAdvertisingSetRandomAddress(.init(advertisingHandle: 0x07, randomAddress: peer)),
            "3520 07 set:07 address:0605040302C1"),
        .init(
            "LE Set Extended Advertising Parameters",
            .leSetExtendedAdvertisingParameters(
                .init(
                    advertisingHandle: 0x07,
                    advertisingEventProperties: [.connectable, .directed, .includeTxPower],
                    primaryAdvertisingIntervalMin: 0x010203, primaryAdvertisingIntervalMax: 0x040506,
                    primaryAdvertisingChannelMap: [.channel38], ownAddressType: .random,
                    peerAddress: DeviceAddress(0xC102_0304_0506, .public),
                    advertisingFilterPolicy: .scanRequestsFiltered,
                    advertisingTxPower: -20, primaryAdvertisingPHY: .leCoded, secondaryAdvertisingMaxSkip: 9,
                    secondaryAdvertisingPHY: .le2M, advertisingSID: 0x0C, scanRequestNotificationEnable: true)
            ),
            """
            3620 19 set:07 properties:4500 min:030201 max:060504 channels:02 own:01 peerType:00
            peer:0605040302C1 policy:01 power:EC primary:03 skip:09 secondary:02 sid:0C notify:01
            """),
        .init(
            "LE Set Extended Advertising Data",
            .leSetExtendedAdvertisingData(
                .init(
                    advertisingHandle: 7, operation: .firstFragment, fragmentPreference: .shouldNotFragment,
                    advertisingData: [0x02, 0x01, 0x06])),
            "3720 07 set:07 operation:01 fragment:01 length:03 data:020106"),
        .init(
            "LE Set Extended Scan Response Data",
            .leSetExtendedScanResponseData(
                .init(
                    advertisingHandle: 7, operation: .complete, fragmentPreference: .mayFragment,
                    scanResponseData: [0x02, 0x0A, 0x04])),
            "3820 07 set:07 operation:03 fragment:00 length:03 data:020A04"),
        .init(
            "LE Set Extended Advertising Enable",
            .leSetExtendedAdvertisingEnable(
                .init(
                    enable: true,
                    sets: [
                        .init(advertisingHandle: 7, duration: 0x0102, maxExtendedAdvertisingEvents: 3),
                        .init(advertisingHandle: 8),
                    ])),
            "3920 0A enable:01 count:02 set:07 duration:0201 events:03 set:08 duration:0000 events:00"),
        .init("LE Read Maximum Advertising Data Length", .leReadMaximumAdvertisingDataLength, "3A20 00"),
        .init(
            "LE Read Number Of Supported Advertising Sets", .leReadNumberOfSupportedAdvertisingSets, "3B20 00"
        ),
        .init(
            "LE Remove Advertising Set", .leRemoveAdvertisingSet(.init(advertisingHandle: 7)),
            "3C20 01 set:07"),
        .init("LE Clear Advertising Sets", .leClearAdvertisingSets, "3D20 00"),
    ]

    static let scanningCommands: [HCIGolden<HCI.Command>] = [
        .init(
            "LE Set Scan Parameters",
            .leSetScanParameters(
                .init(
                    leScanType: .active, leScanInterval: 0x0060, leScanWindow: 0x0130,
                    ownAddressType: .resolvableOrRandom, scanningFilterPolicy: .extendedUnfiltered)),
            "0B20 07 type:01 interval:6000 window:3001 own:03 policy:02"),
        .init(
            "LE Set Scan Enable", .leSetScanEnable(.init(leScanEnable: true, filterDuplicates: false)),
            "0C20 02 enable:01 filter:00"),
        .init(
            "LE Set Extended Scan Parameters",
            .leSetExtendedScanParameters(
                .init(
                    ownAddressType: .random, scanningFilterPolicy: .basicFiltered,
                    le1M: .init(scanType: .active, scanInterval: 0x0060, scanWindow: 0x0030),
                    leCoded: .init(scanType: .passive, scanInterval: 0x0160, scanWindow: 0x0130))),
            """
            4120 0D own:01 policy:01 phys:05 type:01 interval:6000 window:3000
            type:00 interval:6001 window:3001
            """),
        .init(
            "LE Set Extended Scan Enable",
            .leSetExtendedScanEnable(
                .init(enable: true, filterDuplicates: .enabledPerPeriod, duration: 0x0102, period: 0x0304)),
            "4220 06 enable:01 filter:02 duration:0201 period:0403"),
        .init("LE Read Filter Accept List Size", .leReadFilterAcceptListSize, "0F20 00"),
        .init("LE Clear Filter Accept List", .leClearFilterAcceptList, "1020 00"),
        .init(
            "LE Add Device To Filter Accept List", .leAddDeviceToFilterAcceptList(.init(address: peer)),
            "1120 07 type:01 address:0605040302C1"),
        .init(
            "LE Add Device To Filter Accept List, anonymous",
            .leAddDeviceToFilterAcceptList(.init(address: nil)),
            "1120 07 type:FF address:000000000000"),
        .init(
            "LE Remove Device From Filter Accept List",
            .leRemoveDeviceFromFilterAcceptList(.init(address: peer)),
            "1220 07 type:01 address:0605040302C1"),
        .init(
            "LE Add Device To Resolving List",
            .leAddDeviceToResolvingList(
                .init(peerIdentityAddress: peer, peerIRK: octets(0x10, 16), localIRK: octets(0x30, 16))),
            """
            2720 27 type:01 address:0605040302C1 peer:101112131415161718191A1B1C1D1E1F
            local:303132333435363738393A3B3C3D3E3F
            """),
        .init(
            "LE Remove Device From Resolving List",
            .leRemoveDeviceFromResolvingList(
                .init(peerIdentityAddress: DeviceAddress(0x0102_0304_0506, .public))),
            "2820 07 type:00 address:060504030201"),
        .init("LE Clear Resolving List", .leClearResolvingList, "2920 00"),
        .init("LE Read Resolving List Size", .leReadResolvingListSize, "2A20 00"),
        .init(
            "LE Read Peer Resolvable Address",
            .leReadPeerResolvableAddress(.init(peerIdentityAddress: peer)),
            "2B20 07 type:01 address:0605040302C1"),
        .init(
            "LE Read Local Resolvable Address",
            .leReadLocalResolvableAddress(.init(peerIdentityAddress: peer)),
            "2C20 07 type:01 address:0605040302C1"),
        .init(
            "LE Set Address Resolution Enable",
            .leSetAddressResolutionEnable(.init(addressResolutionEnable: true)),
            "2D20 01 enable:01"),
        .init(
            "LE Set Resolvable Private Address Timeout",
            .leSetResolvablePrivateAddressTimeout(.init(rpaTimeout: 900)), "2E20 02 seconds:8403"),
        .init(
            "LE Set Privacy Mode", .leSetPrivacyMode(.init(peerIdentityAddress: peer, privacyMode: .device)),
            "4E20 08 type:01 address:0605040302C1 mode:01"),
    ]

    static let connectionCommands: [HCIGolden<HCI.Command>] = [
        .init(
            "LE Create Connection",
            .leCreateConnection(
                .init(
                    leScanInterval: 0x0060, leScanWindow: 0x0130, initiatorFilterPolicy: .filterAcceptList,
                    peerAddress: DeviceAddress(0xC102_0304_0506, .randomIdentity),
                    ownAddressType: .resolvableOrPublic,
                    connectionIntervalMin: 0x0018, connectionIntervalMax: 0x0128, maxLatency: 0x0203,
                    supervisionTimeout: 0x02BC, minCELength: 0x0405, maxCELength: 0x0607)),
            """
            0D20 19 interval:6000 window:3001 policy:01 peerType:03 peer:0605040302C1 own:02 min:1800 max:2801
            latency:0302 timeout:BC02 minCE:0504 maxCE:0706
            """),
        .init("LE Create Connection Cancel", .leCreateConnectionCancel, "0E20 00"),
        .init(
            "LE Connection Update",
            .leConnectionUpdate(
                .init(
                    connectionHandle: 0x0123, connectionIntervalMin: 0x0018, connectionIntervalMax: 0x0128,
                    maxLatency: 0x0203, supervisionTimeout: 0x02BC, minCELength: 0x0405,
                    maxCELength: 0x0607)),
            "1320 0E handle:2301 min:1800 max:2801 latency:0302 timeout:BC02 minCE:0504 maxCE:0706"),
        .init(
            "LE Set Host Channel Classification",
            .leSetHostChannelClassification(.init(channelMap: .init(rawValue: 0x1E_0403_0201))),
            "1420 05 map:010203041E"),
        .init(
            "LE Read Channel Map", .leReadChannelMap(.init(connectionHandle: 0x0123)), "1520 02 handle:2301"),
        .init(
            "LE Read Remote Features", .leReadRemoteFeatures(.init(connectionHandle: 0x0123)),
            "1620 02 handle:2301"),
        .init(
            "LE Remote Connection Parameter Request Reply",
            .leRemoteConnectionParameterRequestReply(
                .init(
                    connectionHandle: 0x0123, intervalMin: 0x0018, intervalMax: 0x0128, maxLatency: 0x0203,
                    timeout: 0x02BC, minCELength: 0x0405, maxCELength: 0x0607)),
            "2020 0E handle:2301 min:1800 max:2801 latency:0302 timeout:BC02 minCE:0504 maxCE:0706"),
        .init(
            "LE Remote Connection Parameter Request Negative Reply",
            .leRemoteConnectionParameterRequestNegativeReply(
                .init(connectionHandle: 0x0123, reason: .unacceptableConnectionParameters)),
            "2120 03 handle:2301 reason:3B"),
        .init(
            "LE Set Data Length",
            .leSetDataLength(.init(connectionHandle: 0x0123, txOctets: 0x00FB, txTime: 0x0848)),
            "2220 06 handle:2301 octets:FB00 time:4808"),
        .init("LE Read Suggested Default Data Length", .leReadSuggestedDefaultDataLength, "2320 00"),
        .init(
            "LE Write Suggested Default Data Length",
            .leWriteSuggestedDefaultDataLength(
                .init(suggestedMaxTxOctets: 0x00FB, suggestedMaxTxTime: 0x0848)),
            "2420 04 octets:FB00 time:4808"),
        .init("LE Read Maximum Data Length", .leReadMaximumDataLength, "2F20 00"),
        .init("LE Read PHY", .leReadPHY(.init(connectionHandle: 0x0123)), "3020 02 handle:2301"),
        .init(
            "LE Set Default PHY",
            .leSetDefaultPHY(
                .init(allPHYs: .noReceivePreference, txPHYs: [.le1M, .le2M], rxPHYs: [.leCoded])),
            "3120 03 all:02 tx:03 rx:04"),
        .init(
            "LE Set PHY",
            .leSetPHY(
                .init(connectionHandle: 0x0123, txPHYs: .le2M, rxPHYs: .leCoded, phyOptions: .preferS8)),
            "3220 07 handle:2301 all:00 tx:02 rx:04 options:0200"),
        .init(
            "LE Extended Create Connection",
            .leExtendedCreateConnection(
                .init(
                    initiatorFilterPolicy: .peerAddress, ownAddressType: .random, peerAddress: peer,
                    le1M: .init(
                        scanInterval: 0x0060, scanWindow: 0x0130, connectionIntervalMin: 0x0018,
                        connectionIntervalMax: 0x0128, maxLatency: 0x0203, supervisionTimeout: 0x02BC,
                        minCELength: 0x0405, maxCELength: 0x0607),
                    le2M: .init(
                        scanInterval: 0x0061, scanWindow: 0x0131, connectionIntervalMin: 0x0019,
                        connectionIntervalMax: 0x0129, maxLatency: 0x0204, supervisionTimeout: 0x02BD))),
            """
            4320 2A policy:00 own:01 peerType:01 peer:0605040302C1 phys:03
            interval:6000 window:3001 min:1800 max:2801 latency:0302 timeout:BC02 minCE:0504 maxCE:0706
            interval:6100 window:3101 min:1900 max:2901 latency:0402 timeout:BD02 minCE:0000 maxCE:0000
            """),
    ]

    static let securityCommands: [HCIGolden<HCI.Command>] = [
        .init(
            "LE Encrypt", .leEncrypt(.init(key: octets(0x10, 16), plaintextData: octets(0x30, 16))),
            "1720 20 key:101112131415161718191A1B1C1D1E1F plaintext:303132333435363738393A3B3C3D3E3F"),
        .init("LE Rand", .leRand, "1820 00"),
        .init(
            "LE Enable Encryption",
            .leEnableEncryption(
                .init(
                    connectionHandle: 0x0123, randomNumber: 0x0807_0605_0403_0201,
                    encryptedDiversifier: 0x0A09,
                    longTermKey: octets(0x10, 16))),
            "1920 1C handle:2301 rand:0102030405060708 ediv:090A ltk:101112131415161718191A1B1C1D1E1F"),
        .init(
            "LE Long Term Key Request Reply",
            .leLongTermKeyRequestReply(.init(connectionHandle: 0x0123, longTermKey: octets(0x10, 16))),
            "1A20 12 handle:2301 ltk:101112131415161718191A1B1C1D1E1F"),
        .init(
            "LE Long Term Key Request Negative Reply",
            .leLongTermKeyRequestNegativeReply(.init(connectionHandle: 0x0123)), "1B20 02 handle:2301"),
        .init("LE Read Local P-256 Public Key", .leReadLocalP256PublicKey, "2520 00"),
        .init(
            "LE Generate DHKey",
            .leGenerateDHKey(.init(keyXCoordinate: octets(0x20, 32), keyYCoordinate: octets(0x60, 32))),
            """
            2620 40 x:202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F
            y:606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F
            """),
    ]

    static let commands: [HCIGolden<HCI.Command>] =
        generalCommands + advertisingCommands + scanningCommands + connectionCommands + securityCommands
        + soundingCommands
}
