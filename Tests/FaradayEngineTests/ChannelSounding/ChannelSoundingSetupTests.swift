import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

/// The procedures before the first measurement, as two hosts see them.
@Suite struct ChannelSoundingSetupTests {
    static let security = HCI.Command.leCSSecurityEnable(.init(connectionHandle: 1))
    static let capabilities = HCI.Command.leCSReadRemoteSupportedCapabilities(.init(connectionHandle: 1))
    static let errors = HCI.Command.leCSReadRemoteFAETable(.init(connectionHandle: 1))

    static func create(
        _ configID: UInt8 = 0, _ role: ChannelSounding.Role = .initiator, both: Bool = true,
        handle: UInt16 = 1
    ) -> HCI.Command {
        .leCSCreateConfig(
            .init(
                connectionHandle: handle, configID: configID, isForBoth: both,
                configuration: .init(role: role)))
    }

    static func remove(_ configID: UInt8 = 0) -> HCI.Command {
        .leCSRemoveConfig(.init(connectionHandle: 1, configID: configID))
    }

    @Test(arguments: ChannelSounding.Role.allCases)
    func bothHostsHearOfEachStep(role: ChannelSounding.Role) {
        let pair = SoundingPair()
        pair.prepare()
        #expect(pair.events(of: pair.central) == ["capabilities v2 0x00", "security 0x00"])
        #expect(pair.events(of: pair.peripheral) == ["capabilities v2 0x00", "security 0x00"])
        pair.air.forget()
        pair.air.send(Self.create(2, role), to: pair.central)
        pair.air.run(.milliseconds(100))
        #expect(pair.events(of: pair.central) == ["config 2 as \(role)"])
        #expect(pair.events(of: pair.peripheral) == ["config 2 as \(role.peer)"])
        pair.air.send(
            .leCSSetProcedureParameters(SoundingPair.parameters { $0.configID = 2 }), to: pair.central)
        pair.air.forget()
        pair.air.send(SoundingPair.enable(true, 2), to: pair.central)
        pair.air.run(.seconds(1))
        #expect(pair.events(of: pair.central) == ["procedures on 0x00"])
        #expect(pair.events(of: pair.peripheral) == ["procedures on 0x00"])
        #expect(!pair.results(of: pair.central).isEmpty && !pair.results(of: pair.peripheral).isEmpty)
        #expect(pair.air.pendingCount == 0)
        pair.air.forget()
        pair.air.send(Self.remove(2), to: pair.peripheral)
        pair.air.run(.milliseconds(100))
        #expect(pair.events(of: pair.central) == ["no config 2 0x00"])
        #expect(pair.events(of: pair.peripheral) == ["no config 2 0x00"])
    }

    /// The peripheral's host can do all but start security.
    @Test(arguments: ChannelSounding.Role.allCases)
    func aPeripheralsHostStartsProceduresToo(role: ChannelSounding.Role) {
        let pair = SoundingPair()
        #expect(pair.start(.init(role: role), by: pair.peripheral) == .success)
        pair.air.run(.seconds(2))
        #expect(pair.events(of: pair.peripheral) == ["procedures on 0x00"])
        #expect(pair.events(of: pair.central) == ["procedures on 0x00"])
        let initiator = role == .initiator ? pair.peripheral : pair.central
        let steps = pair.results(of: initiator).flatMap(\.steps)
        #expect(steps.count == 75)
        // Only an initiator measures a frequency offset.
        guard case .mode0(let sync)? = steps.first?.data else {
            Issue.record("the first step is not of mode 0")
            return
        }
        #expect(sync.frequencyOffset != nil)
    }

    /// On air: requests in the next connection event, answers in the one after it.
    @Test func theProceduresTakeThePDUsOfTheSpecification() {
        let pair = SoundingPair()
        let sniffer = pair.air.sniff {
            if case .data(let pdu) = $0.kind { pdu.llid == .control && !pdu.isEmpty } else { false }
        }
        pair.start()
        pair.air.run(.seconds(1))
        let opcodes = sniffer.frames.map { frame -> String in
            guard case .data(let pdu) = frame.kind else { return "" }
            return "n\(frame.node.rawValue) \(String(pdu.payload[0], radix: 16))"
        }
        #expect(
            opcodes == [
                "n0 2e", "n1 2f", "n0 39", "n1 2d", "n0 30", "n1 31", "n0 32", "n1 33", "n0 34",
            ])
    }

    @Test func aControllerWithoutItKnowsNoneOfIt() {
        let pair = SoundingPair(peripheral: nil)
        #expect(pair.air.ask(Self.capabilities, of: pair.peripheral) == .unknownHCICommand)
        #expect(pair.air.ask(Self.capabilities, of: pair.central) == .success)
        pair.air.run(.milliseconds(200))
        #expect(pair.events(of: pair.central) == ["capabilities 0x1A"])
        // Once the features are known, the command is refused at once.
        pair.air.send(.leReadRemoteFeatures(.init(connectionHandle: 1)), to: pair.central)
        pair.air.run(.milliseconds(200))
        #expect(pair.air.ask(Self.capabilities, of: pair.central) == .unsupportedRemoteFeature)
        let test = HCI.Command.unknown(opcode: .leCSTest, parameters: [])
        #expect(pair.air.ask(test, of: pair.central) == .unknownHCICommand)
        #expect(pair.air.ask(.leCSTestEnd, of: pair.central) == .unknownHCICommand)
    }

    /// Core 6.0, Vol 4, Part E, 7.8.115: bit 47, and only without links.
    @Test func theHostSaysThatItSupportsItBeforeItsLinks() {
        let pair = SoundingPair()
        let say = { (bit: UInt8) in
            pair.air.ask(.leSetHostFeature(.init(bitNumber: bit, bitValue: true)), of: pair.central)
        }
        #expect(say(47) == .commandDisallowed)
        #expect(say(38) == .unsupportedFeatureOrParameterValue)
        #expect(say(200) == .unsupportedFeatureOrParameterValue)
        pair.air.forget()
        pair.air.send(.leReadRemoteFeatures(.init(connectionHandle: 1)), to: pair.peripheral)
        pair.air.run(.milliseconds(200))
        let features = pair.air.events(of: pair.peripheral).compactMap { event -> HCI.LEFeatures? in
            if case .leReadRemoteFeaturesComplete(let complete) = event { complete.leFeatures } else { nil }
        }
        let expected: HCI.LEFeatures = [
            .channelSounding, .channelSoundingHostSupport, .channelSoundingToneQualityIndication,
        ]
        #expect(features.first?.isSuperset(of: expected) == true)
    }

    @Test func theEventOfVersion1ComesWhereOneSideKnowsNoOther() {
        var old = ChannelSoundingRadio()
        old.capabilities.additions = nil
        let pair = SoundingPair(peripheral: old)
        pair.air.send(Self.capabilities, to: pair.central)
        pair.air.run(.milliseconds(100))
        #expect(pair.events(of: pair.central) == ["capabilities 0x00"])
        #expect(pair.events(of: pair.peripheral) == ["capabilities 0x00"])
        let v2 = HCI.Command.leCSReadLocalSupportedCapabilitiesV2
        #expect(pair.air.ask(v2, of: pair.peripheral) == .unknownHCICommand)
        #expect(pair.air.ask(v2, of: pair.central) == .success)
    }

    @Test func capabilitiesCanBeGivenBackToTheController() {
        let pair = SoundingPair()
        pair.air.send(
            .leCSSetDefaultSettings(.init(connectionHandle: 1, roleEnable: .initiator)), to: pair.central)
        #expect(pair.air.ask(Self.create(both: false), of: pair.central) == .commandDisallowed)
        let write = HCI.Command.leCSWriteCachedRemoteSupportedCapabilitiesV2(
            .init(connectionHandle: 1, capabilities: ChannelSoundingRadio.everything))
        #expect(pair.air.ask(write, of: pair.central) == .success)
        pair.air.forget()
        // A configuration of this controller alone is there at once.
        #expect(pair.air.ask(Self.create(both: false), of: pair.central) == .success)
        #expect(pair.events(of: pair.central) == ["config 0 as initiator"])
        #expect(pair.events(of: pair.peripheral).isEmpty)
    }

    @Test func frequencyErrorsAreReadFromAControllerThatHasSome() {
        var radio = ChannelSoundingRadio(frequencyErrors: [3, -4])
        radio.capabilities.subfeatures.remove(.noFrequencyActuationError)
        let pair = SoundingPair(peripheral: radio)
        pair.air.send(Self.errors, to: pair.central)
        pair.air.send(Self.errors, to: pair.peripheral)
        pair.air.run(.milliseconds(200))
        #expect(pair.events(of: pair.central) == ["errors 0x00 [3, -4, 0]"])
        // The central's tones have none, and it says so.
        #expect(pair.events(of: pair.peripheral) == ["errors 0x11 [0, 0, 0]"])
        pair.air.send(Self.capabilities, to: pair.peripheral)
        pair.air.run(.milliseconds(200))
        #expect(pair.air.ask(Self.errors, of: pair.peripheral) == .unsupportedFeatureOrParameterValue)
        let write = HCI.Command.leCSWriteCachedRemoteFAETable(
            .init(connectionHandle: 1, remoteFAETable: Array(repeating: 1, count: 72)))
        #expect(pair.air.ask(write, of: pair.central) == .success)
    }

    // Errors

    @Test func commandsOutOfOrderAreDisallowed() {
        let pair = SoundingPair()
        let air = pair.air
        let ask = { air.ask($0, of: pair.central) }
        #expect(ask(Self.create()) == .commandDisallowed)  // No role, no capabilities.
        #expect(ask(SoundingPair.enable(true)) == .commandDisallowed)
        #expect(ask(.leCSSetProcedureParameters(SoundingPair.parameters())) == .invalidHCICommandParameters)
        #expect(ask(Self.remove()) == .invalidHCICommandParameters)
        #expect(ask(Self.capabilities) == .success)
        #expect(ask(Self.capabilities) == .commandDisallowed)
        pair.prepare(security: false)
        #expect(ask(Self.create()) == .success)
        #expect(ask(Self.create(1)) == .commandDisallowed)
        air.run(.milliseconds(100))
        #expect(ask(SoundingPair.enable(true)) == .commandDisallowed)  // No parameters.
        #expect(ask(.leCSSetProcedureParameters(SoundingPair.parameters())) == .success)
        #expect(ask(SoundingPair.enable(true)) == .commandDisallowed)  // No security.
        #expect(ask(Self.security) == .success)
        #expect(ask(Self.security) == .commandDisallowed)
        air.run(.milliseconds(100))
        #expect(ask(SoundingPair.enable(true, 4)) == .invalidHCICommandParameters)
        #expect(ask(SoundingPair.enable(false)) == .commandDisallowed)
        #expect(ask(SoundingPair.enable(true)) == .success)
        #expect(ask(SoundingPair.enable(true)) == .commandDisallowed)
        air.run(.milliseconds(100))
        #expect(ask(Self.remove()) == .commandDisallowed)
        #expect(ask(Self.security) == .commandDisallowed)
        #expect(ask(.leCSSetProcedureParameters(SoundingPair.parameters())) == .commandDisallowed)
    }

    @Test func aLinkThatIsNotThereHasNone() {
        let pair = SoundingPair()
        let commands: [HCI.Command] = [
            .leCSReadRemoteSupportedCapabilities(.init(connectionHandle: 9)),
            .leCSSecurityEnable(.init(connectionHandle: 9)),
            .leCSSetDefaultSettings(.init(connectionHandle: 9, roleEnable: .initiator)),
            .leCSReadRemoteFAETable(.init(connectionHandle: 9)), Self.create(handle: 9),
            .leCSRemoveConfig(.init(connectionHandle: 9, configID: 0)),
            .leCSProcedureEnable(.init(connectionHandle: 9, configID: 0, enable: true)),
        ]
        for command in commands {
            #expect(pair.air.ask(command, of: pair.central) == .unknownConnectionIdentifier)
        }
    }

    /// Core 6.0, Vol 4, Part E, 7.8.132: 0x0E.
    @Test func securityNeedsAnEncryptedLink() {
        let pair = SoundingPair(isEncrypted: false)
        for node in [pair.central, pair.peripheral] {
            #expect(pair.air.ask(Self.security, of: node) == .connectionRejectedDueToSecurityReasons)
        }
    }

    @Test func thePeripheralWaitsForTheSecurityStartOfTheCentral() {
        let pair = SoundingPair()
        #expect(pair.air.ask(Self.security, of: pair.peripheral) == .success)
        pair.air.run(.seconds(1))
        #expect(pair.events(of: pair.peripheral).isEmpty)
        pair.air.send(Self.security, to: pair.central)
        pair.air.run(.milliseconds(100))
        #expect(pair.events(of: pair.peripheral) == ["security 0x00"])
        // It is there by now.
        #expect(pair.air.ask(Self.security, of: pair.peripheral) == .success)
        #expect(pair.events(of: pair.peripheral) == ["security 0x00", "security 0x00"])
    }

    @Test func aRoleThatThePeersHostDoesNotAllowIsRejected() {
        let pair = SoundingPair()
        pair.prepare()
        pair.air.send(
            .leCSSetDefaultSettings(.init(connectionHandle: 1, roleEnable: .initiator)), to: pair.peripheral)
        pair.air.forget()
        pair.air.send(Self.create(), to: pair.central)
        pair.air.run(.milliseconds(100))
        #expect(pair.events(of: pair.central) == ["no config 0 0x11"])
        #expect(pair.events(of: pair.peripheral).isEmpty)
        pair.air.send(Self.create(0, .reflector), to: pair.central)
        pair.air.run(.milliseconds(100))
        #expect(pair.events(of: pair.central).last == "config 0 as reflector")
    }

    @Test func proceduresOfAConfigurationThatThePeerDoesNotHaveAreRejected() {
        let pair = SoundingPair()
        pair.prepare()
        pair.air.send(Self.create(3, both: false), to: pair.central)
        pair.air.send(
            .leCSSetProcedureParameters(SoundingPair.parameters { $0.configID = 3 }), to: pair.central)
        pair.air.forget()
        pair.air.send(SoundingPair.enable(true, 3), to: pair.central)
        pair.air.run(.milliseconds(200))
        #expect(pair.events(of: pair.central) == ["procedures on 0x20"])
        #expect(pair.events(of: pair.peripheral).isEmpty)
        // It can be tried again.
        #expect(pair.air.ask(SoundingPair.enable(true, 3), of: pair.central) == .success)
    }

    // Collisions (Core 6.0, Vol 6, Part B, 5.3)

    @Test func ofTwoConfigurationsAtOnceTheCentralsIsMade() {
        let pair = SoundingPair()
        pair.prepare()
        pair.air.send(Self.capabilities, to: pair.peripheral)
        pair.air.run(.milliseconds(200))
        pair.air.forget()
        pair.air.send(Self.create(1, .initiator), to: pair.central)
        pair.air.send(Self.create(2, .initiator), to: pair.peripheral)
        pair.air.run(.milliseconds(200))
        #expect(pair.events(of: pair.central) == ["config 1 as initiator"])
        #expect(pair.events(of: pair.peripheral).sorted() == ["config 1 as reflector", "no config 2 0x23"])
    }

    @Test func ofTwoStartsAtOnceTheCentralsIsMade() {
        let pair = SoundingPair()
        pair.prepare()
        pair.air.send(Self.create(), to: pair.central)
        pair.air.run(.milliseconds(100))
        for node in [pair.central, pair.peripheral] {
            pair.air.send(.leCSSetProcedureParameters(SoundingPair.parameters()), to: node)
        }
        pair.air.forget()
        pair.air.send(SoundingPair.enable(true), to: pair.central)
        pair.air.send(SoundingPair.enable(true), to: pair.peripheral)
        pair.air.run(.seconds(1))
        #expect(pair.events(of: pair.central) == ["procedures on 0x00"])
        #expect(pair.events(of: pair.peripheral) == ["procedures on 0x23", "procedures on 0x00"])
        #expect(pair.results(of: pair.peripheral).last?.progress.procedure == .complete)
    }

    @Test func ofTwoRequestsForCapabilitiesAtOnceTheCentralsIsAnswered() {
        let pair = SoundingPair()
        pair.air.send(Self.capabilities, to: pair.central)
        pair.air.send(Self.capabilities, to: pair.peripheral)
        pair.air.run(.milliseconds(200))
        #expect(pair.events(of: pair.central) == ["capabilities v2 0x00"])
        #expect(
            pair.events(of: pair.peripheral).sorted() == ["capabilities v2 0x00", "capabilities v2 0x23"])
    }

    /// Core 6.0, Vol 6, Part B, 5.2: 40 s.
    @Test func aPeerHas40SecondsToAnswer() {
        let pair = SoundingPair()
        pair.air.send(Self.capabilities, to: pair.central)
        let deadline = (pair.air.now + .seconds(40)).nanoseconds
        #expect(pair.air.link.central.procedures.deadline == deadline)
        pair.air.run(.milliseconds(200))
        #expect(pair.air.link.central.procedures.deadline == .max)
    }
}
