import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

@Suite struct InitiatorTests {
    private let a = HostRig.peer(1)
    private let b = HostRig.peer(2)
    private let c = HostRig.peer(3)

    private func create(_ peer: DeviceAddress?) -> HCI.Command {
        .leCreateConnection(
            HCI.LECreateConnection(
                leScanInterval: 96, leScanWindow: 48,
                initiatorFilterPolicy: peer == nil ? .filterAcceptList : .peerAddress,
                peerAddress: peer ?? .zero, ownAddressType: .random, connectionIntervalMin: 24,
                connectionIntervalMax: 24, maxLatency: 0, supervisionTimeout: 72))
    }

    private func add(_ peer: DeviceAddress) -> HCI.Command {
        .leAddDeviceToFilterAcceptList(HCI.LEAddDeviceToFilterAcceptList(address: peer))
    }

    private let cancelled = HostRig.connectionComplete(
        0, .central, .zero, status: .unknownConnectionIdentifier)

    @Test func onePeerIsNamed() {
        var rig = HostRig.ready()
        rig.perform(.gap(.connect(a)))
        #expect(rig.takeCommands() == [create(a)])
        rig.receive(HostRig.connectionComplete(1, .central, a))
        let parameters = Host.ConnectionParameters(
            interval: .milliseconds(30), supervisionTimeout: .milliseconds(720))
        let link = Host.Link(role: .central, peer: a, connectionHandle: 1, parameters: parameters)
        #expect(rig.takeEvents() == [.connected(Host.LinkID(1), link)])
        #expect(rig.host.link(Host.LinkID(1)) == link)
        #expect(rig.takeCommands().isEmpty)
    }

    @Test func extendedConnectionsUseTheirOwnCommand() {
        var rig = HostRig.ready(HostRig.configuration(extended: true))
        rig.perform(.gap(.connect(a)))
        guard case .leExtendedCreateConnection(let command)? = rig.takeCommands().first else {
            Issue.record("no command")
            return
        }
        #expect(command.peerAddress == a && command.initiatorFilterPolicy == .peerAddress)
        #expect(command.initiatingPHYs == .le1M && command.le1M?.supervisionTimeout == 72)
    }

    @Test func severalPeersGoThroughTheFilterAcceptList() {
        var rig = HostRig.ready()
        rig.perform(.gap(.connect(a)))
        rig.forget()
        rig.perform(.gap(.connect(b)))
        #expect(rig.takeCommands() == [.leCreateConnectionCancel])
        rig.receive(cancelled)
        #expect(rig.takeCommands() == [add(a), add(b), create(nil)])
        rig.perform(.gap(.connect(c)))
        rig.receive(cancelled)
        #expect(rig.takeCommands() == [.leCreateConnectionCancel, add(c), create(nil)])
        rig.receive(HostRig.connectionComplete(1, .central, b))
        #expect(
            rig.takeCommands() == [.leClearFilterAcceptList, add(a), add(c), create(nil)],
            "the attempt for those left")
        rig.receive(HostRig.connectionComplete(2, .central, c))
        #expect(rig.takeCommands() == [create(a)], "the last one is named again")
        #expect(rig.takeEvents().count == 2)
    }

    @Test func cancellingTheOnlyPeerCancelsTheAttempt() {
        var rig = HostRig.ready()
        rig.perform(.gap(.connect(a)))
        rig.forget()
        rig.perform(.gap(.cancelConnect(a)))
        #expect(rig.takeCommands() == [.leCreateConnectionCancel])
        rig.receive(cancelled)
        #expect(rig.takeCommands().isEmpty && rig.takeEvents().isEmpty)
        #expect(rig.host.nextDeadline == nil)
    }

    @Test func aControllerThatNeverEndsACancelledAttemptIsNotWaitedForForever() {
        var rig = HostRig.ready()
        rig.perform(.gap(.connect(a)))
        rig.perform(.gap(.cancelConnect(a)))
        rig.perform(.gap(.connect(b)))
        rig.forget()
        #expect(rig.host.nextDeadline == .zero + .seconds(1))
        rig.advance(by: .seconds(1))
        #expect(rig.takeCommands() == [create(b)])
    }

    @Test func aLinkThatComesTooLateIsEndedUnseen() {
        var rig = HostRig.ready()
        rig.perform(.gap(.connect(a)))
        rig.perform(.gap(.cancelConnect(a)))
        rig.forget()
        rig.receive(HostRig.connectionComplete(1, .central, a))
        #expect(
            rig.takeCommands() == [
                .disconnect(HCI.Disconnect(connectionHandle: 1, reason: .remoteUserTerminatedConnection))
            ])
        rig.receive(HostRig.disconnection(1))
        #expect(rig.takeEvents().isEmpty)
    }

    @Test func connectingAgainWhileItIsCancelledGoesOn() {
        var rig = HostRig.ready()
        rig.perform(.gap(.connect(a)))
        rig.perform(.gap(.cancelConnect(a)))
        rig.perform(.gap(.connect(a)))
        rig.receive(cancelled)
        #expect(rig.takeCommands() == [create(a), .leCreateConnectionCancel, create(a)])
    }

    @Test func aRefusedAttemptFails() {
        var controller = ScriptedController()
        controller.refusals[.leCreateConnection] = .connectionLimitExceeded
        var rig = HostRig.ready(controller: controller)
        rig.perform(.gap(.connect(a)))
        #expect(rig.takeEvents() == [.connectFailed(a, .connectionLimitExceeded)])
        #expect(rig.takeOpcodes() == [.leCreateConnection])
    }

    @Test func aFailedConnectionFailsThePeerItNames() {
        var rig = HostRig.ready()
        rig.perform(.gap(.connect(a)))
        rig.perform(.gap(.connect(b)))
        rig.receive(cancelled)
        rig.forget()
        rig.receive(
            HostRig.connectionComplete(0, .central, b, status: .connectionFailedToBeEstablished))
        #expect(rig.takeEvents() == [.connectFailed(b, .connectionFailedToBeEstablished)])
        #expect(rig.takeCommands() == [create(a)])
    }

    @Test func aLinkedPeerCantBeConnectedAgain() {
        var rig = HostRig.connected(.peripheral)
        rig.perform(.gap(.connect(HostRig.peer(1))))
        #expect(rig.takeEvents() == [.connectFailed(HostRig.peer(1), .connectionAlreadyExists)])
        #expect(rig.takeCommands().isEmpty)
    }

    @Test func aPendingPeerThatConnectsItselfEndsTheAttempt() {
        var rig = HostRig.ready()
        rig.perform(.gap(.connect(a)))
        rig.forget()
        rig.receive(HostRig.connectionComplete(1, .peripheral, a))
        #expect(rig.takeEvents().last == .connectFailed(a, .connectionAlreadyExists))
        #expect(rig.takeOpcodes() == [.leCreateConnectionCancel])
    }

    @Test(arguments: [0, 1, 2, 3]) func morePeersThanTheListHoldsTakeTurns(_ size: UInt8) {
        var controller = ScriptedController()
        controller.filterAcceptListSize = size
        var rig = HostRig.ready(controller: controller)
        let peers = (1...5).map { HostRig.peer(UInt64($0)) }
        var named: [DeviceAddress] = []
        func look(_ rig: inout HostRig) {
            var commands = rig.takeCommands()
            while !commands.isEmpty {
                for command in commands {
                    switch command {
                    case .leCreateConnection(let create) where create.initiatorFilterPolicy == .peerAddress:
                        named.append(create.peerAddress)
                    case .leAddDeviceToFilterAcceptList(let add): named += [add.address].compactMap { $0 }
                    case .leCreateConnectionCancel: rig.receive(cancelled)
                    default: break
                    }
                }
                commands = rig.takeCommands()
            }
        }
        for peer in peers {
            rig.perform(.gap(.connect(peer)))
            look(&rig)
        }
        named = []
        for _ in 0..<6 {
            rig.advance(by: .seconds(5))
            look(&rig)
        }
        for peer in peers { #expect(named.contains(peer)) }
        #expect(rig.takeEvents().isEmpty)
    }

    @Test func aListSmallerThanItSaysIsLearned() {
        var controller = ScriptedController()
        controller.refusals[.leAddDeviceToFilterAcceptList] = .memoryCapacityExceeded
        var rig = HostRig.ready(controller: controller)
        rig.perform(.gap(.connect(a)))
        rig.perform(.gap(.connect(b)))
        rig.receive(cancelled)
        #expect(
            rig.takeOpcodes() == [
                .leCreateConnection, .leCreateConnectionCancel, .leAddDeviceToFilterAcceptList,
                .leCreateConnection,
            ])
        #expect(rig.takeEvents().isEmpty)
    }

    /// The general property: after any requests in any order, the attempt that is finally running is for
    /// exactly the wanted peers.
    @Test func theStandingAttemptIsForThoseWanted() {
        for seed in 0..<300 as Range<UInt64> {
            var numbers = SeededNumbers(seed: seed)
            var rig = HostRig.ready()
            rig.answers = false
            var wanted: [DeviceAddress] = []
            var list: [DeviceAddress] = []
            var attempt: [DeviceAddress]?
            var inFlight: HCI.Command?
            func step(_ rig: inout HostRig) {
                inFlight = inFlight ?? rig.takeCommands().first
                guard let command = inFlight else { return }
                inFlight = nil
                var after: HCI.Event?
                switch command {
                case .leCreateConnection(let create):
                    #expect(attempt == nil)
                    attempt = create.initiatorFilterPolicy == .peerAddress ? [create.peerAddress] : list
                case .leCreateConnectionCancel:
                    if attempt != nil { after = cancelled }
                    attempt = nil
                case .leClearFilterAcceptList:
                    #expect(attempt == nil)
                    list = []
                case .leAddDeviceToFilterAcceptList(let add):
                    #expect(attempt == nil)
                    list += [add.address].compactMap { $0 }
                default: break
                }
                rig.answer(command)
                if let after { rig.receive(after) }
            }
            var handle: UInt16 = 0
            for _ in 0..<60 {
                let peer = HostRig.peer(UInt64(numbers.below(6)))
                switch numbers.below(6) {
                case 0, 1:
                    rig.perform(.gap(.connect(peer)))
                    let isLinked = rig.host.linkIDs.contains { rig.host.link($0)?.peer == peer }
                    if !isLinked, !wanted.contains(peer) { wanted.append(peer) }
                case 2:
                    rig.perform(.gap(.cancelConnect(peer)))
                    wanted.removeAll { $0 == peer }
                case 3:
                    guard let found = attempt?.randomElement(using: &numbers) else { continue }
                    attempt = nil
                    handle += 1
                    rig.receive(HostRig.connectionComplete(handle, .central, found))
                    wanted.removeAll { $0 == found }
                default: step(&rig)
                }
            }
            for _ in 0..<40 { step(&rig) }
            #expect(Set(attempt ?? []) == Set(wanted), "seed \(seed)")
        }
    }
}
