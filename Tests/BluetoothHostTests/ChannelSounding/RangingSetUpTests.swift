import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// The way from a command to the first procedure, and what ends it (Core 6.0, Vol 6, Part D, 6.37 to 6.43).
@Suite struct RangingSetUpTests {
    @Test(
        "At power-on the host reads what its controller can do, and then says that it knows Channel Sounding")
    func powerOn() {
        var controller = ScriptedController()
        controller.features.insert(.channelSounding)
        controller.sounding = RangingRig.full
        var configuration = HostRig.configuration()
        configuration.ranging = Host.RangingConfiguration()
        var rig = HostRig(configuration, controller: controller)
        rig.perform(.powerOn)
        let commands = rig.takeCommands()
        #expect(
            commands.map(\.opcode).suffix(2) == [.leCSReadLocalSupportedCapabilitiesV2, .leSetHostFeature])
        #expect(commands.last == .leSetHostFeature(.init(bitNumber: 47, bitValue: true)))
        #expect(rig.host.channelSounding?.subfeatures == RangingRig.full.subfeatures)
        #expect(rig.takeEvents() == [.ready(HostRig.identity)])
        let mask = commands.compactMap { command -> HCI.LEEventMask? in
            if case .leSetEventMask(let mask) = command { mask.leEventMask } else { nil }
        }
        #expect(mask.first?.contains(.leCSSubeventResultContinue) == true)
    }

    @Test(
        "Without the configuration or the feature the host never speaks of it",
        arguments: [true, false])
    func withoutIt(isConfigured: Bool) {
        var controller = ScriptedController()
        if !isConfigured { controller.features.insert(.channelSounding) }
        var configuration = HostRig.configuration()
        if isConfigured { configuration.ranging = Host.RangingConfiguration(allowedRoles: .reflector) }
        var rig = HostRig(configuration, controller: controller)
        rig.perform(.powerOn)
        rig.open(1, .peripheral, peer: HostRig.peer(1))
        let opcodes = rig.takeOpcodes()
        #expect(!opcodes.contains(.leSetHostFeature) && !opcodes.contains(.leCSSetDefaultSettings))
        #expect(rig.host.channelSounding == nil)
        rig.forget()
        rig.perform(.ranging(.start(rig.link, Host.RangingParameters())))
        #expect(rig.takeEvents() == [.ranging(rig.link, .ended(.unsupported))])
        #expect(rig.takeCommands().isEmpty)
    }

    @Test("A controller that refuses the host's bit is not used for Channel Sounding")
    func hostFeatureRefused() {
        var controller = ScriptedController()
        controller.features.insert(.channelSounding)
        controller.refusals[.leSetHostFeature] = .commandDisallowed
        var configuration = HostRig.configuration()
        configuration.ranging = Host.RangingConfiguration()
        let rig = HostRig.ready(configuration, controller: controller)
        #expect(rig.host.isOn && rig.host.channelSounding == nil)
    }

    @Test("The steps come in their order, and each once")
    func order() {
        var rig = RangingRig()
        rig.start()
        let commands = rig.takeCommands()
        #expect(
            commands.map(\.opcode) == [
                .leReadRemoteFeatures, .leCSSetDefaultSettings, .leCSReadRemoteSupportedCapabilities,
                .leCSCreateConfig, .leCSSecurityEnable, .leCSSetProcedureParameters, .leCSProcedureEnable,
            ])
        #expect(
            commands.dropFirst().first
                == .leCSSetDefaultSettings(.init(connectionHandle: 1, roleEnable: .initiator, maxTXPower: 20))
        )
        guard case .leCSCreateConfig(let create) = commands[3] else { return }
        #expect(create.configuration.role == .initiator && create.configuration.mainMode == .tones)
        #expect(create.configuration.enhancements == .inlinePhaseCorrection && create.isForBoth)
        let sessions = rig.takeRanging().sessions
        #expect(sessions.count == 1 && sessions.first?.role == .initiator)
        // Two connection intervals of 30 ms.
        #expect(sessions.first?.procedureInterval == .milliseconds(60) && sessions.first?.txPower == 4)
    }

    @Test("What the link has already is not done again")
    func secondStart() {
        var rig = RangingRig()
        rig.start()
        rig.perform(.stop(rig.link))
        #expect(rig.takeRanging().ends == [nil])
        _ = rig.takeCommands()
        rig.start()
        #expect(rig.takeOpcodes() == [.leCSSetProcedureParameters, .leCSProcedureEnable])
        rig.perform(.stop(rig.link))
        _ = rig.takeCommands()
        var other = Host.RangingParameters()
        other.configuration.mode0Steps = 2
        rig.start(other)
        #expect(
            rig.takeOpcodes() == [
                .leCSRemoveConfig, .leCSCreateConfig, .leCSSetProcedureParameters, .leCSProcedureEnable,
            ])
    }

    @Test(
        "The peer's frequency errors are read only if it has some, and it may refuse",
        arguments: [true, false])
    func frequencyErrors(refuses: Bool) {
        var peer = RangingRig.full
        peer.subfeatures.remove(.noFrequencyActuationError)
        var rig = RangingRig(peer: peer)
        if refuses { rig.failures[.leCSReadRemoteFAETable] = .unsupportedFeatureOrParameterValue }
        rig.start()
        #expect(rig.takeOpcodes().filter { $0 == .leCSReadRemoteFAETable }.count == 1)
        #expect(rig.takeRanging().sessions.count == 1)
    }

    // MARK: What is missing

    @Test("Each thing that is missing ends the start with its own reason")
    func missing() {
        var cases: [(rig: RangingRig, parameters: Host.RangingParameters, failure: Host.RangingFailure)] = []
        let plain = Host.RangingParameters()
        cases.append((RangingRig(isEncrypted: false), plain, .notEncrypted))
        var rig = RangingRig()
        rig.features = []
        cases.append((rig, plain, .peerUnsupported))
        rig = RangingRig()
        rig.features = .channelSounding
        cases.append((rig, plain, .peerLacks(.hostSupport)))
        var less = RangingRig.full
        less.subfeatures.remove(.inlinePhaseCorrection)
        cases.append((RangingRig(peer: less), plain, .peerLacks(.inlineCorrection)))
        less = RangingRig.full
        less.roles = .initiator
        cases.append((RangingRig(peer: less), plain, .peerLacks(.reflectorRole)))
        less.roles = .reflector
        cases.append((RangingRig(own: less), plain, .lacks(.initiatorRole)))
        var parameters = plain
        parameters.configuration.mainMode = .packetsAndTones
        cases.append((RangingRig(), parameters, .lacks(.mode(.packetsAndTones))))
        parameters = plain
        parameters.toneAntennas = .twoByTwo
        cases.append((RangingRig(), parameters, .lacks(.antennaPaths(4))))
        parameters = plain
        parameters.configuration.channelMap = .init(2..<10)
        cases.append((RangingRig(), parameters, .invalidConfiguration(.tooFewChannels)))
        parameters = plain
        parameters.configuration.mainMode = .packets
        parameters.configuration.rttType = .sounding32
        cases.append((RangingRig(), parameters, .lacks(.rttType(.sounding32))))
        for (rig, parameters, failure) in cases {
            var rig = rig
            rig.start(parameters)
            #expect(rig.takeRanging() == [.ended(failure)], "\(failure)")
            #expect(!rig.takeOpcodes().contains(.leCSProcedureEnable))
        }
    }

    private static let steps: [(HCI.Opcode, Host.RangingStep)] = [
        (.leReadRemoteFeatures, .remoteFeatures), (.leCSSetDefaultSettings, .defaultSettings),
        (.leCSReadRemoteSupportedCapabilities, .remoteCapabilities), (.leCSCreateConfig, .configuration),
        (.leCSSecurityEnable, .security), (.leCSSetProcedureParameters, .procedureParameters),
        (.leCSProcedureEnable, .enabling),
    ]

    @Test("A step that a controller refuses ends it with the step and the error", arguments: steps)
    func refused(opcode: HCI.Opcode, step: Host.RangingStep) {
        var rig = RangingRig()
        rig.rig.controller.refusals[opcode] = .controllerBusy
        rig.start()
        #expect(rig.takeRanging() == [.ended(.refused(step, .controllerBusy))])
        // The refusal was for this time: it works when it is asked again.
        rig.rig.controller.refusals = [:]
        rig.start()
        #expect(rig.takeRanging().sessions.count == 1)
    }

    @Test("A step that the peer refuses, or that never ends, ends it too")
    func failed() {
        for (opcode, step) in Self.steps where ScriptedController.asynchronous.contains(opcode) {
            var rig = RangingRig()
            rig.failures[opcode] = .llResponseTimeout
            rig.start()
            #expect(rig.takeRanging() == [.ended(.refused(step, .llResponseTimeout))], "\(step)")

            rig = RangingRig()
            rig.silent = [opcode]
            rig.start()
            #expect(rig.takeRanging().isEmpty)
            rig.rig.advance(by: Host.LinkRanging.patience)
            #expect(rig.takeRanging() == [.ended(.timedOut(step))], "\(step)")
            #expect(rig.rig.host.nextDeadline == nil)
        }
    }

    @Test("A second start is refused, and the first one goes on")
    func busy() {
        var rig = RangingRig()
        rig.start()
        _ = rig.takeRanging()
        rig.start()
        #expect(rig.takeRanging() == [.ended(.busy)])
        rig.perform(.stop(rig.link))
        #expect(rig.takeRanging() == [.ended(nil)])
    }

    @Test("A stop at any time is the end, and nothing runs afterwards")
    func stopAnywhere() {
        for (opcode, _) in Self.steps where ScriptedController.asynchronous.contains(opcode) {
            var rig = RangingRig()
            rig.silent = [opcode]
            rig.start()
            rig.perform(.stop(rig.link))
            if opcode == .leCSProcedureEnable {
                #expect(rig.takeRanging().isEmpty, "the controllers are about to begin")
                rig.silent = []
                rig.receive(
                    .leCSProcedureEnableComplete(
                        .init(status: .success, connectionHandle: 1, configID: 0, isEnabled: true)))
                #expect(rig.takeCommands().last?.opcode == .leCSProcedureEnable)
            }
            #expect(rig.takeRanging().ends == [nil], "\(opcode)")
            #expect(rig.rig.host.nextDeadline == nil)
        }
    }

    @Test("The end of the link is the end, before the link's own")
    func linkLost() {
        for silent: Set<HCI.Opcode> in [[.leCSSecurityEnable], []] {
            var rig = RangingRig()
            rig.silent = silent
            rig.start()
            _ = rig.takeEvents()
            let link = rig.link
            rig.receive(HostRig.disconnection(1))
            #expect(
                rig.takeEvents() == [
                    .ranging(link, .ended(.linkLost)), .disconnected(link, .connectionTimeout),
                ])
            rig.perform(.start(link, Host.RangingParameters()))
            #expect(rig.takeEvents() == [.ranging(link, .ended(.linkLost))])
        }
    }
}
