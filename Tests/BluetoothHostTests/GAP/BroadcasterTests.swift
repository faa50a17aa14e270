import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

@Suite struct BroadcasterTests {
    private let set = Host.AdvertisingSetID(0)
    private let other = Host.AdvertisingSetID(5)
    private let basic = Host.AdvertisingParameters(data: [2, 1, 6], scanResponse: [2, 9, 65])
    private let extended = HostRig.configuration(extended: true)

    private func enable(_ isOn: Bool) -> HCI.Command {
        .leSetAdvertisingEnable(HCI.LESetAdvertisingEnable(advertisingEnable: isOn))
    }

    @Test func legacyAdvertisingIsParametersDataResponseEnable() {
        var rig = HostRig.ready()
        rig.perform(.gap(.startAdvertising(set, basic)))
        #expect(
            rig.takeCommands() == [
                .leSetAdvertisingParameters(
                    HCI.LESetAdvertisingParameters(
                        advertisingIntervalMin: 160, advertisingIntervalMax: 160, advertisingType: .advInd,
                        ownAddressType: .random)),
                .leSetAdvertisingData(HCI.LESetAdvertisingData(advertisingData: [2, 1, 6])),
                .leSetScanResponseData(HCI.LESetScanResponseData(scanResponseData: [2, 9, 65])),
                enable(true),
            ])
        #expect(rig.takeEvents() == [.advertisingStarted(set, .success)])
        rig.perform(.gap(.stopAdvertising(set)))
        #expect(rig.takeCommands() == [enable(false)])
        #expect(rig.host.gap.broadcaster.sets.isEmpty)
    }

    @Test func whatTheControllerAlreadyHasIsNotSentAgain() {
        var rig = HostRig.ready()
        rig.perform(.gap(.startAdvertising(set, basic)))
        rig.perform(.gap(.stopAdvertising(set)))
        rig.forget()
        rig.perform(.gap(.startAdvertising(other, basic)))
        #expect(rig.takeCommands() == [enable(true)])
        #expect(rig.takeEvents() == [.advertisingStarted(other, .success)])
    }

    @Test func startingAgainRestarts() {
        var rig = HostRig.ready()
        rig.perform(.gap(.startAdvertising(set, basic)))
        rig.forget()
        var faster = basic
        faster.interval = .milliseconds(20)
        rig.perform(.gap(.startAdvertising(set, faster)))
        #expect(
            rig.takeOpcodes() == [
                .leSetAdvertisingEnable, .leSetAdvertisingParameters, .leSetAdvertisingEnable,
            ])
        #expect(rig.takeEvents() == [.advertisingStarted(set, .success)])
    }

    @Test func theNumberOfEventsTakesExtendedCommands() {
        var once = basic
        once.maximumEvents = 1
        var rig = HostRig.ready()
        rig.perform(.gap(.startAdvertising(set, once)))
        #expect(rig.takeEvents() == [.advertisingStarted(set, .unsupportedFeatureOrParameterValue)])
        rig = HostRig.ready(extended)
        rig.perform(.gap(.startAdvertising(set, once)))
        let enabling = HCI.Command.leSetExtendedAdvertisingEnable(
            HCI.LESetExtendedAdvertisingEnable(
                enable: true, sets: [.init(advertisingHandle: 0, maxExtendedAdvertisingEvents: 1)]))
        #expect(rig.takeCommands().last == enabling)
    }

    @Test func newDataGoToARunningSetWithoutAPause() {
        var rig = HostRig.ready()
        rig.perform(.gap(.startAdvertising(set, basic)))
        rig.forget()
        rig.perform(.gap(.updateAdvertisingData(set, data: [2, 1, 4], scanResponse: basic.scanResponse)))
        #expect(
            rig.takeCommands() == [
                .leSetAdvertisingData(HCI.LESetAdvertisingData(advertisingData: [2, 1, 4]))
            ])
    }

    @Test func refusedNewDataLeaveTheSetRunningWithTheOld() {
        var rig = HostRig.ready()
        rig.perform(.gap(.startAdvertising(set, basic)))
        rig.controller.refusals[.leSetAdvertisingData] = .invalidHCICommandParameters
        rig.forget()
        rig.perform(.gap(.updateAdvertisingData(set, data: [1], scanResponse: [])))
        #expect(rig.takeOpcodes() == [.leSetAdvertisingData])
        #expect(rig.host.gap.broadcaster.sets.first?.wanted?.data == basic.data)
    }

    @Test func legacyHasOneSet() {
        var rig = HostRig.ready()
        rig.perform(.gap(.startAdvertising(set, basic)))
        rig.forget()
        rig.perform(.gap(.startAdvertising(other, basic)))
        #expect(rig.takeEvents() == [.advertisingStarted(other, .memoryCapacityExceeded)])
        #expect(rig.takeCommands().isEmpty)
    }

    @Test func aSetMayTakeThePlaceOfOneThatIsStopping() {
        var rig = HostRig.ready()
        rig.perform(.gap(.startAdvertising(set, basic)))
        rig.forget()
        rig.answers = false
        rig.perform(.gap(.stopAdvertising(set)))
        rig.perform(.gap(.startAdvertising(other, basic)))
        rig.answers = true
        for command in rig.takeCommands() { rig.answer(command) }
        #expect(rig.takeCommands() == [enable(true)])
        #expect(rig.takeEvents() == [.advertisingStarted(other, .success)])
    }

    @Test(arguments: [
        HCI.Opcode.leSetAdvertisingParameters, .leSetAdvertisingData, .leSetScanResponseData,
        .leSetAdvertisingEnable,
    ])
    func aRefusedStepFailsTheStart(_ opcode: HCI.Opcode) {
        var controller = ScriptedController()
        controller.refusals[opcode] = .invalidHCICommandParameters
        var rig = HostRig.ready(controller: controller)
        rig.perform(.gap(.startAdvertising(set, basic)))
        #expect(rig.takeEvents() == [.advertisingStarted(set, .invalidHCICommandParameters)])
        #expect(rig.takeOpcodes().last == opcode)
        #expect(rig.host.gap.broadcaster.sets.isEmpty)
    }

    @Test func whatNoControllerTakesIsRefusedAtOnce() {
        var rig = HostRig.ready()
        var long = basic
        long.data = Array(repeating: 0, count: 32)
        var extendedPDUs = basic
        extendedPDUs.usesExtendedPDUs = true
        rig.perform(.gap(.startAdvertising(set, long)))
        rig.perform(.gap(.startAdvertising(set, extendedPDUs)))
        rig.perform(.gap(.startAdvertising(Host.AdvertisingSetID(0xF0), basic)))
        #expect(
            rig.takeEvents() == [
                .advertisingStarted(set, .invalidHCICommandParameters),
                .advertisingStarted(set, .unsupportedFeatureOrParameterValue),
                .advertisingStarted(Host.AdvertisingSetID(0xF0), .invalidHCICommandParameters),
            ])
        #expect(rig.takeCommands().isEmpty)
    }

    @Test func aConnectionEndsAConnectableSet() {
        var rig = HostRig.ready()
        rig.perform(.gap(.startAdvertising(set, basic)))
        rig.forget()
        rig.receive(HostRig.connectionComplete(1, .peripheral, HostRig.peer(1)))
        #expect(rig.takeEvents().last == .advertisingEnded(set, .success))
        rig.perform(.gap(.startAdvertising(set, basic)))
        #expect(rig.takeCommands() == [enable(true)])
    }

    @Test func aConnectionLeavesANonConnectableSetRunning() {
        var rig = HostRig.ready()
        rig.perform(.gap(.startAdvertising(set, Host.AdvertisingParameters(kind: .nonConnectable))))
        rig.forget()
        rig.receive(HostRig.connectionComplete(1, .peripheral, HostRig.peer(1)))
        #expect(rig.takeEvents().count == 1)
        #expect(rig.host.gap.broadcaster.sets.first?.told.isEnabled == true)
    }

    @Test func highDutyCycleDirectedAdvertisingTimesOut() {
        var rig = HostRig.ready()
        let kind = Host.AdvertisingParameters.Kind.directed(HostRig.peer(3), highDutyCycle: true)
        rig.perform(.gap(.startAdvertising(set, Host.AdvertisingParameters(kind: kind))))
        guard case .leSetAdvertisingParameters(let parameters)? = rig.takeCommands().first else {
            Issue.record("no parameters")
            return
        }
        #expect(parameters.advertisingType == .advDirectIndHighDutyCycle)
        #expect(parameters.peerAddress == HostRig.peer(3))
        rig.forget()
        rig.receive(HostRig.connectionComplete(0, .peripheral, .zero, status: .advertisingTimeout))
        #expect(rig.takeEvents() == [.advertisingEnded(set, .advertisingTimeout)])
    }

    @Test func anAddressOfItsOwnIsSetAndTakenBack() {
        var rig = HostRig.ready()
        var own = basic
        own.ownAddress = DeviceAddress(0x4000_0000_0001, .random)
        rig.perform(.gap(.startAdvertising(set, own)))
        #expect(
            rig.takeCommands().first
                == .leSetRandomAddress(HCI.LESetRandomAddress(randomAddress: own.ownAddress!)))
        rig.perform(.gap(.stopAdvertising(set)))
        rig.forget()
        rig.perform(.gap(.startAdvertising(set, basic)))
        #expect(
            rig.takeCommands().first
                == .leSetRandomAddress(HCI.LESetRandomAddress(randomAddress: HostRig.identity)))
    }

    // MARK: Extended

    @Test func extendedAdvertisingHasManySets() {
        var rig = HostRig.ready(extended)
        rig.perform(.gap(.startAdvertising(other, basic)))
        rig.perform(.gap(.startAdvertising(set, Host.AdvertisingParameters(kind: .nonConnectable))))
        let each: [HCI.Opcode] = [
            .leSetExtendedAdvertisingParameters, .leSetAdvertisingSetRandomAddress,
            .leSetExtendedAdvertisingData, .leSetExtendedScanResponseData, .leSetExtendedAdvertisingEnable,
        ]
        #expect(rig.takeOpcodes() == each + [each[0], each[1], each[4]])
        #expect(
            rig.takeEvents() == [.advertisingStarted(other, .success), .advertisingStarted(set, .success)])
        rig.receive(
            .leAdvertisingSetTerminated(
                HCI.LEAdvertisingSetTerminated(
                    status: .limitReached, advertisingHandle: 5, connectionHandle: 0)))
        #expect(rig.takeEvents() == [.advertisingEnded(other, .limitReached)])
        #expect(
            rig.takeCommands() == [.leRemoveAdvertisingSet(HCI.LERemoveAdvertisingSet(advertisingHandle: 5))])
        #expect(rig.host.gap.broadcaster.sets.map(\.id) == [set])
    }

    @Test(arguments: [
        (Host.AdvertisingParameters.Kind.connectable, false, UInt16(0x13)), (.scannable, false, 0x12),
        (.nonConnectable, false, 0x10), (.directed(.zero, highDutyCycle: true), false, 0x1D),
        (.directed(.zero, highDutyCycle: false), false, 0x15), (.connectable, true, 0x01),
        (.scannable, true, 0x02), (.nonConnectable, true, 0x00),
        (.directed(.zero, highDutyCycle: true), true, 0x05),
    ])
    func eventPropertiesFollowTheKind(
        _ kind: Host.AdvertisingParameters.Kind, isExtended: Bool, properties: UInt16
    ) {
        var rig = HostRig.ready(extended)
        rig.perform(
            .gap(.startAdvertising(set, Host.AdvertisingParameters(kind: kind, usesExtendedPDUs: isExtended)))
        )
        guard case .leSetExtendedAdvertisingParameters(let parameters)? = rig.takeCommands().first else {
            Issue.record("no parameters")
            return
        }
        #expect(parameters.advertisingEventProperties.rawValue == properties)
    }

    @Test(arguments: [0, 1, 251, 252, 502, 503, 1650]) func longDataGoInParts(_ count: Int) {
        var rig = HostRig.ready(extended)
        let data = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let parameters = Host.AdvertisingParameters(kind: .nonConnectable, data: data, usesExtendedPDUs: true)
        rig.perform(.gap(.startAdvertising(set, parameters)))
        var (received, operations): ([UInt8], [HCI.DataOperation]) = ([], [])
        for case .leSetExtendedAdvertisingData(let part) in rig.takeCommands() {
            received += part.advertisingData
            operations.append(part.operation)
        }
        #expect(received == data)
        switch operations.count {
        case 0: #expect(count == 0)
        case 1: #expect(operations == [.complete] && count <= 251)
        default:
            #expect(operations.first == .firstFragment && operations.last == .lastFragment)
            #expect(operations.dropFirst().dropLast().allSatisfy { $0 == .intermediateFragment })
        }
        #expect(rig.takeEvents() == [.advertisingStarted(set, .success)])
        // New data in parts: the set must pause.
        rig.perform(.gap(.updateAdvertisingData(set, data: data.reversed(), scanResponse: [])))
        let opcodes = rig.takeOpcodes()
        if count > 251 {
            #expect(opcodes.first == .leSetExtendedAdvertisingEnable)
            #expect(opcodes.last == .leSetExtendedAdvertisingEnable)
        }
        #expect(rig.takeEvents().isEmpty)
        #expect(rig.host.gap.broadcaster.sets.first?.told.data == data.reversed())
    }

    /// Core 6.0, Vol 4, Part E, 7.8.53: a controller refuses a kind of event that has no room for the set's data.
    @Test func dataThatTheNewKindHasNoRoomForIsDiscardedFirst() {
        var rig = HostRig.ready(extended)
        rig.perform(.gap(.startAdvertising(set, basic)))
        rig.forget()
        let peer = DeviceAddress(0xC000_0000_0001, .random)
        rig.perform(
            .gap(
                .startAdvertising(
                    set, Host.AdvertisingParameters(kind: .directed(peer, highDutyCycle: false)))))
        #expect(
            rig.takeOpcodes() == [
                .leSetExtendedAdvertisingEnable, .leSetExtendedAdvertisingData,
                .leSetExtendedScanResponseData, .leSetExtendedAdvertisingParameters,
                .leSetExtendedAdvertisingEnable,
            ])
        #expect(rig.takeEvents() == [.advertisingStarted(set, .success)])
        // What the new kind carries as well is left where it is.
        rig.perform(.gap(.startAdvertising(set, basic)))
        rig.forget()
        var faster = basic
        faster.interval = .milliseconds(20)
        rig.perform(.gap(.startAdvertising(set, faster)))
        #expect(
            rig.takeOpcodes() == [
                .leSetExtendedAdvertisingEnable, .leSetExtendedAdvertisingParameters,
                .leSetExtendedAdvertisingEnable,
            ])
    }

    @Test func stoppingWhileItStartsSaysNothing() {
        var rig = HostRig.ready(extended)
        rig.answers = false
        rig.perform(.gap(.startAdvertising(set, basic)))
        rig.perform(.gap(.stopAdvertising(set)))
        rig.answers = true
        for command in rig.takeCommands() { rig.answer(command) }
        #expect(rig.takeEvents().isEmpty)
        #expect(rig.takeOpcodes() == [.leRemoveAdvertisingSet])
        #expect(rig.host.gap.broadcaster.sets.isEmpty)
    }
}
