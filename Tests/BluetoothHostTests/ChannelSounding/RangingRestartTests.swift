import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// A new start while the controller is still busy with an earlier one, and a new key of the link.
@Suite struct RangingRestartTests {
    private static let steps: [HCI.Opcode] = [
        .leCSReadRemoteSupportedCapabilities, .leCSCreateConfig, .leCSSecurityEnable,
    ]

    /// A rig whose controller was stopped in a step, and was asked to start again, with the command of that step.
    private static func restarted(
        in opcode: HCI.Opcode, _ parameters: Host.RangingParameters = Host.RangingParameters()
    ) -> (rig: RangingRig, command: HCI.Command?) {
        var rig = RangingRig()
        rig.silent = [opcode]
        rig.start()
        let command = rig.takeCommands().last
        #expect(command?.opcode == opcode)
        rig.perform(.stop(rig.link))
        #expect(rig.takeRanging() == [.ended(nil)])
        rig.silent = []
        rig.start(parameters)
        #expect(!rig.takeOpcodes().contains(opcode), "the controller would refuse it")
        return (rig, command)
    }

    @Test(
        "A start waits for what an earlier one asked of the controller, and does not ask again",
        arguments: steps)
    func adopts(opcode: HCI.Opcode) throws {
        var (rig, command) = Self.restarted(in: opcode)
        rig.receive(try #require(command.flatMap { rig.outcome(of: $0) }))
        #expect(!rig.takeOpcodes().contains(opcode))
        let events = rig.takeRanging()
        #expect(events.sessions.count == 1 && events.ends.isEmpty)
    }

    @Test("What the earlier start did not get is asked for again", arguments: steps)
    func asksAgain(opcode: HCI.Opcode) throws {
        var (rig, command) = Self.restarted(in: opcode)
        rig.failures = [opcode: .llResponseTimeout]
        let event = try #require(command.flatMap { rig.outcome(of: $0) })
        rig.failures = [:]
        rig.receive(event)
        #expect(rig.takeOpcodes().first == opcode)
        #expect(rig.takeRanging().sessions.count == 1)
    }

    @Test("A configuration that was made for an earlier start is replaced if it is another one")
    func otherConfiguration() throws {
        var other = Host.RangingParameters()
        other.configuration.mode0Steps = 2
        var (rig, command) = Self.restarted(in: .leCSCreateConfig, other)
        rig.receive(try #require(command.flatMap { rig.outcome(of: $0) }))
        #expect(rig.takeOpcodes().prefix(2) == [.leCSRemoveConfig, .leCSCreateConfig])
        #expect(rig.takeRanging().sessions.count == 1)
    }

    @Test("A controller that never ends it ends the new start as any other", arguments: steps)
    func neverEnds(opcode: HCI.Opcode) {
        var rig = Self.restarted(in: opcode).rig
        rig.rig.advance(by: Host.LinkRanging.patience)
        #expect(rig.takeRanging().ends.count == 1)
        rig.start()
        #expect(rig.takeRanging().sessions.count == 1)
    }

    // MARK: A new key

    private static let refresh = HCI.Event.encryptionKeyRefreshComplete(
        .init(status: .success, connectionHandle: 1))

    @Test("A new key needs a new security start: what runs is set up again by itself")
    func newKey() {
        var rig = RangingRig()
        rig.start()
        _ = (rig.takeCommands(), rig.takeRanging())
        rig.receive(Self.refresh)
        #expect(
            rig.takeOpcodes() == [.leCSSecurityEnable, .leCSSetProcedureParameters, .leCSProcedureEnable])
        let events = rig.takeRanging()
        #expect(events.sessions.count == 1 && events.count == 1)
        rig.perform(.stop(rig.link))
        #expect(rig.takeRanging() == [.ended(nil)])
    }

    @Test("A new key between sessions is secured by the next one")
    func newKeyBetween() {
        // The central of the link encrypts it anew with the key of the bond.
        var rig = RangingRig(Host.RangingConfiguration(), .peripheral)
        rig.start()
        #expect(rig.takeOpcodes().contains(.leCSSecurityEnable))
        rig.perform(.stop(rig.link))
        rig.receive(
            .leLongTermKeyRequest(.init(connectionHandle: 1, randomNumber: 0, encryptedDiversifier: 0)))
        rig.receive(Self.refresh)
        _ = (rig.takeCommands(), rig.takeRanging())
        rig.start()
        #expect(
            rig.takeOpcodes() == [.leCSSecurityEnable, .leCSSetProcedureParameters, .leCSProcedureEnable])
        #expect(rig.takeRanging().sessions.count == 1)
    }

    @Test("Procedures that could not begin because of a new key begin with it")
    func newKeyWhileEnabling() {
        var rig = RangingRig()
        rig.silent = [.leCSProcedureEnable]
        rig.start()
        rig.receive(Self.refresh)
        _ = rig.takeCommands()
        rig.silent = []
        rig.receive(
            .leCSProcedureEnableComplete(
                .init(status: .commandDisallowed, connectionHandle: 1, configID: 0, isEnabled: true)))
        #expect(
            rig.takeOpcodes() == [.leCSSecurityEnable, .leCSSetProcedureParameters, .leCSProcedureEnable])
        let events = rig.takeRanging()
        #expect(events.sessions.count == 1 && events.ends.isEmpty)
    }

    @Test("What the peer had started has ended with a new key")
    func peersProcedures() {
        var rig = RangingRig(Host.RangingConfiguration(allowedRoles: .reflector), .peripheral)
        rig.receive(
            .leCSProcedureEnableComplete(
                .init(status: .success, connectionHandle: 1, configID: 0, isEnabled: true)))
        #expect(rig.takeRanging().sessions.count == 1)
        rig.receive(Self.refresh)
        #expect(rig.takeRanging() == [.ended(.endedByPeer)])
    }

    @Test("Without encryption there is no session")
    func encryptionLost() {
        var rig = RangingRig()
        rig.start()
        _ = rig.takeRanging()
        rig.receive(EncryptingPair.encryptionChange(.success, .off))
        #expect(rig.takeRanging() == [.ended(.notEncrypted)])
    }
}
