import Testing

@testable import BluetoothCryptography

/// The functions with the arguments and the results of the specification's samples (Core 6.0, Vol 3, Part H,
/// 2.2.3, 2.2.4 and Appendix D).
enum ToolboxSample: CaseIterable, Sendable {
    case ah, c1, s1, f4, f5, f6, g2, h6, h7

    private static func bytes(_ hexadecimal: String) -> [UInt8] { CryptographyTests.bytes(hexadecimal) }
    private static let zero = [UInt8](repeating: 0, count: 16)
    private static let u = bytes("20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6")
    private static let v = bytes("55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd")
    private static let w = bytes("ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698")
    private static let n1 = bytes("d5cb8454d177733effffb2ec712baeab")
    private static let n2 = bytes("a6e8e7cc25a75f6e216583f7ff3dc4cf")
    private static let a1 = bytes("00561237 37bfce")
    private static let a2 = bytes("00a71370 2dcfc1")
    private static let key = bytes("ec0234a357c8ad05341010a60a397d9b")

    /// What the function gives, as bytes one after the other.
    func run<Cipher: BlockCipher>(_ cipher: inout Cipher) throws(Cipher.Failure) -> [UInt8] {
        switch self {
        case .ah: return try SecurityToolbox.ah(k: Self.key, r: Self.bytes("708194"), using: &cipher)
        case .c1:
            return try SecurityToolbox.c1(
                k: Self.zero, r: Self.bytes("5783d52156ad6f0e6388274ec6702ee0"),
                pres: Self.bytes("05000800000302"), preq: Self.bytes("07071000000101"), iat: 1,
                ia: Self.bytes("a1a2a3a4a5a6"), rat: 0, ra: Self.bytes("b1b2b3b4b5b6"), using: &cipher)
        case .s1:
            return try SecurityToolbox.s1(
                k: Self.zero, r1: Self.bytes("000f0e0d0c0b0a091122334455667788"),
                r2: Self.bytes("010203040506070899aabbccddeeff00"), using: &cipher)
        case .f4: return try SecurityToolbox.f4(u: Self.u, v: Self.v, x: Self.n1, z: 0, using: &cipher)
        case .f5:
            let keys = try SecurityToolbox.f5(
                w: Self.w, n1: Self.n1, n2: Self.n2, a1: Self.a1, a2: Self.a2, using: &cipher)
            return keys.macKey + keys.longTermKey
        case .f6:
            return try SecurityToolbox.f6(
                w: Self.bytes("2965f176a1084a02fd3f6a20ce636e20"), n1: Self.n1, n2: Self.n2,
                r: Self.bytes("12a3343bb453bb5408da42d20c2d0fc8"), ioCap: [1, 1, 2], a1: Self.a1,
                a2: Self.a2, using: &cipher)
        case .g2:
            let number = try SecurityToolbox.g2(u: Self.u, v: Self.v, x: Self.n1, y: Self.n2, using: &cipher)
            return (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        case .h6: return try SecurityToolbox.h6(w: Self.key, keyID: Array("lebr".utf8), using: &cipher)
        case .h7:
            let salt = [UInt8](repeating: 0, count: 12) + Array("tmp1".utf8)
            return try SecurityToolbox.h7(salt: salt, w: Self.key, using: &cipher)
        }
    }

    var result: [UInt8] {
        switch self {
        case .ah: Self.bytes("0dfbaa")
        case .c1: Self.bytes("1e1e3fef878988ead2a74dc5bef13b86")
        case .s1: Self.bytes("9a1fe1f0e8b0f49b5b4216ae796da062")
        case .f4: Self.bytes("f2c916f107a9bd1cf1eda1bea974872d")
        case .f5: Self.bytes("2965f176a1084a02fd3f6a20ce636e20 6986791169d7cd23980522b594750a38")
        case .f6: Self.bytes("e3c473989cd0e8c5d26c0b09da958f61")
        // The sample's 0x2F9ED5BA is 798,938,554, of which six digits are shown.
        case .g2: Self.bytes("000e523a")
        case .h6: Self.bytes("2d9ae102e76dc91ce8d3a9e280b16399")
        case .h7: Self.bytes("fb173597c6a3c0ecd2998c2a75a57011")
        }
    }

    /// How many different blocks it encrypts: AES-CMAC takes one for its subkeys, and one for each 16 bytes
    /// begun. Both halves of f5 share the subkeys' one.
    var blockCount: Int {
        switch self {
        case .ah, .s1: 1
        case .c1, .h6, .h7: 2
        case .f4, .f6, .g2: 6
        case .f5: 3 + 1 + 4 + 4
        }
    }
}

@Suite struct SecurityToolboxTests {
    @Test("each function gives the sample of the specification", arguments: ToolboxSample.allCases)
    func samples(_ sample: ToolboxSample) {
        var cipher = OwnCipher()
        #expect(sample.run(&cipher) == sample.result)
    }

    @Test("the number of six digits is the sample's code modulo a million")
    func sixDigits() {
        let number = ToolboxSample.g2.result.reduce(into: 0) { number, byte in
            number = number << 8 | Int(byte)
        }
        #expect(number == 0x2F9E_D5BA % 1_000_000)
    }

    @Test(
        "with blocks from elsewhere a function ends with the same, after one more run for each block",
        arguments: ToolboxSample.allCases)
    func remembered(_ sample: ToolboxSample) throws {
        var known = RememberedCipher()
        var asked: [BlockNeeded] = []
        var result: [UInt8]?
        while result == nil, asked.count <= 100 {
            do throws(BlockNeeded) {
                result = try sample.run(&known)
            } catch {
                #expect(!asked.contains(error), "a block is asked for again")
                asked.append(error)
                known.remember(
                    key: error.key, block: error.block,
                    result: AES128(key: error.key).encrypt(error.block))
            }
        }
        #expect(result == sample.result)
        #expect(asked.count == sample.blockCount)
        // What is known stays known: no further block for the same function.
        #expect(try sample.run(&known) == sample.result)
    }

    @Test("a block that is not known fails with itself, and only it")
    func unknownBlock() throws {
        let key = [UInt8](0..<16)
        let block = [UInt8](16..<32)
        var known = RememberedCipher()
        #expect(throws: BlockNeeded(key: key, block: block)) { try known.encrypt(key: key, block: block) }
        known.remember(key: key, block: block, result: [UInt8](32..<48))
        #expect(try known.encrypt(key: key, block: block) == [UInt8](32..<48))
        #expect(throws: BlockNeeded(key: block, block: key)) { try known.encrypt(key: block, block: key) }
    }

    @Test("the kept key of the own cipher never stands in for another one")
    func changingKeys() {
        var cipher = OwnCipher()
        let keys: [[UInt8]] = (0..<3).map { [UInt8](repeating: $0, count: 16) }
        for (key, block) in [(0, 1), (0, 2), (1, 2), (0, 2), (2, 0), (2, 1), (1, 1)] {
            #expect(
                cipher.encrypt(key: keys[key], block: keys[block])
                    == AES128(key: keys[key]).encrypt(keys[block]))
        }
    }

    @Test("an identity key makes the address hash that the toolbox makes")
    func identityKeys() throws {
        let identity = try #require(
            IdentityKey(wire: CryptographyTests.bytes("ec0234a357c8ad05341010a60a397d9b").reversed()))
        #expect(identity.hash(of: 0x708194) == 0x0D_FBAA)
    }
}
