import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

@Suite struct StartupTests {
    @Test func aFullControllerIsAskedForEverythingInOrder() {
        var rig = HostRig(HostRig.configuration(extended: true))
        rig.perform(.powerOn)
        #expect(
            rig.takeOpcodes() == [
                .reset, .readLocalSupportedCommands, .readLocalSupportedFeatures, .readBDADDR, .setEventMask,
                .leSetEventMask, .leReadBufferSize, .leReadLocalSupportedFeatures, .leSetRandomAddress,
                .leReadFilterAcceptListSize, .leReadMaximumDataLength, .leWriteSuggestedDefaultDataLength,
                .leReadMaximumAdvertisingDataLength,
            ])
        #expect(rig.takeEvents() == [.ready(HostRig.identity)])
        #expect(rig.host.nextDeadline == nil)
    }

    @Test func commandsThatTheControllerDoesNotListAreLeftOut() {
        var controller = ScriptedController()
        controller.supported = HCI.SupportedCommands([.reset, .setEventMask, .readBDADDR, .leSetEventMask])
        var rig = HostRig(Host.Configuration(), controller: controller)
        rig.perform(.powerOn)
        #expect(
            rig.takeOpcodes() == [
                .reset, .readLocalSupportedCommands, .readBDADDR, .setEventMask, .leSetEventMask,
                .leReadBufferSize, .leReadLocalSupportedFeatures,
            ])
        #expect(rig.takeEvents() == [.ready(controller.publicAddress)])
    }

    @Test func optionalCommandsMayBeUnknown() {
        var controller = ScriptedController()
        for opcode in [
            HCI.Opcode.readLocalSupportedCommands, .readLocalSupportedFeatures, .readBDADDR,
            .leReadLocalSupportedFeatures, .leReadFilterAcceptListSize,
        ] { controller.refusals[opcode] = .unknownHCICommand }
        var rig = HostRig(controller: controller)
        rig.perform(.powerOn)
        #expect(rig.takeEvents() == [.ready(HostRig.identity)])
    }

    @Test(arguments: [
        HCI.Opcode.reset, .setEventMask, .leSetEventMask, .leReadBufferSize,
    ])
    func aRefusedStepThatIsNeededFailsTheController(_ opcode: HCI.Opcode) {
        var controller = ScriptedController()
        controller.refusals[opcode] = .hardwareFailure
        var rig = HostRig(controller: controller)
        rig.perform(.powerOn)
        #expect(rig.takeEvents() == [.controllerFailed(.refused(opcode, .hardwareFailure))])
        #expect(rig.takeOpcodes().last == opcode)
    }

    @Test func aControllerThatTakesNoRandomAddressGivesTheHostItsPublicOne() {
        var controller = ScriptedController()
        controller.refusals[.leSetRandomAddress] = .unknownHCICommand
        var rig = HostRig(controller: controller)
        rig.perform(.powerOn)
        #expect(rig.takeEvents() == [.ready(controller.publicAddress)])
        #expect(rig.host.identity == controller.publicAddress)
    }

    @Test func withNoAddressAtAllTheControllerFails() {
        var controller = ScriptedController()
        controller.refusals[.leSetRandomAddress] = .unknownHCICommand
        controller.refusals[.readBDADDR] = .unknownHCICommand
        var rig = HostRig(controller: controller)
        rig.perform(.powerOn)
        #expect(rig.takeEvents() == [.controllerFailed(.refused(.leSetRandomAddress, .unknownHCICommand))])
    }

    @Test func withoutItsOwnBuffersLEUsesThoseOfBREDR() {
        var controller = ScriptedController()
        controller.leBuffers = (0, 0)
        var rig = HostRig(controller: controller)
        rig.perform(.powerOn)
        #expect(rig.takeOpcodes().contains(.readBufferSize))
        #expect(rig.host.sink.data.buffers == Host.ACLDataPath.BufferPool(packetLength: 27, count: 4))
    }

    @Test func aControllerWithoutBuffersFails() {
        var controller = ScriptedController()
        controller.leBuffers = (0, 0)
        controller.sharedBuffers = (0, 0)
        var rig = HostRig(controller: controller)
        rig.perform(.powerOn)
        #expect(
            rig.takeEvents() == [.controllerFailed(.refused(.leReadBufferSize, .memoryCapacityExceeded))])
    }

    @Test func malformedAnswersToNeededStepsFailTheController() {
        var rig = HostRig()
        rig.answers = false
        rig.perform(.powerOn)
        for opcode in [HCI.Opcode.reset, .readLocalSupportedCommands, .readLocalSupportedFeatures] {
            rig.receive(.commandComplete(HCI.CommandComplete(opcode: opcode, returnParameters: [0])))
        }
        for opcode in [HCI.Opcode.readBDADDR, .setEventMask, .leSetEventMask, .leReadBufferSize] {
            rig.receive(.commandComplete(HCI.CommandComplete(opcode: opcode, returnParameters: [0])))
        }
        guard case .controllerFailed(.malformed(.leReadBufferSize, let error))? = rig.events.last else {
            Issue.record("\(rig.events)")
            return
        }
        #expect(error.layer == .hci)
    }

    @Test func aSilentControllerFailsAfterTenSeconds() {
        var controller = ScriptedController()
        controller.silent = [.leReadBufferSize]
        var rig = HostRig(controller: controller)
        rig.perform(.powerOn)
        #expect(rig.host.nextDeadline == .zero + .seconds(10))
        rig.advance(by: .milliseconds(9999))
        #expect(rig.takeEvents().isEmpty)
        rig.advance(by: .milliseconds(1))
        #expect(rig.takeEvents() == [.controllerFailed(.silent(.leReadBufferSize))])
        #expect(rig.host.nextDeadline == nil)
    }

    /// What accepts a connection and is no controller is most often found out by this.
    @Test func whatDoesNotAnswerTheResetFailsAfterTwoSeconds() {
        var controller = ScriptedController()
        controller.silent = [.reset]
        var rig = HostRig(controller: controller)
        rig.perform(.powerOn)
        rig.advance(by: .milliseconds(1999))
        #expect(rig.takeEvents().isEmpty)
        rig.advance(by: .milliseconds(1))
        #expect(rig.takeEvents() == [.controllerFailed(.silent(.reset))])
        #expect(Host.ControllerFailure.silent(.reset).description == "it did not answer Reset within 2 s")
    }

    @Test func aControllerThatNeverTakesACommandAgainFails() {
        var controller = ScriptedController()
        controller.room = 0
        var rig = HostRig(controller: controller)
        rig.perform(.powerOn)
        #expect(rig.takeOpcodes() == [.reset])
        rig.advance(by: .seconds(10))
        #expect(rig.takeEvents() == [.controllerFailed(.silent(.readLocalSupportedCommands))])
    }

    @Test func roomComesWithACommandCompleteForNothing() {
        var controller = ScriptedController()
        controller.room = 0
        var rig = HostRig(controller: controller)
        rig.perform(.powerOn)
        rig.controller.room = 1
        rig.receive(
            .commandComplete(HCI.CommandComplete(opcode: HCI.Opcode(rawValue: 0), returnParameters: [])))
        #expect(rig.takeEvents() == [.ready(HostRig.identity)])
    }

    @Test func powerOffDropsEverythingAndIgnoresThePast() {
        var rig = HostRig.connected(.peripheral)
        let link = rig.link
        rig.perform(.gatt(.procedure(link, Host.Token(1), .read(3))))
        rig.perform(.gap(.startScanning(Host.ScanParameters())))
        rig.forget()
        rig.perform(.powerOff)
        #expect(rig.takeEvents() == [.poweredOff])
        #expect(rig.takeOpcodes() == [.reset])
        #expect(rig.host.linkIDs.isEmpty && rig.host.nextDeadline == nil)
        rig.receive(HostRig.connectionComplete(2, .peripheral, HostRig.peer(2)))
        rig.receive(frame: [0x02, 0x17, 0x00], on: .att)
        rig.receive(.hardwareError(HCI.HardwareError(hardwareCode: 1)))
        #expect(rig.takeEvents().isEmpty && rig.takeData().isEmpty)
        rig.perform(.powerOn)
        #expect(rig.takeEvents() == [.ready(HostRig.identity)])
    }

    @Test func commandsWhileOffEndAtOnce() {
        var rig = HostRig()
        let (link, token) = (Host.LinkID(9), Host.Token(4))
        rig.perform(.gap(.connect(HostRig.peer(1))))
        rig.perform(.gap(.startAdvertising(Host.AdvertisingSetID(0), Host.AdvertisingParameters())))
        rig.perform(.gatt(.procedure(link, token, .read(3))))
        rig.perform(.gatt(.writeWithoutResponse(link, token, 3, [1])))
        rig.perform(.gatt(.update(link, token, 3, [1], .notification)))
        rig.perform(.link(.readRSSI(link, token)))
        rig.perform(.gap(.startScanning(Host.ScanParameters())))
        rig.perform(.link(.disconnect(link, .remoteUserTerminatedConnection)))
        #expect(
            rig.takeEvents() == [
                .connectFailed(HostRig.peer(1), .commandDisallowed),
                .advertisingStarted(Host.AdvertisingSetID(0), .commandDisallowed),
                .procedureEnded(link, token, .failed(.linkLost)), .commandSent(link, token),
                .updateSent(link, token, .failure(.linkLost)),
                .rssi(link, token, .failure(.unknownConnectionIdentifier)),
            ])
        #expect(rig.takeCommands().isEmpty)
    }

    @Test func aHardwareErrorFailsTheControllerAndItsLinks() {
        var rig = HostRig.connected(.central)
        rig.receive(.hardwareError(HCI.HardwareError(hardwareCode: 7)))
        #expect(rig.takeEvents() == [.controllerFailed(.hardware(7))])
        #expect(rig.host.linkIDs.isEmpty)
        rig.perform(.powerOn)
        #expect(rig.takeEvents() == [.ready(HostRig.identity)])
    }

    @Test func theDatabaseOutlivesPowerOff() {
        var rig = HostRig.ready()
        let service = GATT.ServiceDefinition(uuid: BluetoothUUID(0x180F))
        rig.perform(.gatt(.addService(Host.Token(1), service)))
        guard case .serviceAdded(_, .success(let handles))? = rig.takeEvents().first else {
            Issue.record("no service")
            return
        }
        rig.perform(.powerOff)
        rig.perform(.powerOn)
        rig.open(1, .peripheral, peer: HostRig.peer(1))
        rig.forget()
        // Read the declaration.
        rig.receive(frame: [0x0A, UInt8(handles.range.first), 0x00], on: .att)
        #expect(rig.takeData().map(\.data) == [[0x03, 0x00, 0x04, 0x00, 0x0B, 0x0F, 0x18]])
    }
}
