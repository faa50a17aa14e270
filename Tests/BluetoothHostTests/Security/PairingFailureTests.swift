import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// How pairings fail, and which end reports what.
@Suite struct PairingFailureTests {
    typealias Role = Host.Link.Role

    static func passkeyBench(_ isSecure: Bool, shows role: Role, _ passkey: UInt32) -> PairingBench {
        let displaying = Host.SecurityConfiguration(
            ioCapability: .displayOnly, wantsAuthentication: true, offersSecureConnections: isSecure,
            fixedPasskey: passkey)
        let typing = Host.SecurityConfiguration(
            ioCapability: .keyboardOnly, wantsAuthentication: true, offersSecureConnections: isSecure)
        return role == .central
            ? PairingOutcomeTests.bench(displaying, typing, requiring: .authenticated)
            : PairingOutcomeTests.bench(typing, displaying, requiring: .authenticated)
    }

    @Test("a wrong passkey fails in the round of the first bit that differs", arguments: Role.both, 0..<20)
    func wrongPasskey(shows: Role, bit: Int) {
        let passkey: UInt32 = 0x3_5A5A
        var bench = Self.passkeyBench(true, shows: shows, passkey)
        bench[shows.opposite].user = .passkey((passkey ^ 1 << UInt32(bit)) % 1_000_000)
        let differing = (passkey ^ (passkey ^ 1 << UInt32(bit)) % 1_000_000).trailingZeroBitCount
        bench.run()
        // The responder checks first.
        #expect(bench.peripheral.failure == .refused(.confirmValueFailed))
        #expect(bench.central.failure == .refusedByPeer(.confirmValueFailed))
        #expect(bench.central.sent.count { $0.opcode == .pairingConfirm } == differing + 1)
        #expect(bench.peripheral.sent.count { $0.opcode == .pairingRandom } == differing)
    }

    @Test("a wrong passkey fails in legacy pairing before the responder sends its random value")
    func wrongLegacyPasskey() {
        for shows in Role.both {
            var bench = Self.passkeyBench(false, shows: shows, 123_456)
            bench[shows.opposite].user = .passkey(123_457)
            bench.run()
            #expect(bench.peripheral.failure == .refused(.confirmValueFailed))
            #expect(bench.central.failure == .refusedByPeer(.confirmValueFailed))
            #expect(!bench.peripheral.sent.contains { $0.opcode == .pairingRandom })
        }
    }

    @Test("users who give up", arguments: Role.both)
    func rejections(role: Role) {
        let consent = Host.SecurityConfiguration(asksForConsent: true)
        let compare = Host.SecurityConfiguration(ioCapability: .displayYesNo, wantsAuthentication: true)
        let rows: [(PairingBench, isShown: Bool, Host.PairingAnswer, SMP.FailureReason)] = [
            (PairingOutcomeTests.bench(consent, consent), false, .reject, .unspecifiedReason),
            (PairingOutcomeTests.bench(compare, compare), false, .reject, .numericComparisonFailed),
            (Self.passkeyBench(true, shows: role.opposite, 5), false, .reject, .passkeyEntryFailed),
            (Self.passkeyBench(false, shows: role.opposite, 5), false, .reject, .passkeyEntryFailed),
            (
                Self.passkeyBench(true, shows: role.opposite, 5), false, .passkey(1_000_000),
                .passkeyEntryFailed
            ),
            (Self.passkeyBench(true, shows: role, 5), true, .reject, .passkeyEntryFailed),
            (Self.passkeyBench(false, shows: role, 5), true, .reject, .passkeyEntryFailed),
        ]
        for (bench, isShown, answer, reason) in rows {
            var bench = bench
            bench[role].user = answer
            // The user who types waits until the other user has decided about the displayed passkey.
            if isShown { bench[role.opposite].user = nil }
            bench.run()
            #expect(bench[role].failure == .refused(reason))
            #expect(bench[role.opposite].failure == .refusedByPeer(reason))
        }
    }

    @Test("answers without a prompt have no effect")
    func strayAnswers() {
        let compare = Host.SecurityConfiguration(ioCapability: .displayYesNo, wantsAuthentication: true)
        var bench = PairingOutcomeTests.bench(compare, compare)
        bench.give(.answered(.accept), to: .central)
        bench.give(.begin, to: .central)
        while bench.step() {
            for role in Role.both {
                bench.give(.answered(.passkey(1)), to: role)
                if !bench[role].isPrompted { bench.give(.answered(.reject), to: role) }
            }
        }
        #expect(bench.central.outcome != nil && bench.peripheral.outcome != nil)
    }

    @Test("an end that can't get what it requires refuses", arguments: Role.both)
    func requirements(role: Role) {
        let plain = Host.SecurityConfiguration()
        var onlySecure = plain
        onlySecure.acceptsLegacyPairing = false
        var legacy = plain
        legacy.offersSecureConnections = false
        var contexts = Role.both.map { PairingBench.context($0) }
        contexts[Int(role.rawValue)].requiredLevel = .authenticated
        let benches = [
            PairingBench(central: contexts[0], peripheral: contexts[1]),
            role == .central
                ? PairingOutcomeTests.bench(onlySecure, legacy)
                : PairingOutcomeTests.bench(legacy, onlySecure),
        ]
        for bench in benches {
            var bench = bench
            bench.run()
            #expect(bench[role].failure == .refused(.authenticationRequirements))
            #expect(bench[role.opposite].failure == .refusedByPeer(.authenticationRequirements))
        }
    }

    @Test("a host that does not pair says so")
    func notSupported() {
        var refusing = Host.SecurityConfiguration()
        refusing.acceptsPairing = false
        var bench = PairingOutcomeTests.bench(.init(), refusing)
        bench.run()
        #expect(bench.central.failure == .refusedByPeer(.pairingNotSupported))
        #expect(bench.peripheral.failure == .refused(.pairingNotSupported))
    }

    @Test("a link that can't be encrypted ends the pairing without a PDU")
    func encryptionFails() {
        for isSecure in [false, true] {
            var bench = PairingOutcomeTests.bench(
                .init(offersSecureConnections: isSecure), .init(offersSecureConnections: isSecure))
            bench.encryptionFailure = .connectionTimeout
            bench.run()
            for role in Role.both {
                #expect(bench[role].failure == .encryption(.connectionTimeout))
                #expect(!bench[role].sent.contains { $0.opcode == .pairingFailed })
            }
        }
    }

    @Test("a controller that fails at key pairs ends the pairing", arguments: Role.both)
    func controllerFails(role: Role) {
        for (input, reason) in [
            (Pairing.Input.controllerFailed, SMP.FailureReason.unspecifiedReason),
            (.sharedSecret(nil), .dhKeyCheckFailed),
        ] {
            var bench = PairingOutcomeTests.bench()
            bench.give(.begin, to: .central)
            var isSpoiled = false
            while !bench.work.isEmpty {
                let index = bench.work.firstIndex {
                    guard case .input(.sharedSecret) = $0.1 else { return false }
                    return $0.to == role
                }
                if let index {
                    bench.work[index].1 = .input(input)
                    isSpoiled = true
                }
                _ = bench.step()
            }
            #expect(isSpoiled)
            #expect(bench[role].failure == .refused(reason))
            #expect(bench[role.opposite].failure == .refusedByPeer(reason))
        }
    }

    @Test("public keys that are invalid, or this end's own, are refused", arguments: Role.both)
    func badKeys(victim: Role) {
        let own = TestKeys.pair(victim)
        let other = TestKeys.pair(victim.opposite)
        let zeros = [UInt8](repeating: 0, count: 32)
        for (x, y) in [
            (own.x, own.y), (other.x, own.y), (zeros, zeros), ([UInt8](repeating: 255, count: 32), zeros),
        ] {
            var bench = PairingOutcomeTests.bench()
            bench.give(.begin, to: .central)
            while !bench.work.isEmpty {
                for index in bench.work.indices where bench.work[index].to == victim {
                    guard case .pdu(let bytes) = bench.work[index].1, bytes[0] == 0x0C else { continue }
                    bench.work[index].1 = .pdu(SMP.PDU.pairingPublicKey(x: x, y: y).bytes)
                }
                _ = bench.step()
            }
            #expect(bench[victim].failure == .refused(.invalidParameters))
        }
    }

    /// What is spoiled, which end receives it, and what that end answers.
    struct Flaw: Sendable {
        let configuration: Host.SecurityConfiguration
        let opcode: SMP.Opcode
        let victim: Role
        let reason: SMP.FailureReason
    }

    static let flaws: [Flaw] = {
        let legacy = Host.SecurityConfiguration(offersSecureConnections: false)
        let secure = Host.SecurityConfiguration()
        let typing = Host.SecurityConfiguration(ioCapability: .keyboardOnly, wantsAuthentication: true)
        let comparing = Host.SecurityConfiguration(ioCapability: .displayYesNo, wantsAuthentication: true)
        return [
            Flaw(
                configuration: legacy, opcode: .pairingConfirm, victim: .central, reason: .confirmValueFailed),
            Flaw(
                configuration: legacy, opcode: .pairingConfirm, victim: .peripheral,
                reason: .confirmValueFailed),
            Flaw(
                configuration: legacy, opcode: .pairingRandom, victim: .central, reason: .confirmValueFailed),
            Flaw(
                configuration: legacy, opcode: .pairingRandom, victim: .peripheral,
                reason: .confirmValueFailed),
            Flaw(
                configuration: secure, opcode: .pairingConfirm, victim: .central, reason: .confirmValueFailed),
            Flaw(
                configuration: secure, opcode: .pairingRandom, victim: .central, reason: .confirmValueFailed),
            // The responder of Just Works has no confirm value to check: the proof shows it.
            Flaw(
                configuration: secure, opcode: .pairingRandom, victim: .peripheral, reason: .dhKeyCheckFailed),
            Flaw(
                configuration: secure, opcode: .pairingDHKeyCheck, victim: .central, reason: .dhKeyCheckFailed
            ),
            Flaw(
                configuration: secure, opcode: .pairingDHKeyCheck, victim: .peripheral,
                reason: .dhKeyCheckFailed),
            Flaw(
                configuration: comparing, opcode: .pairingConfirm, victim: .central,
                reason: .confirmValueFailed),
            Flaw(
                configuration: comparing, opcode: .pairingDHKeyCheck, victim: .peripheral,
                reason: .dhKeyCheckFailed),
            Flaw(
                configuration: typing, opcode: .pairingConfirm, victim: .central, reason: .confirmValueFailed),
            Flaw(
                configuration: typing, opcode: .pairingRandom, victim: .central, reason: .confirmValueFailed),
            Flaw(
                configuration: typing, opcode: .pairingRandom, victim: .peripheral,
                reason: .confirmValueFailed),
            Flaw(
                configuration: typing, opcode: .pairingDHKeyCheck, victim: .central, reason: .dhKeyCheckFailed
            ),
        ]
    }()

    @Test("one wrong bit ends a pairing with the reason of the value that it is in", arguments: flaws)
    func oneWrongBit(flaw: Flaw) {
        var bench = PairingOutcomeTests.bench(flaw.configuration, flaw.configuration)
        bench.give(.begin, to: .central)
        var isSpoiled = false
        while !bench.work.isEmpty {
            for index in bench.work.indices where bench.work[index].to == flaw.victim && !isSpoiled {
                guard case .pdu(var bytes) = bench.work[index].1, bytes[0] == flaw.opcode.rawValue else {
                    continue
                }
                bytes[7] ^= 0x10
                bench.work[index].1 = .pdu(bytes)
                isSpoiled = true
            }
            _ = bench.step()
        }
        #expect(bench[flaw.victim].failure == .refused(flaw.reason))
        #expect(bench[flaw.victim.opposite].failure == .refusedByPeer(flaw.reason))
    }

    @Test("PDUs in the wrong state")
    func outOfPlace() {
        let features = SMP.PairingFeatures(ioCapability: .noInputNoOutput, authentication: .bonding)
        var tooMany = features
        tooMany.responderKeys = [.encryptionKey, .signingKey]
        var tooShort = features
        tooShort.maximumKeySize = 6
        let truncated = DecodeError(.smp, .truncated(needed: 16, remaining: 3))
        let rows: [(Role, Pairing.Input, SMP.FailureReason?)] = [
            (.central, .received(.pairingRandom(.zeros)), .unspecifiedReason),
            (.central, .received(.pairingRequest(features)), .commandNotSupported),
            (.central, .received(.pairingResponse(tooMany)), .invalidParameters),
            (.central, .received(.pairingResponse(tooShort)), .invalidParameters),
            (.central, .received(.securityRequest(.bonding)), nil),
            (.central, .received(.keypressNotification(.cleared)), nil),
            (.central, .malformed(opcode: 0x77, DecodeError(.smp, .unknownCode(0x77))), .commandNotSupported),
            (.central, .malformed(opcode: 3, truncated), .invalidParameters),
            (.peripheral, .received(.pairingResponse(features)), .commandNotSupported),
            (.peripheral, .received(.securityRequest(.bonding)), .commandNotSupported),
            (.peripheral, .received(.pairingRequest(tooShort)), .invalidParameters),
            (.peripheral, .received(.signingInformation(signatureKey: .zeros)), .unspecifiedReason),
        ]
        for (role, input, reason) in rows {
            var bench = PairingOutcomeTests.bench()
            bench.give(.begin, to: .central)
            bench.give(input, to: role)
            #expect(bench[role].failure == reason.map { .refused($0) }, "\(input)")
        }
        var bench = PairingOutcomeTests.bench()
        bench.give(.malformed(opcode: 5, truncated), to: .peripheral)
        #expect(bench.peripheral.failure == .refusedByPeer(.unspecifiedReason))
        #expect(bench.peripheral.sent.isEmpty)
    }

    @Test("a second request in the middle of a pairing ends it")
    func secondRequest() {
        let features = SMP.PairingFeatures(ioCapability: .noInputNoOutput, authentication: .bonding)
        var bench = PairingOutcomeTests.bench()
        bench.give(.received(.pairingRequest(features)), to: .peripheral)
        bench.give(.received(.pairingRequest(features)), to: .peripheral)
        #expect(bench.peripheral.failure == .refused(.unspecifiedReason))
    }

    @Test("an invalid identity address is refused")
    func badIdentity() {
        var contexts = Role.both.map { PairingBench.context($0, controller: true) }
        contexts[0].identityAddress = DeviceAddress(0x4000_0000_0001, .random)
        var bench = PairingBench(central: contexts[0], peripheral: contexts[1])
        bench.run()
        #expect(bench.peripheral.failure == .refused(.invalidParameters))
    }
}
