import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// What two ends that mean well have in the end.
@Suite struct PairingOutcomeTests {
    typealias Role = Host.Link.Role

    static func bench(
        _ central: Host.SecurityConfiguration = .init(), _ peripheral: Host.SecurityConfiguration = .init(),
        requiring level: Host.SecurityLevel = .encrypted, controller: Bool = true
    ) -> PairingBench {
        PairingBench(
            central: PairingBench.context(.central, central, requiring: level, controller: controller),
            peripheral: PairingBench.context(
                .peripheral, peripheral, requiring: level, controller: controller))
    }

    @Test("the key has the smaller of both sizes", arguments: [false, true], 7...16)
    func keySizes(isSecure: Bool, central: Int) throws {
        for peripheral in 7...16 {
            var bench = Self.bench(
                .init(offersSecureConnections: isSecure, maximumKeySize: UInt8(central)),
                .init(offersSecureConnections: isSecure, maximumKeySize: UInt8(peripheral)))
            bench.run()
            let size = min(central, peripheral)
            let bonds = try Role.both.map { try #require(bench[$0].outcome).bond }
            PairingMethodTests.expectMirrored(bench, bonds[0], bonds[1])
            let keys =
                [bench.central.key, bench.peripheral.key]
                + bonds.flatMap { [$0.keyAsCentral?.value, $0.keyAsPeripheral?.value] }
            for key in keys {
                let key = try #require(key)
                #expect(key.count == 16)
                #expect(key[size...].allSatisfy { $0 == 0 } && key[..<size].contains { $0 != 0 })
            }
            #expect(bonds.allSatisfy { Int($0.keySize) == size })
        }
    }

    @Test("a key that is too short for an end is refused by that end", arguments: Role.both)
    func shortKeys(role: Role) {
        var strict = Host.SecurityConfiguration(minimumKeySize: 16)
        strict.offersSecureConnections = role == .central
        let lax = Host.SecurityConfiguration(maximumKeySize: 15)
        var bench = role == .central ? Self.bench(strict, lax) : Self.bench(lax, strict)
        bench.run()
        #expect(bench[role].failure == .refused(.encryptionKeySize))
        #expect(bench[role.opposite].failure == .refusedByPeer(.encryptionKeySize))
    }

    @Test("keys that both want are distributed, the responder's first", arguments: [false, true], 0..<16)
    func distribution(isSecure: Bool, central: Int) throws {
        for peripheral in 0..<16 {
            let sets = [central, peripheral].map { SMP.KeyDistribution(rawValue: UInt8($0)) }
            var bench = Self.bench(
                .init(offersSecureConnections: isSecure, keys: sets[0]),
                .init(offersSecureConnections: isSecure, keys: sets[1]))
            bench.run()
            let common = sets[0].intersection(sets[1])
            var expected: [SMP.Opcode] = []
            if common.contains(.encryptionKey), !isSecure {
                expected += [.encryptionInformation, .centralIdentification]
            }
            if common.contains(.identityKey) {
                expected += [.identityInformation, .identityAddressInformation]
            }
            if common.contains(.signingKey) { expected += [.signingInformation] }
            let onAir = bench.air.filter { (0x06...0x0A).contains($0.bytes[0]) }
            #expect(onAir.map(\.bytes[0]) == (expected + expected).map(\.rawValue))
            #expect(onAir.map(\.from) == expected.map { _ in .peripheral } + expected.map { _ in .central })
            let outcomes = try Role.both.map { try #require(bench[$0].outcome) }
            PairingMethodTests.expectMirrored(bench, outcomes[0].bond, outcomes[1].bond)
            for outcome in outcomes {
                #expect(outcome.isBonded == (isSecure || !expected.isEmpty))
                let hasKey = isSecure || common.contains(.encryptionKey)
                #expect((outcome.bond.keyAsCentral != nil) == hasKey)
                #expect((outcome.bond.peerResolvingKey != nil) == common.contains(.identityKey))
                #expect((outcome.bond.peerSignatureKey != nil) == common.contains(.signingKey))
                #expect(outcome.security.isBonded == hasKey)
            }
        }
    }

    @Test("no end keeps keys unless both do", arguments: [(true, false), (false, true), (false, false)])
    func bonding(central: Bool, peripheral: Bool) throws {
        for isSecure in [false, true] {
            var bench = Self.bench(
                .init(isBondable: central, offersSecureConnections: isSecure),
                .init(isBondable: peripheral, offersSecureConnections: isSecure))
            bench.run()
            for role in Role.both {
                let outcome = try #require(bench[role].outcome)
                #expect(!outcome.isBonded && !outcome.security.isBonded)
                #expect(outcome.security.level == .encrypted)
            }
            #expect(bench.air.allSatisfy { !(0x06...0x0A).contains($0.bytes[0]) })
        }
    }

    @Test("both users are asked for consent, unless they have something else to do")
    func consent() throws {
        var consenting = Host.SecurityConfiguration(ioCapability: .displayYesNo)
        consenting.asksForConsent = true
        var bench = Self.bench(consenting, consenting)
        bench.run()
        #expect(bench.central.prompts == [.consent] && bench.peripheral.prompts == [.consent])
        #expect(bench.central.outcome != nil && bench.peripheral.outcome != nil)
        consenting.wantsAuthentication = true
        bench = Self.bench(consenting, consenting)
        bench.run()
        #expect(!bench.central.prompts.contains(.consent) && !bench.peripheral.prompts.contains(.consent))
        #expect(bench.central.outcome?.security.level == .authenticated)
    }

    @Test("the responder's user is asked before the response, the initiator's after it")
    func consentOrder() {
        let consenting = Host.SecurityConfiguration(asksForConsent: true)
        var bench = Self.bench(consenting, consenting)
        bench.central.user = nil
        bench.peripheral.user = nil
        bench.run()
        #expect(bench.peripheral.isPrompted && bench.peripheral.sent.isEmpty)
        #expect(!bench.central.isPrompted)
        bench.give(.answered(.accept), to: .peripheral)
        while bench.step() {}
        #expect(bench.peripheral.sent.map(\.opcode) == [.pairingResponse])
        #expect(bench.central.isPrompted && bench.central.sent.map(\.opcode) == [.pairingRequest])
    }

    @Test("an initiator's check value waits until the responder's user has compared")
    func slowResponder() throws {
        let comparing = Host.SecurityConfiguration(ioCapability: .displayYesNo, wantsAuthentication: true)
        var bench = Self.bench(comparing, comparing)
        bench.peripheral.user = nil
        bench.run()
        #expect(bench.central.sent.last?.opcode == .pairingDHKeyCheck)
        #expect(bench.peripheral.results.isEmpty && bench.peripheral.isPrompted)
        bench.give(.answered(.accept), to: .peripheral)
        while bench.step() {}
        #expect(bench.central.outcome != nil && bench.peripheral.outcome != nil)
    }

    @Test("the controller's cryptography and the host's give the same results", arguments: [false, true])
    func sameProtocol(isSecure: Bool) throws {
        for capability in SMP.IOCapability.allCases {
            let configuration = Host.SecurityConfiguration(
                ioCapability: capability, wantsAuthentication: true, offersSecureConnections: isSecure,
                keys: [.encryptionKey, .identityKey, .signingKey])
            let airs = [false, true].map { usesController in
                var contexts = Role.both.map {
                    PairingBench.context($0, configuration, controller: usesController)
                }
                if !usesController {
                    for index in 0..<2 { contexts[index].localKeyPair = TestKeys.pair(contexts[index].role) }
                }
                var bench = PairingBench(central: contexts[0], peripheral: contexts[1])
                bench.run()
                #expect(bench.central.outcome != nil)
                #expect((bench.peripheral.blocks > 0) == usesController)
                return bench.air.map { [$0.from.rawValue] + $0.bytes }
            }
            // Users are slower than controllers, not than the own cryptography: who is first may differ.
            #expect(
                airs[0].sorted { $0.lexicographicallyPrecedes($1) }
                    == airs[1].sorted { $0.lexicographicallyPrecedes($1) })
        }
    }

    @Test("blocks that the controller fails to encrypt are encrypted by the host")
    func controllerWithoutAES() throws {
        for isSecure in [false, true] {
            let configuration = Host.SecurityConfiguration(offersSecureConnections: isSecure)
            var contexts = Role.both.map {
                PairingBench.context($0, configuration, controller: true)
            }
            for index in 0..<2 { contexts[index].localKeyPair = TestKeys.pair(contexts[index].role) }
            var bench = PairingBench(central: contexts[0], peripheral: contexts[1])
            bench.controllerFails = true
            bench.run()
            #expect(bench.central.outcome != nil && bench.peripheral.outcome != nil)
            #expect(bench.central.blocks == 1)
        }
    }
}

extension Host.Link.Role {
    static let both: [Host.Link.Role] = [.central, .peripheral]
}
