/// The cryptographic functions of pairing over any block cipher.
///
/// Every value is most significant byte first, as the specification prints it; the caller reverses values
/// from the wire. Passing a value of the wrong length is a programming error.
///
/// Source: Core 6.0, Vol 3, Part H, 2.2.
package enum SecurityToolbox {
    /// The random address hash: 3 bytes from an identity resolving key and the 3 bytes of `r`.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.2.2.
    package static func ah<Cipher: BlockCipher>(
        k: [UInt8], r: [UInt8], using cipher: inout Cipher
    ) throws(Cipher.Failure) -> [UInt8] {
        check(r, 3, "r")
        let encrypted = try cipher.encrypt(key: checked(k, 16, "k"), block: zeros(13) + r)
        return Array(encrypted.suffix(3))
    }

    /// Encrypts a message of any length to 16 bytes: AES-CMAC with the arguments in the order of the text.
    private static func mac<Cipher: BlockCipher>(
        _ key: [UInt8], _ message: [UInt8], _ cipher: inout Cipher
    ) throws(Cipher.Failure) -> [UInt8] {
        try AESCMAC.tag(key: key, message: message, using: &cipher)
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func check(_ value: [UInt8], _ count: Int, _ name: StaticString) {
        precondition(value.count == count, "\(name) has \(value.count) bytes, not \(count)")
    }

    private static func checked(_ value: [UInt8], _ count: Int, _ name: StaticString) -> [UInt8] {
        check(value, count, name)
        return value
    }
}

// MARK: - LE legacy pairing

extension SecurityToolbox {
    /// The confirm value of LE legacy pairing, 16 bytes.
    ///
    /// `k` is the temporary key and `r` the random value, 16 bytes each; `pres` and `preq` are the whole
    /// PDUs, 7 bytes each; `iat` and `rat` are 0 for a public address and 1 for a random one; `ia` and `ra`
    /// have 6 bytes.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.2.3.
    package static func c1<Cipher: BlockCipher>(
        k: [UInt8], r: [UInt8], pres: [UInt8], preq: [UInt8], iat: UInt8, ia: [UInt8], rat: UInt8,
        ra: [UInt8], using cipher: inout Cipher
    ) throws(Cipher.Failure) -> [UInt8] {
        check(k, 16, "k")
        check(r, 16, "r")
        let p1 = checked(pres, 7, "pres") + checked(preq, 7, "preq") + [rat, iat]
        let p2 = zeros(4) + checked(ia, 6, "ia") + checked(ra, 6, "ra")
        let inner = try cipher.encrypt(key: k, block: zip(r, p1).map { $0 ^ $1 })
        return try cipher.encrypt(key: k, block: zip(inner, p2).map { $0 ^ $1 })
    }

    /// The short-term key of LE legacy pairing, 16 bytes like each argument.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.2.4.
    package static func s1<Cipher: BlockCipher>(
        k: [UInt8], r1: [UInt8], r2: [UInt8], using cipher: inout Cipher
    ) throws(Cipher.Failure) -> [UInt8] {
        // The upper halves are thrown away.
        let block = checked(r1, 16, "r1").suffix(8) + checked(r2, 16, "r2").suffix(8)
        return try cipher.encrypt(key: checked(k, 16, "k"), block: Array(block))
    }
}

// MARK: - LE Secure Connections

extension SecurityToolbox {
    /// The confirm value of LE Secure Connections, 16 bytes.
    ///
    /// `u` and `v` are x coordinates of public keys, 32 bytes; `x` has 16 bytes.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.2.6.
    package static func f4<Cipher: BlockCipher>(
        u: [UInt8], v: [UInt8], x: [UInt8], z: UInt8, using cipher: inout Cipher
    ) throws(Cipher.Failure) -> [UInt8] {
        try mac(checked(x, 16, "x"), checked(u, 32, "u") + checked(v, 32, "v") + [z], &cipher)
    }

    /// The keys that follow from the shared secret `w` (32 bytes), 16 bytes each.
    ///
    /// `n1` and `n2` have 16 bytes; `a1` and `a2` are addresses of 7 bytes, their type (0 or 1) in front.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.2.7.
    package static func f5<Cipher: BlockCipher>(
        w: [UInt8], n1: [UInt8], n2: [UInt8], a1: [UInt8], a2: [UInt8], using cipher: inout Cipher
    ) throws(Cipher.Failure) -> (macKey: [UInt8], longTermKey: [UInt8]) {
        let salt: [UInt8] = [
            0x6C, 0x88, 0x83, 0x91, 0xAA, 0xF5, 0xA5, 0x38, 0x60, 0x37, 0x0B, 0xDB, 0x5A, 0x60, 0x83, 0xBE,
        ]
        let t = try mac(salt, checked(w, 32, "w"), &cipher)
        let nonces = checked(n1, 16, "n1") + checked(n2, 16, "n2")
        let addresses = checked(a1, 7, "a1") + checked(a2, 7, "a2")
        // "btle" as ASCII in front; 256 bits of keys as 2 bytes at the end.
        let message = Array("btle".utf8) + nonces + addresses + [0x01, 0x00]
        let macKey = try mac(t, [0] + message, &cipher)
        return (macKey, try mac(t, [1] + message, &cipher))
    }

    /// The check value of LE Secure Connections, 16 bytes.
    ///
    /// `w` is the MacKey; `n1`, `n2` and `r` have 16 bytes; `ioCap` has 3: authentication requirements, OOB
    /// flag, IO capability; `a1` and `a2` have 7, the address's type in front.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.2.8.
    package static func f6<Cipher: BlockCipher>(
        w: [UInt8], n1: [UInt8], n2: [UInt8], r: [UInt8], ioCap: [UInt8], a1: [UInt8], a2: [UInt8],
        using cipher: inout Cipher
    ) throws(Cipher.Failure) -> [UInt8] {
        let nonces = checked(n1, 16, "n1") + checked(n2, 16, "n2") + checked(r, 16, "r")
        let ends = checked(ioCap, 3, "ioCap") + checked(a1, 7, "a1") + checked(a2, 7, "a2")
        return try mac(checked(w, 16, "w"), nonces + ends, &cipher)
    }

    /// The number that both users compare, 0…999,999.
    ///
    /// `u` and `v` are x coordinates of public keys, 32 bytes; `x` and `y` have 16 bytes.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.2.9 and 2.3.5.6.2.
    package static func g2<Cipher: BlockCipher>(
        u: [UInt8], v: [UInt8], x: [UInt8], y: [UInt8], using cipher: inout Cipher
    ) throws(Cipher.Failure) -> UInt32 {
        let message = checked(u, 32, "u") + checked(v, 32, "v") + checked(y, 16, "y")
        let tag = try mac(checked(x, 16, "x"), message, &cipher)
        return tag.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % 1_000_000
    }

    /// Converts the key `w` (16 bytes) by a `keyID` of 4 bytes, to 16 bytes.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.2.10.
    package static func h6<Cipher: BlockCipher>(
        w: [UInt8], keyID: [UInt8], using cipher: inout Cipher
    ) throws(Cipher.Failure) -> [UInt8] {
        try mac(checked(w, 16, "w"), checked(keyID, 4, "keyID"), &cipher)
    }

    /// Converts the key `w` by a `salt`, 16 bytes all three.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.2.11.
    package static func h7<Cipher: BlockCipher>(
        salt: [UInt8], w: [UInt8], using cipher: inout Cipher
    ) throws(Cipher.Failure) -> [UInt8] {
        try mac(checked(salt, 16, "salt"), checked(w, 16, "w"), &cipher)
    }
}
