/// The message authentication code AES-CMAC of RFC 4493, as the Core uses it.
///
/// Source: RFC 4493; Core 6.0, Vol 3, Part H, 2.2.5.
package enum AESCMAC {
    /// The 16-byte code of `message` under a 16-byte key, both most significant byte first.
    package static func tag(key: [UInt8], message: [UInt8]) -> [UInt8] {
        var cipher = OwnCipher()
        return tag(key: key, message: message, using: &cipher)
    }

    /// The same with any block cipher. It encrypts one block for every 16 bytes begun, at least one, and one
    /// more.
    package static func tag<Cipher: BlockCipher>(
        key: [UInt8], message: [UInt8], using cipher: inout Cipher
    ) throws(Cipher.Failure) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 16)
        let subkey1 = doubled(try cipher.encrypt(key: key, block: code))
        var start = 0
        while message.count - start > 16 {
            for index in 0..<16 { code[index] ^= message[start + index] }
            code = try cipher.encrypt(key: key, block: code)
            start += 16
        }
        var last = Array(message[start...])
        let isPadded = last.count < 16
        if isPadded {
            last.append(0x80)
            while last.count < 16 { last.append(0) }
        }
        let subkey = isPadded ? doubled(subkey1) : subkey1
        for index in 0..<16 { code[index] ^= last[index] ^ subkey[index] }
        return try cipher.encrypt(key: key, block: code)
    }

    /// Multiplies by x in GF(2¹²⁸) (RFC 4493, 2.3).
    private static func doubled(_ block: [UInt8]) -> [UInt8] {
        var next = block
        for index in 0..<16 {
            let carry = index < 15 ? block[index + 1] >> 7 : 0
            next[index] = block[index] << 1 | carry
        }
        if block[0] & 0x80 != 0 { next[15] ^= 0x87 }
        return next
    }
}
