import BluetoothCryptography
import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// A host's own private addresses.
@Suite struct PrivacyTests {
    /// Core 6.0, Vol 3, Part H, appendix D.7.
    @Test func theSampleOfTheSpecificationResolves() throws {
        let octets: [UInt8] = [
            0xEC, 0x02, 0x34, 0xA3, 0x57, 0xC8, 0xAD, 0x05, 0x34, 0x10, 0x10, 0xA6, 0x0A, 0x39, 0x7D, 0x9B,
        ]
        let key = try #require(IdentityKey(wire: octets.reversed()))
        #expect(key.hash(of: 0x708194) == 0x0DFBAA)
        #expect(key.resolves(0x7081_940D_FBAA) && !key.resolves(0x7081_940D_FBAB))
        #expect(key.address(drawing: 0x308194) == 0x7081_940D_FBAA)
        #expect(IdentityKey(wire: [UInt8](repeating: 0, count: 16)) == nil)
    }

    /// The two upper bits are 01, and the other random bits neither all 0 nor all 1 (Vol 6, Part B, 1.3.2.2).
    @Test(arguments: [0, 1, 0x3F_FFFF, 0x40_0000, .max] as [UInt64]) func randomPartsAreAllowed(
        _ draw: UInt64
    ) {
        let address = DeviceAddress(IdentityKey(wire: PrivacyFixture.ownKey)!.address(drawing: draw), .random)
        #expect(address.isResolvable && PrivacyFixture.isOwn(address))
        let random = address.value >> 24 & 0x3F_FFFF
        #expect(random != 0 && random != 0x3F_FFFF)
    }

    @Test func aHostWithoutPrivacyAndBondsDoesNothing() {
        var rig = HostRig.ready(controller: PrivacyFixture.controller(resolving: true))
        #expect(rig.host.gap.privacy.isEmpty && rig.host.nextDeadline == nil)
        rig.perform(.security(.setBonds([Host.Bond(peer: HostRig.peer(1))])))
        #expect(rig.host.gap.privacy.isEmpty && rig.takeCommands().isEmpty)
    }

    @Test func theFirstPrivateAddressComesBeforeAllElse() {
        var rig = HostRig(PrivacyFixture.configuration())
        rig.perform(.powerOn)
        let addresses = rig.takeCommands().compactMap(\.randomAddress)
        #expect(addresses.count == 2 && addresses.first == HostRig.identity)
        #expect(addresses.last.map(PrivacyFixture.isOwn) == true)
        #expect(rig.takeEvents() == [.ready(HostRig.identity)])
        #expect(rig.host.nextDeadline == nil, "an address that is not on air need not change in time")
    }

    /// A host that is not on air has no deadline; an address that expired meanwhile is renewed first.
    @Test func anIdleHostRenewsItsAddressWhenItIsNeeded() {
        var rig = HostRig.ready(PrivacyFixture.configuration())
        rig.forget()
        rig.advance(by: .seconds(2_000))
        rig.perform(.gap(.startScanning(.init())))
        let commands = rig.takeCommands()
        #expect(commands.compactMap(\.randomAddress).map(PrivacyFixture.isOwn) == [true])
        #expect(commands.first?.opcode == .leSetRandomAddress && commands.last?.opcode == .leSetScanEnable)
        #expect(rig.host.nextDeadline == .zero + .seconds(2_900))
    }

    /// What is on air pauses while the address changes, and the upper layer gets no event for it.
    @Test func legacyCommandsPauseAndGoOn() {
        var rig = HostRig.ready(PrivacyFixture.configuration())
        rig.perform(.gap(.startAdvertising(.init(1), .init(data: [2, 1, 6]))))
        rig.perform(.gap(.startScanning(.init())))
        rig.perform(.gap(.connect(HostRig.peer(3))))
        let commands = rig.takeCommands()
        for case .leSetAdvertisingParameters(let command) in commands {
            #expect(command.ownAddressType == .random)
        }
        for case .leSetScanParameters(let command) in commands { #expect(command.ownAddressType == .random) }
        for case .leCreateConnection(let command) in commands { #expect(command.ownAddressType == .random) }
        rig.forget()
        rig.advance(by: .seconds(899))
        #expect(rig.takeCommands().isEmpty)
        rig.advance(by: .seconds(1))
        #expect(
            rig.takeOpcodes() == [.leSetScanEnable, .leSetAdvertisingEnable, .leCreateConnectionCancel])
        rig.receive(
            HostRig.connectionComplete(0, .central, .zero, status: .unknownConnectionIdentifier))
        let after = rig.takeCommands()
        #expect(
            after.map(\.opcode) == [
                .leSetRandomAddress, .leSetScanEnable, .leSetAdvertisingEnable, .leCreateConnection,
            ])
        #expect(after.compactMap(\.randomAddress).allSatisfy(PrivacyFixture.isOwn))
        #expect(rig.takeEvents().isEmpty)
        #expect(rig.host.nextDeadline == .zero + .seconds(1800))
    }

    /// Sets of extended commands change one by one; one with an address of its own keeps it.
    @Test func extendedSetsHaveAddressesOfTheirOwn() {
        var rig = HostRig.ready(PrivacyFixture.configuration(extended: true))
        let own = DeviceAddress(0xC123_4567_89AB, .random)
        rig.perform(.gap(.startAdvertising(.init(1), .init())))
        rig.perform(.gap(.startAdvertising(.init(2), .init(ownAddress: own))))
        let first = rig.takeCommands().compactMap(\.randomAddress)
        #expect(first.count == 2 && PrivacyFixture.isOwn(first[0]) && first[1] == own)
        rig.advance(by: .seconds(900))
        let commands = rig.takeCommands()
        #expect(
            commands.map(\.opcode) == [
                .leSetRandomAddress, .leSetExtendedAdvertisingEnable, .leSetAdvertisingSetRandomAddress,
                .leSetExtendedAdvertisingEnable,
            ])
        let addresses = commands.compactMap(\.randomAddress)
        #expect(addresses[0] == addresses[1] && addresses[0] != first[0])
        #expect(addresses.allSatisfy(PrivacyFixture.isOwn))
        #expect(rig.takeEvents().allSatisfy { if case .advertisingStarted = $0 { true } else { false } })
    }

    /// Pairing covers the addresses on air, and sends the identity address.
    @Test func linksKnowTheAddressesOnAir() throws {
        var rig = HostRig.ready(PrivacyFixture.configuration())
        rig.perform(.gap(.startAdvertising(.init(1), .init())))
        rig.open(1, .peripheral, peer: HostRig.peer(1))
        #expect(PrivacyFixture.isOwn(try #require(rig.host.links.first).localAddress))
        #expect(rig.host.identity == HostRig.identity)
    }

    @Test func aRefusedAddressIsTriedAgainWhenTheNextIsDue() {
        var rig = HostRig.ready(PrivacyFixture.configuration())
        let old = rig.host.profile.ownAddress
        rig.controller.refusals[.leSetRandomAddress] = .commandDisallowed
        rig.advance(by: .seconds(900))
        #expect(rig.takeOpcodes() == [.leSetRandomAddress] && rig.host.profile.ownAddress == old)
        rig.controller.refusals = [:]
        rig.advance(by: .seconds(900))
        #expect(rig.takeOpcodes() == [.leSetRandomAddress] && rig.host.profile.ownAddress != old)
    }
}
