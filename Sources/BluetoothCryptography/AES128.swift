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
        var keys = key
        keys.reserveCapacity(176)
        var roundConstant: UInt8 = 1
        while keys.count < 176 {
            var word = Array(keys[(keys.count - 4)...])
            if keys.count % 16 == 0 {
                word = [
                    Self.substitution(word[1]) ^ roundConstant, Self.substitution(word[2]),
                    Self.substitution(word[3]), Self.substitution(word[0]),
                ]
                roundConstant = Self.doubled(roundConstant)
            }
            for offset in 0..<4 { keys.append(keys[keys.count - 16] ^ word[offset]) }
        }
        roundKeys = keys
    }

    /// Encrypts a block, which must have 16 bytes.
    package func encrypt(_ block: [UInt8]) -> [UInt8] {
        precondition(block.count == 16, "AES128 got a block of \(block.count) bytes")
        var state = block
        addRoundKey(0, to: &state)
        for round in 1...10 {
            state = Self.substitutedAndShifted(state)
            if round < 10 { Self.mixColumns(&state) }
            addRoundKey(round, to: &state)
        }
        return state
    }

    private func addRoundKey(_ round: Int, to state: inout [UInt8]) {
        for index in 0..<16 { state[index] ^= roundKeys[16 * round + index] }
    }

    private static func substitutedAndShifted(_ state: [UInt8]) -> [UInt8] {
        var next = state
        for column in 0..<4 {
            for row in 0..<4 {
                next[4 * column + row] = substitution(state[4 * ((column + row) % 4) + row])
            }
        }
        return next
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

    private static func substitution(_ byte: UInt8) -> UInt8 { substitutionBox[Int(byte)] }

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
