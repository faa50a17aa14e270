import BluetoothWire
import Testing

@testable import FaradayEngine

/// What a controller answers to commands that it can't carry out: tables of the value that decides.
@Suite struct SoundingSettingsTests {
    static func settings(
        _ change: (inout ChannelSoundingCapabilities) -> Void = { _ in }
    ) -> SoundingSettings {
        var capabilities = ChannelSoundingRadio.everything
        change(&capabilities)
        var settings = SoundingSettings(local: capabilities)
        settings.remote = ChannelSoundingRadio.everything
        _ = settings.take(.init(connectionHandle: 1, roleEnable: [.initiator, .reflector]))
        return settings
    }

    static func command(
        _ configID: UInt8 = 0, _ change: (inout ChannelSoundingConfiguration) -> Void = { _ in }
    ) -> HCI.LECSCreateConfig {
        var configuration = ChannelSoundingConfiguration(role: .initiator)
        change(&configuration)
        return .init(connectionHandle: 1, configID: configID, configuration: configuration)
    }

    /// Core 6.0, Vol 4, Part E, 7.8.133.
    @Test func defaultSettingsAreRefusedForRolesAntennasAndPowersThatAreNotThere() {
        let table: [(ChannelSounding.Roles, UInt8, Int8, HCI.ErrorCode)] = [
            ([.initiator, .reflector], 0xFF, 20, .success), ([], 0xFE, -127, .success),
            (.initiator, 1, 0, .success), (.initiator, 2, 0, .unsupportedFeatureOrParameterValue),
            (.initiator, 4, 0, .unsupportedFeatureOrParameterValue),
            (.initiator, 0, 0, .invalidHCICommandParameters),
            (.initiator, 5, 0, .invalidHCICommandParameters),
            (.initiator, 0xFF, 21, .invalidHCICommandParameters),
            (.initiator, 0xFF, -128, .invalidHCICommandParameters),
            // Reserved bits are ignored.
            (.init(rawValue: 4), 0xFF, 0, .success),
        ]
        for (roles, antenna, power, expected) in table {
            var settings = Self.settings()
            let status = settings.take(
                .init(
                    connectionHandle: 1, roleEnable: roles, syncAntenna: .init(rawValue: antenna),
                    maxTXPower: power))
            #expect(status == expected, "\(roles) \(antenna) \(power)")
        }
        var reflector = Self.settings { $0.roles = .reflector }
        let status = reflector.take(.init(connectionHandle: 1, roleEnable: .initiator))
        #expect(status == .unsupportedFeatureOrParameterValue)
    }

    @Test func aRoleThatAConfigurationUsesCannotBeDisabled() {
        var settings = Self.settings()
        settings.set(.init(.init(role: .reflector)), as: 0)
        let take = { (settings: inout SoundingSettings, roles: ChannelSounding.Roles) in
            settings.take(.init(connectionHandle: 1, roleEnable: roles))
        }
        #expect(take(&settings, .initiator) == .invalidHCICommandParameters)
        #expect(take(&settings, .reflector) == .success)
        settings.remove(0)
        #expect(take(&settings, .initiator) == .success)
    }

    /// Core 6.0, Vol 4, Part E, 7.8.137.
    @Test func configurationsAreRefusedByTheRuleThatTheyBreak() {
        let unsupported = HCI.ErrorCode.unsupportedFeatureOrParameterValue
        let table: [(HCI.LECSCreateConfig, HCI.ErrorCode?)] = [
            (Self.command(), nil), (Self.command(3), nil),
            (Self.command(4), .invalidHCICommandParameters),
            (Self.command { $0.mode0Steps = 0 }, .invalidHCICommandParameters),
            (Self.command { $0.channelMap = .init(2...15) }, .invalidHCICommandParameters),
            (Self.command { $0.channelMap = .init(0...30) }, .invalidHCICommandParameters),
            (Self.command { $0.subMode = .tones }, .invalidHCICommandParameters),
            (Self.command { $0.mainMode = .packetsAndTones }, nil),
            (Self.command { $0.enhancements = .inlinePhaseCorrection }, nil),
            (
                Self.command {
                    ($0.mainMode, $0.enhancements) = (.packets, .inlinePhaseCorrection)
                }, unsupported
            ),
            (Self.command { $0.channelSelection = .algorithm3c }, unsupported),
        ]
        for (command, expected) in table {
            #expect(Self.settings().refusal(of: command) == expected, "\(command)")
        }
        let lacking: [((inout ChannelSoundingCapabilities) -> Void, HCI.LECSCreateConfig)] = [
            ({ $0.modes = [] }, Self.command { $0.mainMode = .packetsAndTones }),
            ({ $0.syncPHYs = [] }, Self.command { $0.syncPHY = .le2M }),
            (
                { $0.rttSoundingSteps = 0 },
                Self.command { ($0.mainMode, $0.rttType) = (.packets, .sounding32) }
            ),
            (
                { $0.subfeatures = [] },
                Self.command { ($0.role, $0.enhancements) = (.reflector, .inlinePhaseCorrection) }
            ),
        ]
        for (change, command) in lacking {
            #expect(Self.settings(change).refusal(of: command) == unsupported)
            // The peer's capabilities count as much.
            var settings = Self.settings()
            var remote = ChannelSoundingRadio.everything
            change(&remote)
            settings.remote = remote
            var mirrored = command
            mirrored.configuration = command.configuration.ofPeer
            #expect(settings.refusal(of: mirrored) == unsupported)
        }
    }

    @Test func configurationsNeedRoomCapabilitiesAndARoleThatTheHostAllows() {
        var settings = Self.settings { $0.numConfigs = 1 }
        settings.set(.init(.init(role: .initiator)), as: 2)
        #expect(settings.refusal(of: Self.command(2)) == nil)
        #expect(settings.refusal(of: Self.command(0)) == .memoryCapacityExceeded)
        settings.enabled = 2
        #expect(settings.refusal(of: Self.command(2)) == .commandDisallowed)
        #expect(settings.refusalOfRemoval(2) == .commandDisallowed)
        #expect(settings.refusalOfRemoval(0) == .invalidHCICommandParameters)
        var strange = Self.settings()
        strange.remote = nil
        #expect(strange.refusal(of: Self.command()) == .commandDisallowed)
        var shy = Self.settings()
        _ = shy.take(.init(connectionHandle: 1, roleEnable: .reflector))
        #expect(shy.refusal(of: Self.command()) == .commandDisallowed)
    }

    /// Core 6.0, Vol 6, Part B, 5.1.24.
    @Test func timesAreTheShortestThatBothHave() {
        var settings = Self.settings {
            $0.betweenPacketsTimes = [.us10, .us40]
            $0.betweenTonesTimes = [.us10, .us80]
            $0.frequencyChangeTimes = [.us15, .us100]
            $0.phaseMeasurementTimes = [.us20]
        }
        let agreed = settings.agreed(.init(role: .initiator)).times
        #expect(
            agreed
                == .init(betweenPackets: 40, betweenTones: 80, frequencyChange: 100, phaseMeasurement: 20))
        settings.remote = ChannelSoundingCapabilities()
        #expect(settings.agreed(.init(role: .initiator)).times == .init())
        // With inline phase correction the reflector has times of its own.
        settings.remote?.additions = .init(inlineBetweenTonesTimes: [.us10])
        let inline = ChannelSoundingConfiguration(role: .initiator, enhancements: .inlinePhaseCorrection)
        #expect(settings.agreed(inline).times.betweenTones == 10)
        #expect(settings.agreed(inline.ofPeer).times.betweenTones == 145)
    }

    /// Core 6.0, Vol 4, Part E, 7.8.139.
    @Test func parametersOfProceduresAreRefusedOutsideTheirRanges() {
        let table: [((inout HCI.LECSSetProcedureParameters) -> Void, HCI.ErrorCode)] = [
            ({ _ in }, .success), ({ $0.configID = 1 }, .invalidHCICommandParameters),
            ({ $0.maxProcedureLength = 0 }, .invalidHCICommandParameters),
            ({ $0.minProcedureInterval = 0 }, .invalidHCICommandParameters),
            ({ $0.minProcedureInterval = 21 }, .invalidHCICommandParameters),
            ({ $0.minSubeventLength = 1_249 }, .invalidHCICommandParameters),
            ({ $0.maxSubeventLength = 4_000_001 }, .invalidHCICommandParameters),
            ({ $0.minSubeventLength = 40_001 }, .invalidHCICommandParameters),
            ({ $0.toneAntennas = .twoByOne }, .unsupportedFeatureOrParameterValue),
            ({ $0.toneAntennas = .oneByTwo }, .unsupportedFeatureOrParameterValue),
            ({ $0.snrControlInitiator = .dB18 }, .unsupportedFeatureOrParameterValue),
            ({ $0.snrControlReflector = .dB18 }, .success),
        ]
        for (change, expected) in table {
            var settings = Self.settings { $0.snr = .dB30 }
            settings.set(.init(.init(role: .initiator)), as: 0)
            #expect(settings.take(SoundingPair.parameters(change)) == expected)
        }
    }

    /// Core 6.0, Vol 6, Part B, 5.1.24: what an end refuses of its peer.
    @Test func configurationsOfThePeerAreRefusedByTheRuleThatTheyBreak() {
        let table: [((inout ChannelSounding.AgreedConfiguration) -> Void, UInt8, HCI.ErrorCode?)] = [
            ({ _ in }, 0, nil), ({ _ in }, 4, .unsupportedLLParameterValue),
            ({ $0.configuration.mode0Steps = 9 }, 0, .unsupportedLLParameterValue),
            ({ $0.times.betweenPackets = 10 }, 0, .unsupportedLLParameterValue),
            ({ $0.times.frequencyChange = 15 }, 0, .unsupportedLLParameterValue),
            ({ $0.configuration.channelSelection = .algorithm3c }, 0, .unsupportedFeatureOrParameterValue),
        ]
        for (change, configID, expected) in table {
            var agreed = ChannelSounding.AgreedConfiguration(.init(role: .reflector))
            change(&agreed)
            #expect(Self.settings().refusal(of: agreed, as: configID) == expected)
        }
        var shy = Self.settings()
        _ = shy.take(.init(connectionHandle: 1, roleEnable: .initiator))
        #expect(
            shy.refusal(of: .init(.init(role: .reflector)), as: 0) == .unsupportedFeatureOrParameterValue)
    }

    @Test func aControllerThatCanDoOnlySoManyProceduresDoesNoMore() {
        for (most, wanted, given) in [(0, 0, 0), (0, 9, 9), (5, 0, 5), (5, 9, 5), (5, 3, 3)]
            as [(
                UInt16, UInt16, UInt16
            )]
        {
            let settings = Self.settings { $0.maxConsecutiveProcedures = most }
            #expect(settings.consecutive(wanted) == given)
        }
    }

    @Test func aRadioHasNothingThatTheSimulationLacks() {
        var radio = ChannelSoundingRadio()
        radio.capabilities.subfeatures.insert(.channelSelection3c)
        #expect(!radio.capabilities.subfeatures.contains(.channelSelection3c))
        radio.capabilities.numAntennas = 9
        #expect(radio.capabilities.numAntennas == 4 && radio.capabilities.maxAntennaPaths == 4)
        radio.clockOffset = .nan
        #expect(radio.offset == 0)
        radio.capabilities.subfeatures = []
        radio.frequencyErrors = [1, -2]
        #expect(radio.table?.count == 72 && radio.table?.prefix(3) == [1, -2, 0])
    }
}
