/// Decrypts the data PDUs of an encrypted link: AES-CCM with a MIC of 4 bytes.
///
/// Source: Core 6.0, Vol 6, Part E, 1 and 2; RFC 3610.
package struct LinkCipher: Sendable {
    private let cipher: AES128
    /// The initialisation vector, least significant byte first.
    private let vector: [UInt8]

    /// The bytes that a MIC adds to a payload.
    package static let micLength = 4

    /// Creates the cipher of a session: `key` is the session key, most significant byte first, and `vector` has the
    /// central's part in its lower half.
    package init(sessionKey key: [UInt8], vector: UInt64) {
        cipher = AES128(key: key)
        self.vector = (0..<8).map { UInt8(truncatingIfNeeded: vector >> (8 * UInt64($0))) }
    }

    /// The session key that follows from a long-term key and both halves of the diversifier, most significant byte first,
    /// as the long-term key.
    ///
    /// Source: Core 6.0, Vol 6, Part B, 5.1.3.1.
    package static func sessionKey(longTermKey: [UInt8], central: UInt64, peripheral: UInt64) -> [UInt8] {
        AES128(key: longTermKey).encrypt(P256.bytes(peripheral) + P256.bytes(central))
    }

    /// The plain text of a payload with its MIC, or `nil` if the MIC is not that of this session, direction and counter.
    ///
    /// - Parameters:
    ///   - payload: The encrypted payload and its MIC, at most 255 bytes.
    ///   - header: The first byte of the PDU. NESN, SN and MD do not count.
    ///   - counter: How many packets of this direction were encrypted before; 39 bits.
    ///   - isFromCentral: Whether the central sends the packet.
    package func open(_ payload: [UInt8], header: UInt8, counter: UInt64, isFromCentral: Bool) -> [UInt8]? {
        let count = payload.count - Self.micLength
        guard count > 0, count <= 0xFF else { return nil }
        var nonce = (0..<5).map { UInt8(truncatingIfNeeded: counter >> (8 * UInt64($0))) }
        nonce[4] = nonce[4] & 0x7F | (isFromCentral ? 0x80 : 0)
        nonce += vector
        var text = [UInt8](payload[..<count])
        for start in stride(from: 0, to: count, by: 16) {
            let stream = keyStream(nonce, UInt8(truncatingIfNeeded: start / 16 + 1))
            for index in start..<min(start + 16, count) { text[index] ^= stream[index - start] }
        }
        let stream = keyStream(nonce, 0)
        let mic = mic(of: text, header: header, nonce)
        for index in 0..<Self.micLength where payload[count + index] != mic[index] ^ stream[index] {
            return nil
        }
        return text
    }

    /// A block of the key stream; the first one hides the MIC.
    private func keyStream(_ nonce: [UInt8], _ number: UInt8) -> [UInt8] {
        cipher.encrypt([0x01] + nonce + [0, number])
    }

    /// The MIC before it is hidden: the first bytes of the last block.
    private func mic(of text: [UInt8], header: UInt8, _ nonce: [UInt8]) -> [UInt8] {
        var block = cipher.encrypt([0x49] + nonce + [0, UInt8(truncatingIfNeeded: text.count)])
        // One byte of data that are authenticated and not encrypted, with its length.
        block[1] ^= 1
        block[2] ^= header & 0xE3
        block = cipher.encrypt(block)
        for start in stride(from: 0, to: text.count, by: 16) {
            for index in start..<min(start + 16, text.count) { block[index - start] ^= text[index] }
            block = cipher.encrypt(block)
        }
        return block
    }
}
