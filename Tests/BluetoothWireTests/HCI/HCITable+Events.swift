import BluetoothWire

extension HCITable {
    static let generalEvents: [HCIGolden<HCI.Event>] = [
        .init(
            "Disconnection Complete",
            .disconnectionComplete(
                .init(status: .success, connectionHandle: 0x0123, reason: .connectionTimeout)),
            "05 04 status:00 handle:2301 reason:08"),
        .init(
            "Encryption Change",
            .encryptionChange(.init(status: .success, connectionHandle: 0x0123, encryptionEnabled: .on)),
            "08 04 status:00 handle:2301 enabled:01"),
        .init(
            "Encryption Key Refresh Complete",
            .encryptionKeyRefreshComplete(.init(status: .pinOrKeyMissing, connectionHandle: 0x0123)),
            "30 03 status:06 handle:2301"),
        .init(
            "Read Remote Version Information Complete",
            .readRemoteVersionInformationComplete(
                .init(
                    status: .success, connectionHandle: 0x0123, version: 0x0E, companyIdentifier: 0x004C,
                    subversion: 0x0102)),
            "0C 08 status:00 handle:2301 version:0E company:4C00 subversion:0201"),
        .init(
            "Command Complete",
            .commandComplete(
                .init(
                    numHCICommandPackets: 3, opcode: .leReadBufferSize,
                    returning: HCI.LEReadBufferSize.ReturnParameters(
                        status: .success, leACLDataPacketLength: 0x00FB, totalNumLEACLDataPackets: 0x0F))),
            "0E 07 packets:03 opcode:0220 status:00 length:FB00 count:0F"),
        .init(
            "Command Complete of nothing",
            .commandComplete(.init(opcode: .init(rawValue: 0), returnParameters: [])),
            "0E 03 packets:01 opcode:0000"),
        .init(
            "Command Status",
            .commandStatus(
                .init(status: .commandDisallowed, numHCICommandPackets: 2, opcode: .leCreateConnection)),
            "0F 04 status:0C packets:02 opcode:0D20"),
        .init("Hardware Error", .hardwareError(.init(hardwareCode: 0x42)), "10 01 code:42"),
        .init(
            "Number Of Completed Packets",
            .numberOfCompletedPackets(
                .init(completed: [
                    .init(connectionHandle: 0x0001, numCompletedPackets: 0x0002),
                    .init(connectionHandle: 0x0103, numCompletedPackets: 0x0004),
                ])),
            "13 09 count:02 handle:0100 packets:0200 handle:0301 packets:0400"),
        .init("Data Buffer Overflow", .dataBufferOverflow(.init(linkType: .acl)), "1A 01 type:01"),
        .init(
            "Authenticated Payload Timeout Expired",
            .authenticatedPayloadTimeoutExpired(.init(connectionHandle: 0x0123)), "57 02 handle:2301"),
        .init("an unknown event", .unknown(code: 0xFF, parameters: [0xAA, 0xBB]), "FF 02 AABB"),
        .init("an unknown LE event", .unknownLE(subevent: 0x7F, parameters: [0xAA]), "3E 02 7F AA"),
    ]

    static let advertisingEvents: [HCIGolden<HCI.Event>] = [
        .init(
            "LE Advertising Report",
            .leAdvertisingReport(
                .init(reports: [
                    .init(eventType: .scanRsp, address: peer, data: [0x02, 0x0A, 0x04], rssi: -60),
                    .init(
                        eventType: .advInd, address: DeviceAddress(0x0102_0304_0506, .public), data: [],
                        rssi: 127),
                ])),
            """
            3E 19 02 count:02 type:04 addressType:01 address:0605040302C1 length:03 data:020A04 rssi:C4
            type:00 addressType:00 address:060504030201 length:00 rssi:7F
            """),
        .init(
            "LE Directed Advertising Report",
            .leDirectedAdvertisingReport(
                .init(reports: [
                    .init(
                        address: peer,
                        directAddress: .init(DeviceAddress(0x4A02_0304_0506, .random), isUnresolved: true),
                        rssi: -61)
                ])),
            """
            3E 12 0B count:01 type:01 addressType:01 address:0605040302C1 directType:FE
            direct:06050403024A rssi:C3
            """),
        .init(
            "LE Extended Advertising Report",
            .leExtendedAdvertisingReport(
                .init(reports: [
                    .init(
                        eventType: [.connectable, .directed, .incompleteMoreToCome], address: peer,
                        primaryPHY: .leCoded, secondaryPHY: .le2M, advertisingSID: 0x0C, txPower: -20,
                        rssi: -60,
                        periodicAdvertisingInterval: 0x0102,
                        directAddress: .init(DeviceAddress(0x0102_0304_0506, .publicIdentity)),
                        data: [0x02, 0x01, 0x06]),
                    .init(eventType: [.legacy], address: nil, rssi: -1, data: []),
                ])),
            """
            3E 35 0D count:02
            type:2500 addressType:01 address:0605040302C1 primary:03 secondary:02 sid:0C power:EC rssi:C4
            periodic:0201 directType:02 direct:060504030201 length:03 data:020106
            type:1000 addressType:FF address:000000000000 primary:01 secondary:00 sid:FF power:7F rssi:FF
            periodic:0000 directType:00 direct:000000000000 length:00
            """),
        .init("LE Scan Timeout", .leScanTimeout, "3E 01 11"),
        .init(
            "LE Advertising Set Terminated",
            .leAdvertisingSetTerminated(
                .init(
                    status: .limitReached, advertisingHandle: 7, connectionHandle: 0x0123,
                    numCompletedExtendedAdvertisingEvents: 9)),
            "3E 06 12 status:43 set:07 handle:2301 events:09"),
        .init(
            "LE Scan Request Received",
            .leScanRequestReceived(.init(advertisingHandle: 7, scannerAddress: peer)),
            "3E 09 13 set:07 type:01 address:0605040302C1"),
    ]

    static let connectionEvents: [HCIGolden<HCI.Event>] = [
        .init(
            "LE Connection Complete",
            .leConnectionComplete(
                .init(
                    status: .success, connectionHandle: 0x0123, role: .peripheral, peerAddress: peer,
                    connectionInterval: 0x0018, peripheralLatency: 0x0203, supervisionTimeout: 0x02BC,
                    centralClockAccuracy: .ppm50)),
            """
            3E 13 01 status:00 handle:2301 role:01 type:01 peer:0605040302C1 interval:1800 latency:0302
            timeout:BC02 clock:05
            """),
        .init(
            "LE Connection Update Complete",
            .leConnectionUpdateComplete(
                .init(
                    status: .success, connectionHandle: 0x0123, connectionInterval: 0x0018,
                    peripheralLatency: 0x0203, supervisionTimeout: 0x02BC)),
            "3E 0A 03 status:00 handle:2301 interval:1800 latency:0302 timeout:BC02"),
        .init(
            "LE Read Remote Features Complete",
            .leReadRemoteFeaturesComplete(
                .init(
                    status: .success, connectionHandle: 0x0123,
                    leFeatures: [.leEncryption, .le2MPHY, .leCodedPHY, .leExtendedAdvertising])),
            "3E 0C 04 status:00 handle:2301 features:0119000000000000"),
        .init(
            "LE Remote Connection Parameter Request",
            .leRemoteConnectionParameterRequest(
                .init(
                    connectionHandle: 0x0123, intervalMin: 0x0018, intervalMax: 0x0128, maxLatency: 0x0203,
                    timeout: 0x02BC)),
            "3E 0B 06 handle:2301 min:1800 max:2801 latency:0302 timeout:BC02"),
        .init(
            "LE Data Length Change",
            .leDataLengthChange(
                .init(
                    connectionHandle: 0x0123, maxTxOctets: 0x00FB, maxTxTime: 0x0848, maxRxOctets: 0x001B,
                    maxRxTime: 0x0148)),
            "3E 0B 07 handle:2301 txOctets:FB00 txTime:4808 rxOctets:1B00 rxTime:4801"),
        .init(
            "LE Enhanced Connection Complete",
            .leEnhancedConnectionComplete(
                .init(
                    status: .success, connectionHandle: 0x0123, role: .central,
                    peerAddress: DeviceAddress(0x0102_0304_0506, .publicIdentity),
                    localResolvablePrivateAddress: nil,
                    peerResolvablePrivateAddress: DeviceAddress(0x4A02_0304_0506, .random),
                    connectionInterval: 0x0018, peripheralLatency: 0x0203, supervisionTimeout: 0x02BC,
                    centralClockAccuracy: .ppm20)),
            """
            3E 1F 0A status:00 handle:2301 role:00 type:02 peer:060504030201 local:000000000000
            rpa:06050403024A interval:1800 latency:0302 timeout:BC02 clock:07
            """),
        .init(
            "LE PHY Update Complete",
            .lePHYUpdateComplete(
                .init(status: .success, connectionHandle: 0x0123, txPHY: .le2M, rxPHY: .leCoded)),
            "3E 06 0C status:00 handle:2301 tx:02 rx:03"),
        .init(
            "LE Channel Selection Algorithm",
            .leChannelSelectionAlgorithm(
                .init(connectionHandle: 0x0123, channelSelectionAlgorithm: .algorithm2)),
            "3E 04 14 handle:2301 algorithm:01"),
    ]

    static let securityEvents: [HCIGolden<HCI.Event>] = [
        .init(
            "LE Long Term Key Request",
            .leLongTermKeyRequest(
                .init(
                    connectionHandle: 0x0123, randomNumber: 0x0807_0605_0403_0201,
                    encryptedDiversifier: 0x0A09)),
            "3E 0D 05 handle:2301 rand:0102030405060708 ediv:090A"),
        .init(
            "LE Read Local P-256 Public Key Complete",
            .leReadLocalP256PublicKeyComplete(
                .init(
                    status: .success, keyXCoordinate: octets(0x20, 32), keyYCoordinate: octets(0x60, 32))),
            """
            3E 42 08 status:00 x:202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F
            y:606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F
            """),
        .init(
            "LE Generate DHKey Complete",
            .leGenerateDHKeyComplete(.init(status: .success, dhKey: octets(0x20, 32))),
            "3E 22 09 status:00 key:202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F"),
    ]

    static let events: [HCIGolden<HCI.Event>] =
        generalEvents + advertisingEvents + connectionEvents + securityEvents + soundingEvents
}
