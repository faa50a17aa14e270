import BluetoothWire

extension HCITable {
    private static let tone = ChannelSounding.Tone(.init(i: 0x123, q: -0x123), .init(.high))
    private static let strangeTone = ChannelSounding.Tone(.init(i: -2048, q: 2047), .init(.low))
    private static let extensionTone = ChannelSounding.Tone(
        .init(i: 0, q: -1), .init(.medium, .extensionWithTone))
    /// I 0x123, Q 0xEDD; I 0x800, Q 0x7FF; I 0x000, Q 0xFFF.
    private static let (toneOctets, strangeOctets, extensionOctets) = ("23D1ED00", "00F87F02", "00F0FF21")

    static let steps: [HCIGolden<[ChannelSounding.Step]>] = [
        .init("none", [], ""),
        .init(
            "mode 0 at the initiator",
            [
                .init(
                    channel: 2,
                    .mode0(
                        .init(
                            quality: .init(.bitErrors, bitErrors: 3), rssi: -60, antenna: 2,
                            frequencyOffset: .init(hundredths: -1234)))),
                .init(
                    channel: 3, .mode0(.init(quality: .notFound, rssi: nil, frequencyOffset: .notAvailable))),
            ],
            "00 02 05 quality:31 rssi:C4 antenna:02 offset:2EFB 00 03 05 quality:02 rssi:7F antenna:01 offset:00C0"
        ),
        .init(
            "mode 0 at the reflector", [.init(channel: 2, .mode0(.init(rssi: 20, antenna: 4)))],
            "00 02 03 quality:00 rssi:14 antenna:04"),
        .init(
            "mode 1",
            [
                .init(
                    channel: 22, .mode1(.init(attack: .possible, rssi: -50, time: -0x0102, antenna: 3))),
                .init(channel: 26, .mode1(.init(quality: .notFound, rssi: nil, time: nil))),
            ],
            """
            01 16 06 quality:00 nadm:03 rssi:CE time:FEFE antenna:03
            01 1A 06 quality:02 nadm:FF rssi:7F time:0080 antenna:01
            """),
        .init(
            "mode 1 with a sounding sequence",
            [
                .init(
                    channel: 22,
                    .mode1(
                        .init(
                            attack: .extremelyUnlikely, rssi: -50, time: 0x0102,
                            sounding: .init(first: .init(i: 0x123, q: -0x123), second: nil))))
            ], "01 16 0E quality:00 nadm:00 rssi:CE time:0201 antenna:01 23D1ED00 FFFFFFFF"),
        .init(
            "mode 2, one path",
            [
                .init(
                    channel: 76,
                    .mode2(
                        .init(
                            paths: [tone],
                            extensionSlot: .init(
                                .init(i: 0, q: 0), .init(.notAvailable, .extensionWithoutTone)))))
            ], "02 4C 09 permutation:00 \(toneOctets) 00000013"),
        .init(
            "mode 2, four paths",
            [
                .init(
                    channel: 40,
                    .mode2(
                        .init(
                            antennaPermutation: 23, paths: [tone, strangeTone, tone, strangeTone],
                            extensionSlot: extensionTone)))
            ],
            "02 28 15 permutation:17 \(toneOctets) \(strangeOctets) \(toneOctets) \(strangeOctets) \(extensionOctets)"
        ),
        .init(
            "mode 3, two paths",
            [
                .init(
                    channel: 40,
                    .mode3(
                        .init(rssi: -1, time: 5),
                        .init(
                            antennaPermutation: 1, paths: [tone, strangeTone], extensionSlot: extensionTone)))
            ],
            "03 28 13 quality:00 nadm:FF rssi:FF time:0500 antenna:01 permutation:01 \(toneOctets) \(strangeOctets) \(extensionOctets)"
        ),
        .init(
            "steps that could not run",
            [.init(channel: 2, .missing(mode: 0)), .init(channel: 76, .missing(mode: 3))],
            "00 02 00 03 4C 00"),
    ]

    private static func result(_ golden: HCIGolden<[ChannelSounding.Step]>) -> HCIGolden<HCI.Event> {
        let paths = golden.value.compactMap { $0.data.tones?.paths.count }.first ?? 0
        let event = HCI.LECSSubeventResult(
            connectionHandle: 0x0123, configID: 1, startACLConnectionEvent: 0x0203, procedureCounter: 0x0405,
            frequencyCompensation: .init(hundredths: 0x0607), referencePowerLevel: -14,
            progress: .init(
                procedure: .partial, subevent: .aborted, procedureAbort: .none, subeventAbort: .noSync),
            numAntennaPaths: UInt8(paths), steps: golden.value)
        let head: [UInt8] = [
            0x31, 0x23, 0x01, 0x01, 0x03, 0x02, 0x05, 0x04, 0x07, 0x06, 0xF2, 0x01, 0x0F, 0x20, UInt8(paths),
            UInt8(golden.value.count),
        ]
        return .init(
            "LE CS Subevent Result, \(golden.testDescription)", .leCSSubeventResult(event),
            head + golden.bytes)
    }

    private static func more(_ golden: HCIGolden<[ChannelSounding.Step]>) -> HCIGolden<HCI.Event> {
        let paths = golden.value.compactMap { $0.data.tones?.paths.count }.first ?? 0
        let event = HCI.LECSSubeventResultContinue(
            connectionHandle: 0x0123, configID: 1,
            progress: .init(
                procedure: .aborted, subevent: .complete, procedureAbort: .tooFewChannels,
                subeventAbort: .none),
            numAntennaPaths: UInt8(paths), steps: golden.value)
        let head: [UInt8] = [
            0x32, 0x23, 0x01, 0x01, 0x0F, 0x00, 0x02, UInt8(paths), UInt8(golden.value.count),
        ]
        return .init(
            "LE CS Subevent Result Continue, \(golden.testDescription)", .leCSSubeventResultContinue(event),
            head + golden.bytes)
    }

    private static let controlEvents: [HCIGolden<HCI.Event>] = [
        .init(
            "LE CS Read Remote Supported Capabilities Complete",
            .leCSReadRemoteSupportedCapabilitiesComplete(
                .init(status: .success, connectionHandle: 0x0123, capabilities: capabilities)),
            "3E 20 2C status:00 handle:2301 \(capabilityOctets)"),
        .init(
            "LE CS Read Remote Supported Capabilities Complete [v2]",
            .leCSReadRemoteSupportedCapabilitiesCompleteV2(
                .init(status: .success, connectionHandle: 0x0123, capabilities: capabilities63)),
            "3E 26 38 status:00 handle:2301 \(capabilityOctets) \(additionOctets)"),
        .init(
            "LE CS Read Remote FAE Table Complete",
            .leCSReadRemoteFAETableComplete(
                .init(status: .success, connectionHandle: 0x0123, remoteFAETable: faeTable)),
            "3E 4C 2D status:00 handle:2301 \(faeOctets)"),
        .init(
            "LE CS Security Enable Complete",
            .leCSSecurityEnableComplete(.init(status: .success, connectionHandle: 0x0123)),
            "3E 04 2E status:00 handle:2301"),
        .init(
            "LE CS Config Complete",
            .leCSConfigComplete(
                .init(
                    connectionHandle: 0x0123, configID: 2, created: .init(configuration, times: times))),
            "3E 22 2F status:00 handle:2301 id:02 action:01 \(configurationOctets) ip1:1E ip2:14 fcs:3C pm:0A"
        ),
        .init(
            "LE CS Config Complete, removed",
            .leCSConfigComplete(.init(connectionHandle: 0x0123, removed: 3)),
            """
            3E 22 2F status:00 handle:2301 id:03 action:00 main:00 sub:00 min:00 max:00 repetition:00 mode0:00
            role:00 rtt:00 phy:00 map:00000000000000000000 repetition:00 selection:00 shape:00 jump:00
            enhancements:00 ip1:00 ip2:00 fcs:00 pm:00
            """),
        .init(
            "LE CS Procedure Enable Complete",
            .leCSProcedureEnableComplete(
                .init(
                    status: .success, connectionHandle: 0x0123, configID: 1, isEnabled: true,
                    toneAntennas: .fourByOne, selectedTXPower: -4, subeventLength: 0x010203,
                    subeventsPerEvent: 4, subeventInterval: 0x0506, eventInterval: 0x0708,
                    procedureInterval: 0x090A, procedureCount: 0x0B0C, maxProcedureLength: 0x0D0E)),
            """
            3E 16 30 status:00 handle:2301 id:01 state:01 aci:03 power:FC length:030201 count:04 interval:0605
            event:0807 procedure:0A09 count:0C0B length:0E0D
            """),
        .init(
            "LE CS Procedure Enable Complete, disabled",
            .leCSProcedureEnableComplete(
                .init(status: .success, connectionHandle: 0x0123, configID: 1, isEnabled: false)),
            """
            3E 16 30 status:00 handle:2301 id:01 state:00 aci:00 power:7F length:000000 count:00 interval:0000
            event:0000 procedure:0000 count:0000 length:0000
            """),
        .init(
            "LE CS Test End Complete", .leCSTestEndComplete(.init(status: .success)), "3E 02 33 status:00"
        ),
    ]

    static let soundingEvents: [HCIGolden<HCI.Event>] = controlEvents + steps.map(result) + steps.map(more)
}

extension HCIGolden where Value == HCI.Event {
    /// An LE event with its subevent code and parameters.
    fileprivate init(_ description: String, _ value: HCI.Event, _ parameters: [UInt8]) {
        self.init(description, value, bytes: [0x3E, UInt8(parameters.count)] + parameters)
    }
}
