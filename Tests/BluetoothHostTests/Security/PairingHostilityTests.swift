import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// Peers that say anything at any time.
@Suite struct PairingHostilityTests {
    typealias Role = Host.Link.Role

    static func number(_ random: inout RandomSource, below limit: Int) -> Int {
        random.bytes(4).reduce(0) { $0 << 8 | Int($1) } % limit
    }

    static func bench(_ random: inout RandomSource) -> PairingBench {
        let capabilities = SMP.IOCapability.allCases
        func configuration() -> Host.SecurityConfiguration {
            Host.SecurityConfiguration(
                ioCapability: capabilities[number(&random, below: capabilities.count)],
                offersSecureConnections: number(&random, below: 2) == 0,
                keys: .init(rawValue: UInt8(number(&random, below: 16))),
                asksForConsent: number(&random, below: 2) == 0)
        }
        return PairingOutcomeTests.bench(
            configuration(), configuration(),
            requiring: number(&random, below: 4) == 0 ? .encrypted : .authenticated)
    }

    /// A PDU of the right shape, one of the wrong shape, or one that was on air before, with or without a flaw.
    static func bytes(_ bench: PairingBench, _ random: inout RandomSource) -> [UInt8] {
        switch number(&random, below: 4) {
        case 0: return random.bytes(number(&random, below: 24))
        case 1:
            let opcode = UInt8(1 + number(&random, below: 14))
            let lengths = [6, 6, 16, 16, 1, 16, 10, 16, 7, 16, 1, 64, 16, 1]
            var bytes = [opcode] + random.bytes(lengths[Int(opcode) - 1])
            // Features at random are hardly ever any.
            if opcode <= 2 {
                bytes = [opcode, bytes[1] % 5, bytes[2] % 2, bytes[3], 7 + bytes[4] % 10, bytes[5], bytes[6]]
            }
            return bytes
        case let kind:
            guard !bench.air.isEmpty else { return [] }
            var bytes = bench.air[number(&random, below: bench.air.count)].bytes
            if kind == 3 {
                bytes[number(&random, below: bytes.count)] ^= 1 << UInt8(number(&random, below: 8))
            }
            return bytes
        }
    }

    @Test(
        "PDUs at random never trap, never succeed with less than is required, and never with another key",
        arguments: 0..<8)
    func randomPDUs(seed: UInt8) {
        var random = RandomSource(entropy: [UInt8](repeating: seed, count: 16))
        var successes = 0
        var failures = 0
        let runs = randomCases(15)
        for _ in 0..<runs {
            var bench = Self.bench(&random)
            let flaws = 1 + Self.number(&random, below: 3)
            let frequency = 2 + Self.number(&random, below: 40)
            bench.give(.begin, to: .central)
            var spent = 0
            while bench.step() {
                guard spent < flaws, Self.number(&random, below: frequency) == 0 else { continue }
                spent += 1
                let victim = Role.both[Self.number(&random, below: 2)]
                let place = bench.work.firstIndex {
                    if case .pdu = $0.1 { return $0.to == victim }
                    return false
                }
                let bytes = Self.bytes(bench, &random)
                // Either instead of what is on its way, or besides.
                if let place, Self.number(&random, below: 2) == 0 {
                    bench.work[place].1 = .pdu(bytes)
                } else {
                    bench.give(PairingBench.decoded(bytes), to: victim)
                }
            }
            for role in Role.both {
                switch bench[role].results.first {
                case .success(let outcome):
                    successes += 1
                    #expect(outcome.security.level >= bench[role].pairing.context.requiredLevel)
                    #expect(bench.central.key == bench.peripheral.key)
                case .failure: failures += 1
                case nil: Self.expectTimeout(&bench, role)
                }
                #expect(bench[role].results.count == 1)
            }
        }
        // Both do happen, or nothing would be proven.
        #expect(successes > runs / 8 && failures > runs / 8)
    }

    private static func expectTimeout(_ bench: inout PairingBench, _ role: Role) {
        bench.now += .seconds(31)
        bench.give(.deadlineReached, to: role)
        #expect(bench[role].failure == .timeout)
    }

    @Test("inputs of every kind at every time never trap, and end a pairing at most once", arguments: 0..<4)
    func randomInputs(seed: UInt8) {
        var random = RandomSource(entropy: [UInt8](repeating: 0x80 | seed, count: 16))
        var ended = 0
        let runs = randomCases(10)
        for _ in 0..<runs {
            var bench = Self.bench(&random)
            bench.give(.begin, to: .central)
            for _ in 0..<60 {
                if Self.number(&random, below: 4) > 0, bench.step() { continue }
                let victim = Role.both[Self.number(&random, below: 2)]
                bench.give(Self.input(bench, &random), to: victim)
            }
            ended += bench.central.results.count + bench.peripheral.results.count
            #expect(bench.central.results.count <= 1 && bench.peripheral.results.count <= 1)
        }
        #expect(ended > runs)
    }

    private static func input(_ bench: PairingBench, _ random: inout RandomSource) -> Pairing.Input {
        switch number(&random, below: 14) {
        case 0: .answered(.accept)
        case 1: .answered(.reject)
        case 2: .answered(.passkey(random.passkey() * 2))
        case 3: .encrypted
        case 4: .encryptionFailed(.connectionTimeout)
        case 5: .publicKey(x: random.bytes(32), y: random.bytes(32))
        case 6: .sharedSecret(random.bytes(number(&random, below: 34)))
        case 7: .sharedSecret(nil)
        case 8: .block(key: random.bytes(16), plaintext: random.bytes(16), ciphertext: random.bytes(3))
        case 9: .controllerFailed
        case 10: .deadlineReached
        default: PairingBench.decoded(bytes(bench, &random))
        }
    }

    @Test("a peer that floods a pairing which waits for its controller is cut off")
    func flood() {
        var bench = PairingOutcomeTests.bench()
        let features = SMP.PairingFeatures(
            ioCapability: .noInputNoOutput, authentication: [.bonding, .secureConnections])
        bench.give(.received(.pairingRequest(features)), to: .peripheral)
        let key = TestKeys.central
        bench.give(.received(.pairingPublicKey(x: key.x, y: key.y)), to: .peripheral)
        for _ in 0..<Pairing.inboxLimit {
            bench.give(.received(.pairingRandom(.zeros)), to: .peripheral)
            #expect(bench.peripheral.results.isEmpty)
        }
        bench.give(.received(.pairingRandom(.zeros)), to: .peripheral)
        #expect(bench.peripheral.failure == .refused(.unspecifiedReason))
    }

    @Test("an initiator that receives its own confirm value does not continue")
    func reflection() {
        var bench = PairingOutcomeTests.bench(
            .init(offersSecureConnections: false), .init(offersSecureConnections: false))
        bench.give(.begin, to: .central)
        while bench.central.sent.last?.opcode != .pairingConfirm, bench.step() {}
        bench.give(.received(bench.central.sent.last!), to: .central)
        #expect(bench.central.failure == .refused(.confirmValueFailed))
    }
}
