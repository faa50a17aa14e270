import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import FaradayEngine

/// Key pairs and the resolving list, each fed alone.
@Suite struct KeysTests {
    @Test func oneComputationRunsAtATime() {
        var entropy = Entropy(seed: 1).stream("keys")
        let pairs = KeyPairs()
        let any = HCI.LEGenerateDHKey(
            keyXCoordinate: [UInt8](repeating: 1, count: 32), keyYCoordinate: [UInt8](repeating: 1, count: 32)
        )
        // Without a key pair there is no shared secret.
        #expect(pairs.beginSharedSecret(any) == .commandDisallowed)
        #expect(pairs.beginPair() == .success)
        #expect(pairs.beginPair() == .commandDisallowed)
        #expect(pairs.brokenInvariant == nil)
        guard case .leReadLocalP256PublicKeyComplete(let key) = pairs.end(1, drawing: &entropy) else {
            Issue.record("no key pair")
            return
        }
        #expect(key.status == .success && pairs.privateKey?.count == 32)
        #expect(pairs.end(1, drawing: &entropy) == nil)
        // The point is not on the curve.
        #expect(pairs.beginSharedSecret(any) == .success)
        guard case .leGenerateDHKeyComplete(let secret) = pairs.end(2, drawing: &entropy) else {
            Issue.record("no shared secret")
            return
        }
        #expect(secret.status == .invalidHCICommandParameters)
        #expect(pairs.brokenInvariant == nil)
    }

    @Test func aResetEndsTheComputation() {
        var entropy = Entropy(seed: 1).stream("keys")
        let pairs = KeyPairs()
        #expect(pairs.beginPair() == .success)
        let generation = pairs.generation
        pairs.reset()
        #expect(!pairs.isRunning(generation) && pairs.end(generation, drawing: &entropy) == nil)
        #expect(pairs.privateKey == nil && pairs.beginPair() == .success)
        #expect(pairs.brokenInvariant == nil)
    }

    private static func key(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }

    private static func command(_ random: inout EntropyStream) -> HCI.Command {
        let peer = DeviceAddress(1 + random.below(5), random.below(2) == 0 ? .public : .random)
        return switch random.below(7) {
        case 0, 1:
            .leAddDeviceToResolvingList(
                .init(
                    peerIdentityAddress: peer, peerIRK: key(UInt8(random.below(4))),
                    localIRK: key(UInt8(random.below(3)))))
        case 2: .leRemoveDeviceFromResolvingList(.init(peerIdentityAddress: peer))
        case 3: .leSetPrivacyMode(.init(peerIdentityAddress: peer, privacyMode: .device))
        case 4: .leSetAddressResolutionEnable(.init(addressResolutionEnable: random.below(2) == 0))
        case 5:
            random.below(6) == 0
                ? .leClearResolvingList : .leReadLocalResolvableAddress(.init(peerIdentityAddress: peer))
        default: .leSetResolvablePrivateAddressTimeout(.init(rpaTimeout: UInt16(random.below(4000))))
        }
    }

    /// Vol 4, Part E, 7.8.38 to 7.8.44.
    @Test func noCommandBreaksTheResolvingList() {
        var random = Entropy(seed: 2).stream("list")
        for _ in 0..<randomCases(100) {
            let list = ResolvingList()
            for step in 0..<60 {
                let conditions = ResolvingList.Conditions(limit: 3, isUsingAddresses: random.below(3) == 0)
                let before = list.entries.map(\.identity)
                let wasOn = list.isOn
                let command = Self.command(&random)
                #expect(list.take(command, conditions) != nil)
                if conditions.isUsingAddresses {
                    // A list in use does not change, and resolution is not switched.
                    #expect(list.isOn == wasOn)
                    if wasOn { #expect(list.entries.map(\.identity) == before) }
                }
                for index in list.entries.indices {
                    if let own = list.localAddress(at: index, now: Int64(step), drawing: &random) {
                        #expect(own.address.isResolvable)
                    }
                    if let target = list.targetAddress(at: index, now: Int64(step), drawing: &random) {
                        let received = list.resolution(of: target.address)
                        #expect(received.identity == nil || received.entry != nil)
                    }
                }
                let broken = list.brokenInvariant(limit: 3)
                #expect(broken == nil)
            }
        }
        #expect(ResolvingList().take(.reset, .init(limit: 3, isUsingAddresses: false)) == nil)
    }

    @Test func onlyTheTimeoutChangesAddressesOnAir() {
        let list = ResolvingList()
        let free = ResolvingList.Conditions(limit: 3, isUsingAddresses: false)
        #expect(!list.isUsed)
        let short = HCI.Command.leSetResolvablePrivateAddressTimeout(.init(rpaTimeout: 60))
        #expect(list.take(short, free)?.hasNewTimeout == true)
        #expect(list.isUsed && list.timeout == 60_000_000_000)
        let bad = HCI.Command.leSetResolvablePrivateAddressTimeout(.init(rpaTimeout: 0))
        #expect(list.take(bad, free)?.hasNewTimeout == false)
        #expect(list.timeout == 60_000_000_000)
    }
}
