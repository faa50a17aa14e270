/// The AES-128 block cipher, encryption only: what the host needs for hashes and keys of simulated links.
///
/// Bytes are in the order of FIPS-197, most significant first; the Core's little-endian fields are turned
/// by the caller. Not hardened against timing: it protects nothing but simulated links.
///
/// Source: FIPS-197; Core 6.0, Vol 3, Part H, 2.2.1.
package struct AES128: Hashable, Sendable {
    /// Eleven round keys of 16 bytes.
    private let roundKeys: [UInt8]

    /// Expands a key, which must have 16 bytes.
    package init(key: [UInt8]) {
        precondition(key.count == 16, "AES128 got a key of \(key.count) bytes")
        let box = Self.substitutionBox
        var keys = [UInt8](repeating: 0, count: 176)
        for index in 0..<16 { keys[index] = key[index] }
        var roundConstant: UInt8 = 1
        for start in stride(from: 16, to: 176, by: 4) {
            var word = (keys[start - 4], keys[start - 3], keys[start - 2], keys[start - 1])
            if start % 16 == 0 {
                word = (box[Int(word.1)], box[Int(word.2)], box[Int(word.3)], box[Int(word.0)])
                word.0 ^= roundConstant
                roundConstant = Self.doubled(roundConstant)
            }
            keys[start] = keys[start - 16] ^ word.0
            keys[start + 1] = keys[start - 15] ^ word.1
            keys[start + 2] = keys[start - 14] ^ word.2
            keys[start + 3] = keys[start - 13] ^ word.3
        }
        roundKeys = keys
    }

    /// Encrypts a block, which must have 16 bytes.
    package func encrypt(_ block: [UInt8]) -> [UInt8] {
        precondition(block.count == 16, "AES128 got a block of \(block.count) bytes")
        var state = block
        var next = block
        addRoundKey(0, to: &state)
        for round in 1...10 {
            Self.substituteAndShift(state, into: &next)
            swap(&state, &next)
            if round < 10 { Self.mixColumns(&state) }
            addRoundKey(round, to: &state)
        }
        return state
    }

    private func addRoundKey(_ round: Int, to state: inout [UInt8]) {
        for index in 0..<16 { state[index] ^= roundKeys[16 * round + index] }
    }

    private static func substituteAndShift(_ state: [UInt8], into next: inout [UInt8]) {
        let box = substitutionBox
        for column in 0..<4 {
            for row in 0..<4 {
                next[4 * column + row] = box[Int(state[4 * ((column + row) & 3) + row])]
            }
        }
    }

    private static func mixColumns(_ state: inout [UInt8]) {
        for start in stride(from: 0, to: 16, by: 4) {
            let (a, b, c, d) = (state[start], state[start + 1], state[start + 2], state[start + 3])
            let all = a ^ b ^ c ^ d
            state[start] = a ^ all ^ doubled(a ^ b)
            state[start + 1] = b ^ all ^ doubled(b ^ c)
            state[start + 2] = c ^ all ^ doubled(c ^ d)
            state[start + 3] = d ^ all ^ doubled(d ^ a)
        }
    }

    /// Multiplies by x in GF(2⁸) modulo x⁸ + x⁴ + x³ + x + 1.
    private static func doubled(_ byte: UInt8) -> UInt8 { byte << 1 ^ (byte >> 7 &* 0x1B) }

    /// The S-box, computed from its definition: walking the powers of the generator 3 and of its inverse
    /// F6 side by side meets every byte together with its multiplicative inverse (FIPS-197, 5.1.1).
    private static let substitutionBox: [UInt8] = {
        var box = [UInt8](repeating: 0x63, count: 256)
        var (power, inverse): (UInt8, UInt8) = (1, 1)
        repeat {
            power ^= doubled(power)
            inverse ^= inverse << 1
            inverse ^= inverse << 2
            inverse ^= inverse << 4
            if inverse & 0x80 != 0 { inverse ^= 0x09 }
            var mapped = inverse
            for turn: UInt8 in 1...4 { mapped ^= inverse << turn | inverse >> (8 - turn) }
            box[Int(power)] = mapped ^ 0x63
        } while power != 1
        return box
    }()
}
