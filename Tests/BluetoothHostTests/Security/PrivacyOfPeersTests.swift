import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// How a host knows bonded peers behind their private addresses.
@Suite struct PrivacyOfPeersTests {
    private let one = HostRig.peer(1)

    private func identities(_ events: [Host.Event]) -> [DeviceAddress?] {
        events.compactMap { (event: Host.Event) -> DeviceAddress?? in
            if case .advertisementReceived(let report) = event { return .some(report.identity) }
            return nil
        }
    }

    private func ready(
        resolving: Bool, size: UInt8 = 4, bonds: [Int] = [1], extended: Bool = false
    ) -> HostRig {
        var rig = HostRig.ready(
            PrivacyFixture.configuration(extended: extended, isPrivate: false),
            controller: PrivacyFixture.controller(resolving: resolving, size: size))
        rig.perform(.security(.setBonds(bonds.map(PrivacyFixture.bond))))
        return rig
    }

    @Test func theHostResolvesWhereTheControllerDoesNot() {
        var rig = ready(resolving: false)
        #expect(rig.takeCommands().isEmpty)
        rig.perform(.gap(.startScanning(.init())))
        for draw: UInt64 in [7, 8, 7] {
            rig.receive(PrivacyFixture.report(PrivacyFixture.address(of: 1, draw)))
        }
        rig.receive(PrivacyFixture.report(PrivacyFixture.address(of: 2)))
        rig.receive(PrivacyFixture.report(one))
        #expect(identities(rig.takeEvents()) == [one, one, one, nil, nil])
        rig.perform(.security(.removeBond(one)))
        rig.receive(PrivacyFixture.report(PrivacyFixture.address(of: 1)))
        #expect(identities(rig.takeEvents()) == [nil])
    }

    @Test func theControllersListFollowsTheBonds() {
        var rig = ready(resolving: true, bonds: [1, 2])
        #expect(
            rig.takeOpcodes() == [
                .leReadResolvingListSize, .leAddDeviceToResolvingList, .leSetPrivacyMode,
                .leAddDeviceToResolvingList, .leSetPrivacyMode, .leSetAddressResolutionEnable,
            ])
        // What is on air pauses for a change.
        rig.perform(.gap(.startScanning(.init())))
        rig.forget()
        rig.perform(.security(.removeBond(HostRig.peer(2))))
        #expect(
            rig.takeOpcodes() == [
                .leSetScanEnable, .leSetAddressResolutionEnable, .leRemoveDeviceFromResolvingList,
                .leSetAddressResolutionEnable, .leSetScanEnable,
            ])
        let identity = DeviceAddress(one.value, .randomIdentity)
        rig.receive(PrivacyFixture.report(identity))
        guard case .advertisementReceived(let report)? = rig.takeEvents().last else {
            Issue.record("no report")
            return
        }
        #expect(report.identity == one && report.address == one)
        rig.perform(.security(.setBonds([])))
        #expect(
            rig.takeOpcodes() == [
                .leSetScanEnable, .leSetAddressResolutionEnable, .leRemoveDeviceFromResolvingList,
                .leSetScanEnable,
            ])
        // A new start begins with an empty list.
        rig.perform(.security(.setBonds([PrivacyFixture.bond(1)])))
        rig.perform(.powerOff)
        rig.forget()
        rig.perform(.powerOn)
        #expect(
            rig.takeOpcodes().suffix(4).map(\.name)
                == [
                    HCI.Opcode.leReadResolvingListSize, .leAddDeviceToResolvingList, .leSetPrivacyMode,
                    .leSetAddressResolutionEnable,
                ].map(\.name))
    }

    @Test(arguments: [true, false]) func whatTheListHasNoRoomForTheHostResolves(_ isTold: Bool) {
        // The controller reports that it has room for one, or refuses the second.
        var rig = ready(resolving: true, size: 1, bonds: [1, 2])
        if !isTold {
            rig = HostRig.ready(
                PrivacyFixture.configuration(isPrivate: false),
                controller: PrivacyFixture.controller(resolving: true))
            rig.perform(.security(.setBonds([PrivacyFixture.bond(1)])))
            rig.controller.refusals[.leAddDeviceToResolvingList] = .memoryCapacityExceeded
            rig.perform(.security(.setBonds([PrivacyFixture.bond(1), PrivacyFixture.bond(2)])))
        }
        #expect(!rig.host.gap.privacy[0].isHidden(one) && rig.host.gap.privacy[0].isHidden(HostRig.peer(2)))
        rig.perform(.gap(.startScanning(.init())))
        rig.receive(PrivacyFixture.report(PrivacyFixture.address(of: 2)))
        #expect(identities(rig.takeEvents()) == [HostRig.peer(2)])
    }

    @Test(arguments: [Host.Link.Role.central, .peripheral]) func linksHaveThePeersIdentity(
        _ role: Host.Link.Role
    ) throws {
        // The host resolves it.
        var rig = ready(resolving: false)
        let onAir = PrivacyFixture.address(of: 1)
        if role == .central {
            rig.perform(.gap(.connect(one)))
            rig.receive(PrivacyFixture.report(onAir))
        }
        rig.receive(HostRig.connectionComplete(1, role == .central ? .central : .peripheral, onAir))
        #expect(rig.host.link(rig.link)?.peer == one && rig.host.link(rig.link)?.isBonded == true)
        #expect(try #require(rig.host.links.first).peerAddressOnAir == onAir)
        // The controller has.
        rig = ready(resolving: true)
        if role == .central { rig.perform(.gap(.connect(one))) }
        rig.receive(
            .leEnhancedConnectionComplete(
                .init(
                    status: .success, connectionHandle: 1, role: role == .central ? .central : .peripheral,
                    peerAddress: .init(one.value, .randomIdentity), peerResolvablePrivateAddress: onAir,
                    connectionInterval: 24, peripheralLatency: 0, supervisionTimeout: 72)))
        #expect(rig.host.link(rig.link)?.peer == one)
        #expect(try #require(rig.host.links.first).peerAddressOnAir == onAir)
    }

    @Test func theControllerConnectsToIdentitiesOfItsList() {
        var rig = ready(resolving: true)
        rig.forget()
        rig.perform(.gap(.connect(one)))
        guard case .leCreateConnection(let command)? = rig.takeCommands().first else {
            Issue.record("no attempt")
            return
        }
        #expect(command.peerAddress == one && command.initiatorFilterPolicy == .peerAddress)
        #expect(rig.host.gap.connections.hidden.isEmpty)
    }

    /// Without a list, the host looks for the peer, connects to the address it has, and follows when it changes.
    @Test func aHiddenPeerIsLookedFor() {
        var rig = ready(resolving: false)
        rig.perform(.gap(.connect(one)))
        #expect(rig.takeOpcodes() == [.leSetScanParameters, .leSetScanEnable])
        rig.receive(PrivacyFixture.report(PrivacyFixture.address(of: 2)))
        #expect(rig.takeCommands().isEmpty)
        rig.receive(PrivacyFixture.report(PrivacyFixture.address(of: 1)))
        #expect(attempts(rig.takeCommands()) == [PrivacyFixture.address(of: 1)])
        // The upper layer did not ask for reports.
        #expect(rig.takeEvents().isEmpty)
        rig.receive(PrivacyFixture.report(PrivacyFixture.address(of: 1, 8)))
        #expect(rig.takeOpcodes() == [.leCreateConnectionCancel])
        let cancelled = HostRig.connectionComplete(0, .central, .zero, status: .unknownConnectionIdentifier)
        rig.receive(cancelled)
        #expect(attempts(rig.takeCommands()) == [PrivacyFixture.address(of: 1, 8)])
        // An address that leads to no connection is given up, and found again by scanning.
        rig.advance(by: .seconds(31))
        #expect(rig.takeOpcodes() == [.leSetScanEnable, .leCreateConnectionCancel, .leSetScanEnable])
        rig.receive(cancelled)
        #expect(rig.takeCommands().isEmpty)
        rig.receive(PrivacyFixture.report(PrivacyFixture.address(of: 1, 8)))
        #expect(attempts(rig.takeCommands()) == [PrivacyFixture.address(of: 1, 8)])
        rig.receive(HostRig.connectionComplete(1, .central, PrivacyFixture.address(of: 1, 8)))
        #expect(rig.host.link(rig.link)?.peer == one)
        #expect(rig.takeOpcodes() == [.leSetScanEnable])
        #expect(rig.host.nextDeadline == nil)
    }

    @Test func cancellingEndsTheSearch() {
        var rig = ready(resolving: false)
        rig.perform(.gap(.connect(one)))
        rig.forget()
        rig.perform(.gap(.cancelConnect(one)))
        #expect(rig.takeOpcodes() == [.leSetScanEnable] && rig.host.gap.connections.hidden.isEmpty)
    }

    @Test func othersAreConnectedToMeanwhile() {
        var rig = ready(resolving: false)
        rig.perform(.gap(.connect(one)))
        rig.forget()
        rig.perform(.gap(.connect(HostRig.peer(3))))
        #expect(attempts(rig.takeCommands()) == [HostRig.peer(3)])
    }

    @Test func bondsNameThePeersOfLinksThatAreUp() {
        var rig = HostRig.ready(PrivacyFixture.configuration(isPrivate: false))
        rig.open(1, .peripheral, peer: PrivacyFixture.address(of: 1))
        rig.forget()
        rig.perform(.security(.setBonds([PrivacyFixture.bond(1)])))
        #expect(rig.takeEvents().contains(.identityResolved(rig.link, one)))
        #expect(rig.host.link(rig.link)?.peer == one && rig.host.link(rig.link)?.isBonded == true)
    }

    private func attempts(_ commands: [HCI.Command]) -> [DeviceAddress] {
        commands.compactMap {
            if case .leCreateConnection(let command) = $0 { command.peerAddress } else { nil }
        }
    }
}
