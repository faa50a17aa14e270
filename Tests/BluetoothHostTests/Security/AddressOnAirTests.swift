import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// Confirm values cover the addresses on air, not the identity addresses.
@Suite struct AddressOnAirTests {
    private static let setAddress = DeviceAddress(0xC123_0000_0000, .random)

    private static func advertise(_ rig: inout HostRig, _ set: UInt8, as address: DeviceAddress?) {
        rig.perform(
            .gap(
                .startAdvertising(
                    Host.AdvertisingSetID(set),
                    Host.AdvertisingParameters(kind: .connectable, ownAddress: address))))
    }

    @Test("one connectable set gives the link its address", arguments: [true, false])
    func oneSet(extended: Bool) {
        for own in [nil, Self.setAddress] {
            var rig = HostRig.ready(HostRig.configuration(extended: extended))
            Self.advertise(&rig, 1, as: own)
            rig.receive(HostRig.connectionComplete(1, .peripheral, HostRig.peer(1)))
            #expect(rig.host.links[0].localAddress == own ?? HostRig.identity)
            #expect(rig.host.links[0].peerAddressOnAir == HostRig.peer(1))
        }
    }

    @Test(
        "with several sets, the event that ends one says which one it was", arguments: [1, 2, 3] as [UInt8])
    func severalSets(which: UInt8) {
        var rig = HostRig.ready(HostRig.configuration(extended: true))
        Self.advertise(&rig, 1, as: nil)
        Self.advertise(&rig, 2, as: Self.setAddress)
        Self.advertise(&rig, 3, as: HostRig.peer(77))
        rig.receive(HostRig.connectionComplete(1, .peripheral, HostRig.peer(1)))
        rig.receive(
            .leAdvertisingSetTerminated(
                HCI.LEAdvertisingSetTerminated(
                    status: .success, advertisingHandle: which, connectionHandle: 1)))
        let expected = [HostRig.identity, Self.setAddress, HostRig.peer(77)][Int(which) - 1]
        #expect(rig.host.links[0].localAddress == expected)
    }

    @Test("a controller that generated or resolved addresses reports those on air")
    func enhanced() {
        var rig = HostRig.ready()
        let (local, peer) = (
            DeviceAddress(0x4A00_0000_0001, .random), DeviceAddress(0x4B00_0000_0002, .random)
        )
        rig.receive(
            .leEnhancedConnectionComplete(
                HCI.LEEnhancedConnectionComplete(
                    status: .success, connectionHandle: 1, role: .peripheral, peerAddress: HostRig.peer(5),
                    localResolvablePrivateAddress: local, peerResolvablePrivateAddress: peer,
                    connectionInterval: 24, peripheralLatency: 0, supervisionTimeout: 72)))
        #expect(rig.host.links[0].localAddress == local && rig.host.links[0].peerAddressOnAir == peer)
        #expect(rig.host.link(rig.link)?.peer == HostRig.peer(5))
    }

    @Test("a host and a link without security use almost no memory for it")
    func memory() {
        let rig = HostRig.connected(.peripheral)
        #expect(rig.host.hostSecurity.isEmpty && rig.host.links[0].security.isEmpty)
        #expect(MemoryLayout<OnDemand<Host.HostSecurity>>.size == MemoryLayout<Int>.size)
        #expect(MemoryLayout<OnDemand<Host.SecurityManager>>.size == MemoryLayout<Int>.size)
        var other = HostRig.connected(.peripheral)
        other.perform(.security(.secure(other.link, .none)))
        other.perform(.security(.removeBond(HostRig.peer(1))))
        other.receive(EncryptingPair.encryptionChange(.success, .on))
        other.receive(frame: [0x05, 1], on: .smp)
        #expect(other.host.hostSecurity.isEmpty && other.host.links[0].security.isEmpty)
    }
}
