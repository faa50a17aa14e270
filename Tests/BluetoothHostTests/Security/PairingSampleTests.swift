import BluetoothWire
import Testing

@testable import BluetoothHost

/// Values as they are on the wire against the sample data of Core 6.0, Vol 3, Part H, 2.2.3, 2.2.4 and Appendix D,
/// which is printed the other way round.
@Suite struct PairingSampleTests {
    static func wire(_ printed: String) -> [UInt8] {
        let digits = Array(printed)
        return stride(from: 0, to: digits.count, by: 2)
            .map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }.reversed()
    }

    static let u = wire("20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6")
    static let v = wire("55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd")
    static let n1 = wire("d5cb8454d177733effffb2ec712baeab")
    static let n2 = wire("a6e8e7cc25a75f6e216583f7ff3dc4cf")
    static let a1 = DeviceAddress(0x5612_3737_BFCE, .public)
    static let a2 = DeviceAddress(0xA713_702D_CFC1, .public)

    @Test("c1 and s1 of legacy pairing")
    func legacy() throws {
        var cipher = PairingCipher(usesController: false)
        let request = SMP.PairingFeatures(
            ioCapability: .displayYesNo, authentication: [], maximumKeySize: 16,
            initiatorKeys: .init(rawValue: 7), responderKeys: .init(rawValue: 7))
        let response = SMP.PairingFeatures(
            ioCapability: .noInputNoOutput, authentication: [], maximumKeySize: 8, initiatorKeys: [],
            responderKeys: .init(rawValue: 5))
        let confirm = try cipher.c1(
            .zeros, Self.wire("5783D52156AD6F0E6388274EC6702EE0"), request: request, response: response,
            initiator: DeviceAddress(0xA1A2_A3A4_A5A6, .random),
            responder: DeviceAddress(0xB1B2_B3B4_B5B6, .public))
        #expect(confirm == Self.wire("1e1e3fef878988ead2a74dc5bef13b86"))
        let key = try cipher.s1(
            .zeros, responder: Self.wire("000F0E0D0C0B0A091122334455667788"),
            initiator: Self.wire("010203040506070899AABBCCDDEEFF00"))
        #expect(key == Self.wire("9a1fe1f0e8b0f49b5b4216ae796da062"))
    }

    @Test("f4, f5, f6 and g2 of Secure Connections")
    func secureConnections() throws {
        var cipher = PairingCipher(usesController: false)
        #expect(try cipher.f4(Self.u, Self.v, Self.n1, 0) == Self.wire("f2c916f107a9bd1cf1eda1bea974872d"))
        #expect(try cipher.g2(Self.u, Self.v, Self.n1, Self.n2) == 0x2F9E_D5BA % 1_000_000)
        let keys = try cipher.f5(
            Self.wire("ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698"), Self.n1, Self.n2,
            Self.a1, Self.a2)
        #expect(keys.macKey == Self.wire("2965f176a1084a02fd3f6a20ce636e20"))
        #expect(keys.longTermKey == Self.wire("6986791169d7cd23980522b594750a38"))
        let features = SMP.PairingFeatures(
            ioCapability: .keyboardOnly, hasOutOfBandData: true, authentication: .bonding)
        let check = try cipher.f6(
            keys.macKey, Self.n1, Self.n2, Self.wire("12a3343bb453bb5408da42d20c2d0fc8"), features, Self.a1,
            Self.a2)
        #expect(check == Self.wire("e3c473989cd0e8c5d26c0b09da958f61"))
    }

    @Test("random numbers repeat with their entropy, differ without, and passkeys have six digits")
    func randomSource() {
        var first = RandomSource(entropy: .zeros)
        var second = first
        var other = RandomSource(entropy: [UInt8](repeating: 1, count: 16))
        #expect(first.bytes(33) == second.bytes(33))
        #expect(first.bytes(16) != first.bytes(16))
        #expect(first.bytes(16) != other.bytes(16))
        let passkeys = (0..<2000).map { _ in first.passkey() }
        #expect(passkeys.allSatisfy { $0 < 1_000_000 })
        // Each tenth of the range gets its share.
        for tenth in 0..<10 {
            let share = passkeys.count { Int($0) / 100_000 == tenth }
            #expect((140...260).contains(share))
        }
        #expect(first.bytes(0).isEmpty)
    }
}
