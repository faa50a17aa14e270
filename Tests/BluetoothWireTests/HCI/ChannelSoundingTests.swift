import BluetoothWire
import RandomCases
import Testing

/// A hundred seeds; a failing one is named.
private let seeds = Array(0..<100) as [UInt64]

@Suite("Channel Sounding") struct ChannelSoundingTests {
    @Test("any capabilities survive both versions of the block (6.0, Vol 4, E, 7.8.130)", arguments: seeds)
    func capabilities(_ seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let octets = [0x00, 0x23, 0x01] + random.bytes(34)
        typealias Version2 = HCI.LECSReadRemoteSupportedCapabilitiesCompleteV2
        let second = try Version2(bytes: octets)
        #expect(second.bytes == octets)
        typealias Version1 = HCI.LECSReadRemoteSupportedCapabilitiesComplete
        let first = try Version1(bytes: Array(octets.dropLast(6)))
        #expect(first.bytes == Array(octets.dropLast(6)))
        #expect(first.capabilities == second.capabilities.version1)
        #expect(
            Version1(status: .success, connectionHandle: 0x0123, capabilities: second.capabilities) == first)
    }

    @Test("capabilities of the link layer are those of HCI where it has bits for them", arguments: seeds)
    func linkLayerCapabilities(_ seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let octets = [0x2E] + random.bytes(25)
        guard case .channelSounding(let pdu) = try LL.ControlPDU(bytes: octets),
            case .capabilitiesReq(let capabilities) = pdu
        else {
            Issue.record("no capabilities")
            return
        }
        let event = HCI.LECSReadRemoteSupportedCapabilitiesComplete(
            status: .success, connectionHandle: 1, capabilities: capabilities)
        let again = try HCI.LECSReadRemoteSupportedCapabilitiesComplete(bytes: event.bytes)
        #expect(again.capabilities == capabilities)
        var expected = octets
        expected[12] &= 0x7B  // bits 2 and 7 are reserved
        expected[25] &= 0xFE  // and bit 0
        #expect(LL.ControlPDU.channelSounding(.capabilitiesReq(again.capabilities)).bytes == expected)
    }

    @Test("any configuration is the same in HCI and in the link layer", arguments: seeds)
    func configurations(_ seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let agreed = Self.agreed(&random)
        let event = HCI.LECSConfigComplete(connectionHandle: 1, configID: 2, created: agreed)
        #expect(try HCI.LECSConfigComplete(bytes: event.bytes) == event)
        let request = LL.ControlPDU.channelSounding(.configReq(.init(configID: 2, created: agreed)))
        #expect(try LL.ControlPDU(bytes: request.bytes) == request)
        #expect(agreed.configuration.ofPeer.ofPeer == agreed.configuration)
        #expect(agreed.configuration.ofPeer.role != agreed.configuration.role)
    }

    private static func agreed(_ random: inout SeededNumbers) -> ChannelSounding.AgreedConfiguration {
        func pick<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }
        typealias C = ChannelSounding
        let configuration = ChannelSoundingConfiguration(
            mainMode: pick(C.Mode.allCases), subMode: pick(C.Mode.allCases + [nil]),
            minMainModeSteps: random.byte(), maxMainModeSteps: random.byte(),
            mainModeRepetition: random.byte(),
            mode0Steps: random.byte(), role: pick(C.Role.allCases), rttType: pick(C.RTTType.allCases),
            syncPHY: pick(C.SyncPHY.allCases),
            channelMap: .init((0..<79).filter { _ in random.below(2) == 0 }),
            channelMapRepetition: random.byte(), channelSelection: pick(C.ChannelSelection.allCases),
            channelShape: pick([.hat, .x]), channelJump: random.byte(),
            enhancements: .init(rawValue: random.byte()))
        let times = C.StepTimes(
            betweenPackets: pick(C.InterludeTimes.table), betweenTones: pick(C.InterludeTimes.table),
            frequencyChange: pick(C.FrequencyChangeTimes.table),
            phaseMeasurement: pick(C.PhaseMeasurementTimes.table))
        return .init(configuration, times: times)
    }

    @Test(
        "a subevent of any steps is divided into events of 255 octets, and put together again",
        arguments: seeds)
    func subevents(_ seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let paths = 1 + random.below(4)
        let steps = (0..<random.below(161)).map { _ in SoundingSteps.random(paths: paths, &random) }
        let result = HCI.LECSSubeventResult(
            connectionHandle: 0x0123, configID: 3, startACLConnectionEvent: 7, procedureCounter: 8,
            progress: .init(procedure: .partial, subevent: .complete), numAntennaPaths: UInt8(paths),
            steps: steps)
        let events = result.packets()
        for event in events {
            #expect(event.bytes.count <= 257)
            #expect(try HCI.Event(bytes: event.bytes) == event)
        }
        guard case .leCSSubeventResult(var sum) = events[0] else {
            Issue.record("the first event continues")
            return
        }
        for event in events.dropFirst() {
            guard case .leCSSubeventResultContinue(let more) = event else {
                Issue.record("\(event.name) continues")
                return
            }
            #expect(sum.progress.subevent == .partial)
            let isAppended = sum.append(more)
            #expect(isAppended)
        }
        #expect(sum == result)
        let more = HCI.LECSSubeventResultContinue(
            connectionHandle: 0x0123, configID: 3, numAntennaPaths: UInt8(paths), steps: [])
        let isAppended = sum.append(more)
        #expect(!isAppended, "the subevent is complete")
    }

    @Test("a continuation of another link, configuration or number of paths is not added")
    func strangeContinuations() {
        let first = HCI.LECSSubeventResult(
            connectionHandle: 1, configID: 2, startACLConnectionEvent: 0, procedureCounter: 0,
            progress: .init(procedure: .partial, subevent: .partial), numAntennaPaths: 2, steps: [])
        for (handle, configID, paths, isAdded) in [
            (1, 2, 2, true), (1, 2, 0, true), (1, 2, 3, false), (1, 2, 1, false), (1, 3, 2, false),
            (4, 2, 2, false),
        ] as [(UInt16, UInt8, UInt8, Bool)] {
            var sum = first
            let more = HCI.LECSSubeventResultContinue(
                connectionHandle: handle, configID: configID, numAntennaPaths: paths, steps: [])
            let isAppended = sum.append(more)
            #expect(isAppended == isAdded)
            #expect((sum.progress.subevent == .complete) == isAdded && sum.numAntennaPaths == 2)
        }
    }

    @Test("72 tones on one path are four events")
    func tonesOfAProcedure() {
        let steps = ChannelSounding.ChannelMap.all.channels.map {
            ChannelSounding.Step(
                channel: UInt8($0),
                .mode2(.init(paths: [SoundingSteps.tone], extensionSlot: SoundingSteps.tone)))
        }
        let result = HCI.LECSSubeventResult(
            connectionHandle: 1, configID: 0, startACLConnectionEvent: 0, procedureCounter: 0,
            numAntennaPaths: 1, steps: steps)
        #expect(result.packets().count == 4)
    }

    @Test(
        "steps that do not fit their mode are refused by name",
        arguments: [
            ("04 02 00", "stepMode", 4), ("00 4F 00", "stepChannel", 79),
            ("00 02 04 00000000", "stepDataLength", 4),
            ("02 02 0D 00000000000000000000000000", "stepDataLength", 13),
            ("03 02 06 000000000000", "stepDataLength", 6),
        ])
    func wrongSteps(_ octets: String, _ field: String, _ value: Int) {
        let head: [UInt8] = [0x23, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01]
        #expect(throws: DecodeError(.hci, .invalidValue(field: field, value: value))) {
            try HCI.LECSSubeventResultContinue(bytes: head + HCITable.hex(octets))
        }
    }

    @Test("more paths, steps or another status than there can be are refused")
    func wrongResults() {
        func more(_ octets: [UInt8]) throws(DecodeError) -> HCI.LECSSubeventResultContinue {
            try .init(bytes: [0x23, 0x01, 0x00] + octets)
        }
        #expect(throws: DecodeError(.hci, .invalidValue(field: "numAntennaPaths", value: 5))) {
            try more([0, 0, 0, 5, 0])
        }
        #expect(throws: DecodeError(.hci, .invalidValue(field: "numStepsReported", value: 161))) {
            try more([0, 0, 0, 1, 161])
        }
        #expect(throws: DecodeError(.hci, .invalidValue(field: "procedureDoneStatus", value: 2))) {
            try more([2, 0, 0, 1, 0])
        }
        // The upper halves are reserved.
        #expect(
            (try? more([0xF1, 0xE0, 0, 1, 0]))?.progress == .init(procedure: .partial, subevent: .complete))
    }

    @Test("after an error, what follows the status may be anything")
    func errors() throws {
        let noise = [UInt8](repeating: 0xEE, count: 32)
        let config = try HCI.LECSConfigComplete(bytes: [0x20] + Array(noise.prefix(32)))
        #expect(config.status == .unsupportedLLParameterValue && config.created == nil)
        #expect(throws: DecodeError.self) { try HCI.LECSConfigComplete(bytes: [0x00] + noise) }
        let enable = try HCI.LECSProcedureEnableComplete(bytes: [0x0C] + Array(noise.prefix(20)))
        #expect(enable.status == .commandDisallowed && !enable.isEnabled)
        #expect(throws: DecodeError.self) {
            try HCI.LECSProcedureEnableComplete(bytes: [0x00] + Array(noise.prefix(20)))
        }
    }

    @Test(
        "features, masks and supported commands have their bits (6.0, Vol 6, B, 4.6; Vol 4, E, 7.8.1 and 6.27)"
    )
    func bits() {
        #expect(HCI.LEFeatures.channelSounding.rawValue == 1 << 46)
        #expect(HCI.LEFeatures.channelSoundingHostSupport.rawValue == 1 << 47)
        #expect(HCI.LEFeatures.channelSoundingToneQualityIndication.rawValue == 1 << 48)
        #expect(HCI.LEFeatures.llExtendedFeatureSet.rawValue == 1 << 63)
        let masks: [HCI.LEEventMask] = [
            .leCSReadRemoteSupportedCapabilitiesComplete, .leCSReadRemoteFAETableComplete,
            .leCSSecurityEnableComplete, .leCSConfigComplete, .leCSProcedureEnableComplete,
            .leCSSubeventResult,
            .leCSSubeventResultContinue, .leCSTestEndComplete,
            .leCSReadRemoteSupportedCapabilitiesCompleteV2,
        ]
        let codes: [UInt8] = [0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x38]
        #expect(masks == codes.map(HCI.LEEventMask.subevent))
        #expect(masks[0].rawValue == 1 << 43 && masks[8].rawValue == 1 << 55)
        let commands = HCI.SupportedCommands([.leCSCreateConfig, .leCSSecurityEnable, .leSetHostFeature])
        #expect(
            commands.octets[16] == 1 << 6 && commands.octets[24] == 1 << 1 && commands.octets[44] == 1 << 1)
    }
}

/// Steps for tests.
enum SoundingSteps {
    static let tone = ChannelSounding.Tone(.init(i: 1000, q: -1000), .init(.high))

    static func random(paths: Int, _ random: inout SeededNumbers) -> ChannelSounding.Step {
        ChannelSounding.Step(
            channel: UInt8(random.below(79)), data(paths: paths, role: nil, sounding: nil, &random))
    }

    /// Data of any mode; `nil` for the role and the sounding sequence draws them.
    static func data(
        paths: Int, role: ChannelSounding.Role?, sounding: Bool?, _ random: inout SeededNumbers
    ) -> ChannelSounding.StepData {
        switch random.below(5) {
        case 0:
            let hasOffset = role.map { $0 == .initiator } ?? (random.below(2) == 0)
            return .mode0(
                .init(
                    quality: .init(rawValue: random.byte()), rssi: rssi(&random), antenna: random.byte(),
                    frequencyOffset: hasOffset ? .init(rawValue: UInt16(random.below(65_536))) : nil))
        case 1: return .mode1(packets(sounding, &random))
        case 2: return .mode2(tones(paths, &random))
        case 3: return .mode3(packets(sounding, &random), tones(paths, &random))
        default: return .missing(mode: UInt8(random.below(4)))
        }
    }

    private static func rssi(_ random: inout SeededNumbers) -> Int8? {
        let value = Int8(bitPattern: random.byte())
        return value == 0x7F ? nil : value
    }

    private static func packets(_ sounding: Bool?, _ random: inout SeededNumbers)
        -> ChannelSounding.PacketResult
    {
        let hasPhases = sounding ?? (random.below(2) == 0)
        let time = Int16(truncatingIfNeeded: random.below(65_536))
        return .init(
            quality: .init(rawValue: random.byte()), attack: .init(rawValue: random.byte()),
            rssi: rssi(&random),
            time: time == .min ? nil : time, antenna: random.byte(),
            sounding: hasPhases
                ? .init(first: term(&random), second: random.below(4) == 0 ? nil : term(&random)) : nil)
    }

    private static func tones(_ paths: Int, _ random: inout SeededNumbers) -> ChannelSounding.ToneResult {
        let tones = (0...paths).map { _ in
            ChannelSounding.Tone(term(&random), .init(rawValue: random.byte()))
        }
        return .init(
            antennaPermutation: random.byte(), paths: .init(tones.dropLast()), extensionSlot: tones[paths])
    }

    private static func term(_ random: inout SeededNumbers) -> ChannelSounding.PhaseCorrectionTerm {
        .init(i: Int16(random.below(4096) - 2048), q: Int16(random.below(4096) - 2048))
    }
}
