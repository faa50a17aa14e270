import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// What procedures give: one measurement or one gap each, until the end.
@Suite struct RangingResultTests {
    private static func running(_ count: UInt16 = 0) -> RangingRig {
        var rig = RangingRig()
        rig.procedureCount = count
        rig.start()
        _ = rig.takeEvents()
        return rig
    }

    private static func steps(_ meters: Double) -> [ChannelSounding.Step] {
        var tones = SyntheticTones(meters)
        let sync = ChannelSounding.Step(
            channel: 5, .mode0(.init(rssi: -48, frequencyOffset: .init(hundredths: 120))))
        return [sync] + tones.inline()
    }

    @Test("The steps of all events and subevents of a procedure give one distance", arguments: [1, 2, 5])
    func measured(subevents: Int) {
        var rig = Self.running()
        rig.rig.now += .milliseconds(250)
        for (counter, meters) in [3.0, 4.5, 12].enumerated() {
            rig.procedure(UInt16(counter), Self.steps(meters), subevents: subevents)
            let measurements = rig.takeRanging().measurements
            #expect(measurements.count == 1)
            guard let found = measurements.first else { return }
            #expect(abs(found.distance - meters) < 0.01)
            #expect(found.procedureCounter == UInt16(counter) && found.rssi == -48)
            #expect(found.steps.count == 73 && found.peerSteps.isEmpty && found.time == rig.rig.now)
        }
    }

    @Test("A procedure without usable tones is missed, with the reason; others follow")
    func missed() {
        var rig = Self.running()
        rig.procedure(
            7, [], progress: .init(procedure: .complete, subevent: .aborted, subeventAbort: .noSync))
        rig.procedure(8, Array(Self.steps(2).prefix(9)))
        rig.procedure(9, Self.steps(2))
        let events = rig.takeRanging()
        #expect(events.gaps.map(\.procedureCounter) == [7, 8])
        #expect(events.gaps.map(\.reason) == [.aborted(.none, .noSync), .weakSignal])
        #expect(events.measurements.map(\.procedureCounter) == [9] && events.ends.isEmpty)
    }

    @Test("A procedure whose end never came is over when the next one begins")
    func noEnd() {
        var rig = Self.running()
        rig.procedure(1, Self.steps(2), progress: .init(procedure: .partial, subevent: .complete))
        #expect(rig.takeRanging().isEmpty)
        rig.procedure(2, Self.steps(2))
        #expect(rig.takeRanging().measurements.map(\.procedureCounter) == [1, 2])
    }

    @Test("Parts that belong to nothing change nothing")
    func stray() {
        var rig = Self.running()
        rig.receive(
            .leCSSubeventResultContinue(
                .init(connectionHandle: 1, configID: 0, numAntennaPaths: 1, steps: Self.steps(2))))
        rig.receive(
            .leCSSubeventResultContinue(
                .init(connectionHandle: 9, configID: 0, numAntennaPaths: 1, steps: [])))
        #expect(rig.takeRanging().isEmpty)
    }

    // MARK: Ends

    @Test("After the last procedure it ends by itself")
    func count() {
        var rig = Self.running(2)
        rig.procedure(0, Self.steps(2))
        #expect(rig.takeRanging().ends.isEmpty)
        rig.procedure(1, Self.steps(2))
        let events = rig.takeRanging()
        #expect(events.measurements.count == 1 && events.ends == [nil])
        _ = rig.takeCommands()
        rig.perform(.stop(rig.link))
        #expect(rig.takeCommands().isEmpty && rig.takeRanging().isEmpty)
    }

    @Test("Procedures that the controller left out count too")
    func leftOut() {
        var rig = Self.running(4)
        rig.procedure(7, Self.steps(2))
        rig.procedure(9, Self.steps(2))
        #expect(rig.takeRanging().ends.isEmpty)
        rig.procedure(10, Self.steps(2))
        #expect(rig.takeRanging().ends == [nil])
    }

    @Test("A stop ends with the controllers' report; a result that comes later is dropped")
    func stop() {
        var rig = Self.running()
        rig.silent = [.leCSProcedureEnable]
        _ = rig.takeCommands()
        rig.perform(.stop(rig.link))
        #expect(
            rig.takeCommands() == [
                .leCSProcedureEnable(.init(connectionHandle: 1, configID: 0, enable: false))
            ])
        rig.procedure(0, Self.steps(2))
        #expect(rig.takeRanging().measurements.count == 1, "the last procedure runs to its end")
        rig.procedure(
            1, [], progress: .init(procedure: .aborted, subevent: .aborted, procedureAbort: .requested))
        #expect(rig.takeRanging().isEmpty, "or is stopped in the middle")
        rig.receive(
            .leCSProcedureEnableComplete(
                .init(status: .success, connectionHandle: 1, configID: 0, isEnabled: false)))
        #expect(rig.takeRanging() == [.ended(nil)])
        rig.procedure(2, Self.steps(2))
        #expect(rig.takeRanging().isEmpty && rig.rig.host.nextDeadline == nil)
    }

    @Test("The peer can end it")
    func peerEnds() {
        var rig = Self.running()
        rig.receive(
            .leCSProcedureEnableComplete(
                .init(status: .success, connectionHandle: 1, configID: 0, isEnabled: false)))
        #expect(rig.takeRanging() == [.ended(.endedByPeer)])
    }

    @Test("Procedures that the controllers give up end it, reported or not", arguments: [true, false])
    func aborted(isReported: Bool) {
        var rig = Self.running()
        rig.procedure(
            3, [],
            progress: .init(procedure: .aborted, subevent: .aborted, procedureAbort: .tooFewChannels))
        let gaps = rig.takeRanging().gaps
        #expect(gaps.map(\.reason) == [.aborted(.tooFewChannels, .none)])
        if isReported {
            rig.receive(
                .leCSProcedureEnableComplete(
                    .init(status: .success, connectionHandle: 1, configID: 0, isEnabled: false)))
        } else {
            rig.rig.advance(by: Host.LinkRanging.abortPatience)
        }
        #expect(rig.takeRanging() == [.ended(.aborted(.tooFewChannels))])
        #expect(rig.rig.host.nextDeadline == nil)
    }

    // MARK: Reflector

    /// What a reflector's controller reports while the peer sets everything up.
    private static func reflector(reports: Bool) -> RangingRig {
        var rig = RangingRig(
            Host.RangingConfiguration(allowedRoles: .reflector, reportsReflections: reports), .peripheral)
        var configuration = ChannelSoundingConfiguration(role: .reflector)
        configuration.enhancements = reports ? [] : .inlinePhaseCorrection
        rig.receive(
            .leCSReadRemoteSupportedCapabilitiesComplete(
                .init(status: .success, connectionHandle: 1, capabilities: RangingRig.full)))
        rig.receive(
            .leCSConfigComplete(.init(connectionHandle: 1, configID: 0, created: .init(configuration))))
        rig.receive(.leCSSecurityEnableComplete(.init(status: .success, connectionHandle: 1)))
        rig.receive(
            .leCSProcedureEnableComplete(
                .init(
                    status: .success, connectionHandle: 1, configID: 0, isEnabled: true,
                    selectedTXPower: -8, procedureInterval: 4)))
        return rig
    }

    @Test("A reflector allows its role on each new link, and commands nothing else")
    func reflectorSettings() {
        let ranging = Host.RangingConfiguration(allowedRoles: .reflector, maxTXPower: 8)
        var controller = ScriptedController()
        controller.features.insert(.channelSounding)
        var configuration = HostRig.configuration()
        configuration.ranging = ranging
        var rig = HostRig.ready(configuration, controller: controller)
        for handle: UInt16 in [1, 2] {
            rig.open(handle, .peripheral, peer: HostRig.peer(UInt64(handle)))
            #expect(
                rig.takeCommands().filter { $0.opcode == .leCSSetDefaultSettings } == [
                    .leCSSetDefaultSettings(
                        .init(connectionHandle: handle, roleEnable: .reflector, maxTXPower: 8))
                ])
        }
        // Later commands change the links that are up, and those that come.
        rig.perform(.ranging(.allow([], on: rig.link)))
        rig.perform(.ranging(.allow([.initiator, .reflector], on: nil)))
        let roles = rig.takeCommands().compactMap { command -> ChannelSounding.Roles? in
            if case .leCSSetDefaultSettings(let settings) = command { settings.roleEnable } else { nil }
        }
        #expect(roles == [[], [.initiator, .reflector], [.initiator, .reflector]])
    }

    @Test("A reflector says when procedures begin and end, and measures nothing", arguments: [true, false])
    func reflects(reports: Bool) {
        var rig = Self.reflector(reports: reports)
        #expect(rig.takeCommands().isEmpty)
        let sessions = rig.takeRanging().sessions
        #expect(sessions.map(\.role) == [.reflector] && sessions.first?.txPower == -8)
        var tones = SyntheticTones(3)
        let steps = tones.inline()
        rig.procedure(0x1234, steps, subevents: 3)
        let events = rig.takeRanging()
        #expect(events.measurements.isEmpty && events.gaps.isEmpty)
        #expect(events.reflections.count == (reports ? 1 : 0))
        if let reflection = events.reflections.first {
            #expect(reflection.procedureCounter == 0x1234 && reflection.txPower == -8)
            #expect(reflection.subevents.map(\.steps.count) == [24, 24, 24])
        }
        rig.receive(
            .leCSProcedureEnableComplete(
                .init(status: .success, connectionHandle: 1, configID: 0, isEnabled: false)))
        #expect(rig.takeRanging() == [.ended(nil)])
    }

    @Test("While the peer measures, a start is refused; a stop stops the peer")
    func peerIsFirst() {
        var rig = Self.reflector(reports: false)
        _ = rig.takeRanging()
        rig.start()
        #expect(rig.takeRanging() == [.ended(.busy)])
        rig.perform(.stop(rig.link))
        #expect(rig.takeOpcodes() == [.leCSProcedureEnable])
        #expect(rig.takeRanging() == [.ended(nil)])
    }
}
