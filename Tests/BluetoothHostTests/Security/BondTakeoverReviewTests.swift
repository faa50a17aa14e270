import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// A pairing that proves nothing about the peer does not take the place of one that did.
@Suite struct BondTakeoverReviewTests {
    typealias Role = Host.Link.Role

    /// What an end keeps of an authenticated pairing with `peer`.
    private static func sureBond(_ peer: DeviceAddress) -> Host.Bond {
        var bond = Host.Bond(peer: peer, isAuthenticated: true, usesSecureConnections: true, keySize: 16)
        let key = Host.Bond.Key(value: [UInt8](1...16))
        (bond.keyAsCentral, bond.keyAsPeripheral) = (key, key)
        return bond
    }

    @Test(
        "a peer that is not authenticated cannot claim to be one that was", arguments: Role.both,
        [true, false])
    func claimedIdentity(victim: Role, isKnownAsSure: Bool) {
        let claimed = DeviceAddress(0xC0FF_EE00_0042, .random)
        var contexts = Role.both.map { PairingBench.context($0, controller: false) }
        for index in contexts.indices {
            if contexts[index].role != victim {
                contexts[index].identityAddress = claimed
            } else if isKnownAsSure {
                contexts[index].authenticatedPeers = [claimed]
            }
        }
        var bench = PairingBench(central: contexts[0], peripheral: contexts[1])
        bench.run()
        let failure = victim == .central ? bench.central.failure : bench.peripheral.failure
        #expect(failure == (isKnownAsSure ? .refused(.authenticationRequirements) : nil))
    }

    @Test(
        "a peer with the address of an authenticated one has to be authenticated to pair again",
        arguments: EncryptingPair.End.allCases)
    func sameAddress(victim: EncryptingPair.End) {
        var pair = HostPairingTests.pair()
        let bond = Self.sureBond(EncryptingPair.addresses[victim.other.rawValue])
        pair.perform(.security(.setBonds([bond])), at: victim)
        pair.forgetEvents()
        pair.perform(.security(.pair(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.host(victim).bonds == [bond])
        #expect(pair.host(victim.other).bonds.isEmpty)
        #expect(pair.security(victim) == Host.Security())
        let refusal: Host.SecurityFailure =
            victim == .central
            ? .refused(.authenticationRequirements) : .refusedByPeer(.authenticationRequirements)
        #expect(
            pair.takeEvents(.central).contains(.securityEnded(pair.link(.central), .failure(refusal))))
    }

    @Test("encryption with a key that the host does not know gives no security level")
    func strangeKey() {
        var pair = HostPairingTests.pair()
        pair.perform(.security(.pair(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.security(.peripheral)?.level == .encrypted)
        pair.forgetEvents()
        pair.give(
            .encryptionKeyRefreshComplete(.init(status: .success, connectionHandle: EncryptingPair.handle)),
            to: .peripheral)
        pair.run()
        #expect(pair.security(.peripheral) == Host.Security())
        #expect(
            pair.takeEvents(.peripheral) == [.securityChanged(pair.link(.peripheral), Host.Security())])
    }
}
