import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

@Suite struct LinkTests {
    private let token = Host.Token(7)
    private let wish = Host.ConnectionParameters(
        minimumInterval: .milliseconds(15), maximumInterval: .milliseconds(30), latency: 2,
        supervisionTimeout: .seconds(2))
    private let wishSignal: [UInt8] = [0x0C, 0x00, 0x18, 0x00, 0x02, 0x00, 0xC8, 0x00]

    private func updateComplete(_ status: HCI.ErrorCode = .success) -> HCI.Event {
        .leConnectionUpdateComplete(
            HCI.LEConnectionUpdateComplete(
                status: status, connectionHandle: 1, connectionInterval: 12, peripheralLatency: 2,
                supervisionTimeout: 200))
    }

    private let updated = Host.ConnectionParameters(
        interval: .milliseconds(15), latency: 2, supervisionTimeout: .seconds(2))
    private let original = Host.ConnectionParameters(
        interval: .milliseconds(30), supervisionTimeout: .milliseconds(720))

    // MARK: Coming and going

    @Test func disconnectIsSentOnceWithAnAllowedReason() {
        var rig = HostRig.connected(.central)
        rig.perform(.link(.disconnect(rig.link, .connectionTimeout)))
        rig.perform(.link(.disconnect(rig.link, .connectionTimeout)))
        #expect(
            rig.takeCommands() == [
                .disconnect(HCI.Disconnect(connectionHandle: 1, reason: .remoteUserTerminatedConnection))
            ])
        let link = rig.link
        rig.receive(HostRig.disconnection(1, .connectionTerminatedByLocalHost))
        #expect(rig.takeEvents() == [.disconnected(link, .connectionTerminatedByLocalHost)])
        #expect(rig.host.link(link) == nil && rig.host.mtu(of: link) == 23)
    }

    @Test func whatRunsOnALinkEndsBeforeIt() {
        var rig = HostRig.connected(.central)
        let link = rig.link
        rig.answers = false
        rig.perform(.gatt(.procedure(link, token, .read(3))))
        rig.perform(.link(.readRSSI(link, Host.Token(8))))
        rig.perform(.link(.readRSSI(link, Host.Token(9))))
        rig.receive(HostRig.disconnection(1))
        let events = rig.takeEvents()
        #expect(events.last == .disconnected(link, .connectionTimeout))
        #expect(events.contains(.procedureEnded(link, token, .failed(.linkLost))))
        #expect(events.contains(.rssi(link, Host.Token(9), .failure(.unknownConnectionIdentifier))))
        // The controller has the first one, and has not answered it yet.
        rig.answer(.readRSSI(HCI.ReadRSSI(connectionHandle: 1)))
        #expect(rig.takeEvents() == [.rssi(link, Host.Token(8), .success(-42))])
    }

    @Test func linkIdentifiersAreNeverUsedAgain() {
        var rig = HostRig.ready()
        var seen: Set<Host.LinkID> = []
        for round in 0..<5 {
            rig.receive(HostRig.connectionComplete(1, .peripheral, HostRig.peer(1)))
            #expect(seen.insert(rig.link).inserted)
            rig.receive(HostRig.disconnection(1))
            if round == 2 {
                rig.perform(.powerOff)
                rig.perform(.powerOn)
            }
        }
    }

    @Test func aHandleGivenOutAgainEndsTheOldLink() {
        var rig = HostRig.connected(.peripheral)
        let old = rig.link
        rig.receive(HostRig.connectionComplete(1, .peripheral, HostRig.peer(2)))
        #expect(rig.takeEvents().first == .disconnected(old, .unspecifiedError))
        #expect(rig.host.linkIDs == [Host.LinkID(2)])
    }

    @Test func anUnknownLinkToDisconnectIsGone() {
        var controller = ScriptedController()
        controller.refusals[.disconnect] = .unknownConnectionIdentifier
        var rig = HostRig.connected(.central, controller: controller)
        let link = rig.link
        rig.perform(.link(.disconnect(link, .remoteUserTerminatedConnection)))
        #expect(rig.takeEvents() == [.disconnected(link, .unknownConnectionIdentifier)])
    }

    @Test func aCentralReadsThePeersFeatures() {
        var rig = HostRig.connected(.central, HostRig.configuration(features: true))
        let link = rig.link
        #expect(rig.host.remoteFeatures(of: link) == nil)
        rig.receive(
            .leReadRemoteFeaturesComplete(
                HCI.LEReadRemoteFeaturesComplete(
                    status: .success, connectionHandle: 1, leFeatures: .le2MPHY)))
        #expect(rig.host.remoteFeatures(of: link) == .le2MPHY)
        var fresh = HostRig.ready(HostRig.configuration(features: true))
        fresh.open(1, .central, peer: HostRig.peer(1))
        #expect(fresh.takeOpcodes() == [.leCreateConnection, .leReadRemoteFeatures])
        fresh.open(2, .peripheral, peer: HostRig.peer(2))
        #expect(fresh.takeOpcodes().isEmpty)
    }

    // MARK: Small procedures

    @Test func rssiDataLengthAndPHY() {
        var rig = HostRig.connected(.central)
        let link = rig.link
        rig.perform(.link(.readRSSI(link, token)))
        rig.perform(.link(.setDataLength(link, octets: 251)))
        rig.perform(.link(.setPHY(link, .le2M)))
        #expect(
            rig.takeCommands() == [
                .readRSSI(HCI.ReadRSSI(connectionHandle: 1)),
                .leSetDataLength(HCI.LESetDataLength(connectionHandle: 1, txOctets: 251, txTime: 2120)),
                .leSetPHY(HCI.LESetPHY(connectionHandle: 1, txPHYs: .le2M, rxPHYs: .le2M)),
            ])
        rig.receive(
            .leDataLengthChange(
                HCI.LEDataLengthChange(
                    connectionHandle: 1, maxTxOctets: 251, maxTxTime: 2120, maxRxOctets: 27, maxRxTime: 328)))
        rig.receive(
            .lePHYUpdateComplete(
                HCI.LEPHYUpdateComplete(status: .success, connectionHandle: 1, txPHY: .le2M, rxPHY: .le1M)))
        rig.receive(
            .lePHYUpdateComplete(
                HCI.LEPHYUpdateComplete(
                    status: .unsupportedRemoteFeature, connectionHandle: 1, txPHY: .le1M, rxPHY: .le1M)))
        #expect(
            rig.takeEvents() == [
                .rssi(link, token, .success(-42)), .dataLengthChanged(link, transmit: 251, receive: 27),
                .phyChanged(link, transmit: .le2M, receive: .le1M),
            ])
    }

    @Test func anUnknownRSSICommandIsAnError() {
        var controller = ScriptedController()
        controller.refusals[.readRSSI] = .unknownHCICommand
        var rig = HostRig.connected(.central, controller: controller)
        rig.perform(.link(.readRSSI(rig.link, token)))
        #expect(rig.takeEvents() == [.rssi(rig.link, token, .failure(.unknownHCICommand))])
    }

    @Test func silenceToAnOptionalLinkCommandIsForgiven() {
        var controller = ScriptedController()
        controller.silent = [.leSetPHY]
        var rig = HostRig.connected(.central, controller: controller)
        rig.perform(.link(.setPHY(rig.link, .le2M)))
        rig.perform(.link(.readRSSI(rig.link, token)))
        rig.advance(by: .seconds(10))
        #expect(rig.takeEvents() == [.rssi(rig.link, token, .success(-42))])
    }

    @Test func silenceToAnOptionalLinkCommandHoldsUpOthersForASecondAndOnlyOnce() {
        for (command, opcode) in [
            ({ Host.Command.link(.setPHY($0, .le2M)) }, HCI.Opcode.leSetPHY),
            ({ Host.Command.link(.setDataLength($0, octets: 251)) }, .leSetDataLength),
        ] as [((Host.LinkID) -> Host.Command, HCI.Opcode)] {
            var controller = ScriptedController()
            controller.silent = [opcode]
            var rig = HostRig.connected(.central, controller: controller)
            rig.perform(command(rig.link))
            rig.perform(.link(.disconnect(rig.link, .remoteUserTerminatedConnection)))
            rig.advance(by: .seconds(1))
            #expect(rig.takeCommands().map(\.opcode) == [opcode, .disconnect])
            rig.perform(command(rig.link))
            #expect(rig.takeCommands().isEmpty)
        }
    }

    @Test func encryptionWithoutAKeyIsRefused() {
        var rig = HostRig.connected(.peripheral)
        rig.receive(
            .leLongTermKeyRequest(
                HCI.LELongTermKeyRequest(connectionHandle: 1, randomNumber: 0, encryptedDiversifier: 0)))
        #expect(
            rig.takeCommands() == [
                .leLongTermKeyRequestNegativeReply(
                    HCI.LELongTermKeyRequestNegativeReply(connectionHandle: 1))
            ])
    }

    // MARK: Own wishes for parameters

    private let updateCommand = HCI.Command.leConnectionUpdate(
        HCI.LEConnectionUpdate(
            connectionHandle: 1, connectionIntervalMin: 12, connectionIntervalMax: 24, maxLatency: 2,
            supervisionTimeout: 200))

    @Test func aCentralUpdatesByTheController() {
        var rig = HostRig.connected(.central)
        rig.perform(.link(.updateParameters(rig.link, wish)))
        #expect(rig.takeCommands() == [updateCommand])
        rig.receive(updateComplete())
        #expect(rig.takeEvents() == [.parametersUpdated(rig.link, updated, .success)])
        #expect(rig.host.link(rig.link)?.parameters == updated)
    }

    @Test func aRefusedUpdateKeepsTheOldParameters() {
        var controller = ScriptedController()
        controller.refusals[.leConnectionUpdate] = .invalidHCICommandParameters
        var rig = HostRig.connected(.central, controller: controller)
        rig.perform(.link(.updateParameters(rig.link, wish)))
        #expect(rig.takeEvents() == [.parametersUpdated(rig.link, original, .invalidHCICommandParameters)])
    }

    @Test func aPeripheralFallsBackToL2CAPWhenThePeerCantDoIt() {
        var rig = HostRig.connected(.peripheral)
        rig.perform(.link(.updateParameters(rig.link, wish)))
        #expect(rig.takeCommands() == [updateCommand])
        rig.receive(updateComplete(.unsupportedRemoteFeature))
        #expect(rig.takeEvents().isEmpty)
        #expect(rig.takeData().map(\.data) == [[0x0C, 0, 5, 0, 0x12, 1, 8, 0] + wishSignal])
        rig.receive(frame: [0x13, 1, 2, 0, 0, 0], on: .leSignaling)
        rig.receive(updateComplete())
        #expect(rig.takeEvents() == [.parametersUpdated(rig.link, updated, .success)])
    }

    @Test func aPeripheralWithoutTheLinkLayerProcedureAsksByL2CAP() {
        var controller = ScriptedController()
        controller.features = []
        var rig = HostRig.connected(.peripheral, controller: controller)
        rig.perform(.link(.updateParameters(rig.link, wish)))
        #expect(rig.takeCommands().isEmpty)
        #expect(rig.takeData().count == 1)
        rig.receive(frame: [0x13, 2, 2, 0, 1, 0], on: .leSignaling)
        #expect(rig.takeEvents().isEmpty, "an answer to something else")
        rig.receive(frame: [0x13, 1, 2, 0, 1, 0], on: .leSignaling)
        #expect(
            rig.takeEvents() == [.parametersUpdated(rig.link, original, .unacceptableConnectionParameters)])
        rig.perform(.link(.updateParameters(rig.link, wish)))
        rig.receive(frame: [0x01, 2, 2, 0, 0, 0], on: .leSignaling)
        #expect(rig.takeEvents().count == 1, "a reject is an answer")
        rig.perform(.link(.updateParameters(rig.link, wish)))
        rig.advance(by: .seconds(30))
        #expect(rig.takeEvents() == [.parametersUpdated(rig.link, original, .llResponseTimeout)])
        #expect(rig.host.nextDeadline == nil)
    }

    @Test func onlyTheLastOfSeveralWishesWaits() {
        var rig = HostRig.connected(.central)
        rig.perform(.link(.updateParameters(rig.link, wish)))
        rig.perform(.link(.updateParameters(rig.link, original)))
        rig.perform(.link(.updateParameters(rig.link, wish)))
        #expect(rig.takeEvents() == [.parametersUpdated(rig.link, original, .controllerBusy)])
        rig.receive(updateComplete())
        #expect(rig.takeCommands() == [updateCommand, updateCommand])
    }

    // MARK: The peer's wishes for parameters

    private let request = HCI.Event.leRemoteConnectionParameterRequest(
        HCI.LERemoteConnectionParameterRequest(
            connectionHandle: 1, intervalMin: 12, intervalMax: 24, maxLatency: 2, timeout: 200))
    private let accepting = HCI.Command.leRemoteConnectionParameterRequestReply(
        HCI.LERemoteConnectionParameterRequestReply(
            connectionHandle: 1, intervalMin: 12, intervalMax: 24, maxLatency: 2, timeout: 200))
    private let rejecting = HCI.Command.leRemoteConnectionParameterRequestNegativeReply(
        HCI.LERemoteConnectionParameterRequestNegativeReply(
            connectionHandle: 1, reason: .unacceptableConnectionParameters))

    @Test func theLinkLayersRequestIsAnsweredAsThePolicySays() {
        for (policy, expected) in [(Host.ParameterRequestPolicy.accept, accepting), (.reject, rejecting)] {
            for role in [Host.Link.Role.central, .peripheral] {
                var rig = HostRig.connected(role, HostRig.configuration(requests: policy))
                rig.receive(request)
                #expect(rig.takeCommands() == [expected])
            }
        }
        for accept in [true, false] {
            var rig = HostRig.connected(.central, HostRig.configuration(requests: .ask))
            rig.receive(request)
            rig.receive(request)
            #expect(rig.takeEvents() == [.parametersRequested(rig.link, wish)], "asked once")
            rig.perform(.link(.answerParameterRequest(rig.link, accept: accept)))
            rig.perform(.link(.answerParameterRequest(rig.link, accept: accept)))
            #expect(rig.takeCommands() == [accept ? accepting : rejecting])
        }
    }

    @Test func aPeripheralsL2CAPRequestIsAnsweredAsThePolicySays() {
        let frame = [0x12, 9, 8, 0] + wishSignal
        func answer(_ result: UInt8) -> [UInt8] { [6, 0, 5, 0, 0x13, 9, 2, 0, result, 0] }
        var rig = HostRig.connected(.central)
        rig.receive(frame: frame, on: .leSignaling)
        #expect(rig.takeData().map(\.data) == [answer(0)])
        #expect(rig.takeCommands() == [updateCommand])
        rig.receive(frame: frame, on: .leSignaling)
        #expect(rig.takeData().map(\.data) == [answer(1)], "one change at a time")

        rig = HostRig.connected(.central, HostRig.configuration(requests: .reject))
        rig.receive(frame: frame, on: .leSignaling)
        #expect(rig.takeData().map(\.data) == [answer(1)])
        #expect(rig.takeCommands().isEmpty)

        rig = HostRig.connected(.central, HostRig.configuration(requests: .ask))
        rig.receive(frame: frame, on: .leSignaling)
        #expect(rig.takeEvents() == [.parametersRequested(rig.link, wish)])
        rig.perform(.link(.answerParameterRequest(rig.link, accept: true)))
        #expect(rig.takeData().map(\.data) == [answer(0)])
        #expect(rig.takeCommands() == [updateCommand])
    }

    @Test(
        arguments: [
            // Interval, range, latency, timeout, and timeout against interval and latency.
            [0x05, 0, 0x18, 0, 0, 0, 0xC8, 0], [0x18, 0, 0x0C, 0, 0, 0, 0xC8, 0],
            [0x0C, 0, 0x81, 0x0C, 0, 0, 0xC8, 0], [0x0C, 0, 0x18, 0, 0xF4, 0x01, 0xC8, 0],
            [0x0C, 0, 0x18, 0, 0, 0, 0x09, 0], [0x0C, 0, 0x18, 0, 0, 0, 0x81, 0x0C],
            [0x0C, 0, 0x90, 0x01, 0x01, 0, 0xC8, 0],
        ] as [[UInt8]])
    func parametersOutsideTheSpecificationAreRejected(_ parameters: [UInt8]) {
        var rig = HostRig.connected(.central)
        rig.receive(frame: [0x12, 9, 8, 0] + parameters, on: .leSignaling)
        #expect(rig.takeData().map(\.data) == [[6, 0, 5, 0, 0x13, 9, 2, 0, 1, 0]])
        #expect(rig.takeCommands().isEmpty)
    }
}
