import BluetoothWire
import Testing

@testable import BluetoothHost

/// Pairing with data that came over another channel.
@Suite struct PairingOutOfBandTests {
    typealias Role = Host.Link.Role

    /// Two ends of which each gave its data away, and each of `knowing` has got the other's.
    static func bench(knowing: [Role], controller: Bool, spoiled: Role? = nil) -> PairingBench {
        var random = RandomSource(entropy: [UInt8](repeating: 9, count: 16))
        var contexts = Role.both.map {
            PairingBench.context($0, .init(), requiring: .authenticated, controller: controller)
        }
        for index in 0..<2 {
            let pair = TestKeys.pair(contexts[index].role)
            let data = pair.outOfBandData(drawing: &random)
            contexts[index].localOutOfBandData = data
            contexts[index].localKeyPair = pair
            if controller { contexts[index].localKeyPair?.privateKey = nil }
            guard knowing.contains(contexts[1 - index].role) else { continue }
            contexts[1 - index].peerOutOfBandData = data
            if spoiled == contexts[1 - index].role {
                contexts[1 - index].peerOutOfBandData?.confirm[3] ^= 1
            }
        }
        return PairingBench(central: contexts[0], peripheral: contexts[1])
    }

    static let knowledge: [[Role]] = [[.central], [.peripheral], [.central, .peripheral]]

    @Test("data at one end is enough for Secure Connections", arguments: knowledge, [false, true])
    func secureConnections(knowing: [Role], controller: Bool) throws {
        var bench = Self.bench(knowing: knowing, controller: controller)
        bench.run()
        let bonds = try Role.both.map { try #require(bench[$0].outcome).bond }
        #expect(bonds.allSatisfy { $0.isAuthenticated && $0.usesSecureConnections })
        PairingMethodTests.expectMirrored(bench, bonds[0], bonds[1])
        #expect(bench.central.prompts.isEmpty && bench.peripheral.prompts.isEmpty)
        #expect(bench.air.allSatisfy { $0.bytes[0] != SMP.Opcode.pairingConfirm.rawValue })
    }

    @Test("a public key that does not match the data is refused", arguments: Role.both)
    func wrongConfirm(role: Role) {
        var bench = Self.bench(knowing: [.central, .peripheral], controller: true, spoiled: role)
        bench.run()
        #expect(bench[role].failure == .refused(.confirmValueFailed))
        #expect(bench[role.opposite].failure == .refusedByPeer(.confirmValueFailed))
    }

    @Test("a peer that claims to have data which this end never made is refused")
    func claimedData() {
        var contexts = Role.both.map { PairingBench.context($0, controller: true) }
        contexts[0].peerOutOfBandData = .init(confirm: .zeros, random: .zeros)
        var bench = PairingBench(central: contexts[0], peripheral: contexts[1])
        bench.run()
        #expect(bench.peripheral.failure == .refused(.outOfBandNotAvailable))
        #expect(bench.central.failure == .refusedByPeer(.outOfBandNotAvailable))
    }

    @Test("legacy pairing needs the temporary key at both ends", arguments: [0, 1, 2, 3, 4])
    func legacy(row: Int) throws {
        let key = [UInt8](1...16)
        var contexts = Role.both.map {
            PairingBench.context($0, .init(offersSecureConnections: false))
        }
        func data(_ key: [UInt8]) -> Host.OutOfBandData { .init(confirm: [], random: [], temporaryKey: key) }
        if row != 1 { contexts[0].peerOutOfBandData = data(key) }
        if row == 0 { contexts[1].peerOutOfBandData = data(key) }
        if row == 3 { contexts[1].localOutOfBandData = data(key) }
        if row == 4 { contexts[1].localOutOfBandData = data(key.reversed()) }
        var bench = PairingBench(central: contexts[0], peripheral: contexts[1])
        bench.run()
        guard row != 4 else {
            #expect(bench.peripheral.failure == .refused(.confirmValueFailed))
            return #expect(bench.central.failure == .refusedByPeer(.confirmValueFailed))
        }
        for role in Role.both {
            #expect(try #require(bench[role].outcome).bond.isAuthenticated == (row == 0 || row == 3))
        }
    }
}
