import Testing

@testable import BluetoothCryptography

/// AES-128 and AES-CMAC against the published sample data.
@Suite struct CryptographyTests {
    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    @Test(
        "AES-128 encrypts the samples of FIPS-197 (Appendix B, C.1) and SP 800-38A (F.1.1)",
        arguments: [
            (
                "2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734",
                "3925841d02dc09fbdc118597196a0b32"
            ),
            (
                "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff",
                "69c4e0d86a7b0430d8cdb78070b4c55a"
            ),
            (
                "2b7e151628aed2a6abf7158809cf4f3c", "6bc1bee22e409f96e93d7e117393172a",
                "3ad77bb40d7a3660a89ecaf32466ef97"
            ),
            (
                "2b7e151628aed2a6abf7158809cf4f3c", "f69f2445df4f9b17ad2b417be66c3710",
                "7b0c785e27e8ad3f8223207104725dd4"
            ),
        ])
    func blockCipher(key: String, plain: String, encrypted: String) {
        #expect(AES128(key: Self.bytes(key)).encrypt(Self.bytes(plain)) == Self.bytes(encrypted))
    }

    @Test(
        "AES-CMAC gives the samples of RFC 4493, 4",
        arguments: [
            (0, "bb1d6929e95937287fa37d129b756746"),
            (16, "070a16b46b4d4144f79bdd9dd04a287c"),
            (40, "dfa66747de9ae63030ca32611497c827"),
            (64, "51f0bebf7e3b9d92fc49741779363cfe"),
        ])
    func messageCode(length: Int, tag: String) {
        let message = Self.bytes(
            """
            6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51\
            30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
            """)
        let key = Self.bytes("2b7e151628aed2a6abf7158809cf4f3c")
        #expect(AESCMAC.tag(key: key, message: Array(message.prefix(length))) == Self.bytes(tag))
    }
}
