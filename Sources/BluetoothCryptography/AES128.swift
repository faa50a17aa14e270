/// The AES-128 block cipher, encryption only: what the host needs for hashes and keys of simulated links.
///
/// Bytes are in the order of FIPS-197, most significant first; the Core's little-endian fields are turned
/// by the caller. Not hardened against timing: it protects nothing but simulated links.
///
/// Source: FIPS-197; Core 6.0, Vol 3, Part H, 2.2.1.
package struct AES128: Hashable, Sendable {
    /// Eleven round keys of four columns; the first row of a column is its most significant byte.
    private let roundKeys: [UInt32]

    /// Expands a key, which must have 16 bytes.
    package init(key: [UInt8]) {
        precondition(key.count == 16, "AES128 got a key of \(key.count) bytes")
        let box = Self.substitutionBox
        // Not an array of zeros: the standard library makes those for any type, which is 450 instructions more.
        var keys: [UInt32] = []
        keys.reserveCapacity(44)
        var (a, b) = (Self.column(of: key, at: 0), Self.column(of: key, at: 4))
        var (c, d) = (Self.column(of: key, at: 8), Self.column(of: key, at: 12))
        var roundConstant: UInt8 = 1
        for round in 0...10 {
            if round > 0 {
                a ^= Self.substituted(d << 8 | d >> 24, box) ^ UInt32(roundConstant) << 24
                b ^= a
                c ^= b
                d ^= c
                roundConstant = Self.doubled(roundConstant)
            }
            keys.append(a)
            keys.append(b)
            keys.append(c)
            keys.append(d)
        }
        roundKeys = keys
    }

    /// Encrypts a block, which must have 16 bytes.
    package func encrypt(_ block: [UInt8]) -> [UInt8] {
        precondition(block.count == 16, "AES128 got a block of \(block.count) bytes")
        var a = Self.column(of: block, at: 0) ^ roundKeys[0]
        var b = Self.column(of: block, at: 4) ^ roundKeys[1]
        var c = Self.column(of: block, at: 8) ^ roundKeys[2]
        var d = Self.column(of: block, at: 12) ^ roundKeys[3]
        Self.mixedBox.withUnsafeBufferPointer { mixed in
            for round in 1...9 {
                let start = 4 * round
                (a, b, c, d) = (
                    Self.mixed(a, b, c, d, mixed) ^ roundKeys[start],
                    Self.mixed(b, c, d, a, mixed) ^ roundKeys[start + 1],
                    Self.mixed(c, d, a, b, mixed) ^ roundKeys[start + 2],
                    Self.mixed(d, a, b, c, mixed) ^ roundKeys[start + 3]
                )
            }
        }
        let box = Self.substitutionBox
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        Self.append(Self.substituted(Self.shifted(a, b, c, d), box) ^ roundKeys[40], to: &bytes)
        Self.append(Self.substituted(Self.shifted(b, c, d, a), box) ^ roundKeys[41], to: &bytes)
        Self.append(Self.substituted(Self.shifted(c, d, a, b), box) ^ roundKeys[42], to: &bytes)
        Self.append(Self.substituted(Self.shifted(d, a, b, c), box) ^ roundKeys[43], to: &bytes)
        return bytes
    }

    private static func append(_ column: UInt32, to bytes: inout [UInt8]) {
        for row in 0..<4 { bytes.append(Self.row(row, of: column)) }
    }

    private static func column(of bytes: [UInt8], at start: Int) -> UInt32 {
        UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16 | UInt32(bytes[start + 2]) << 8
            | UInt32(bytes[start + 3])
    }

    @inline(__always)
    private static func row(_ row: Int, of column: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: column >> UInt32(24 - 8 * row))
    }

    /// ShiftRows: the column that takes its rows from this and the next three.
    @inline(__always)
    private static func shifted(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        a & 0xFF00_0000 | b & 0x00FF_0000 | c & 0x0000_FF00 | d & 0x0000_00FF
    }

    /// SubBytes of a column.
    @inline(__always)
    private static func substituted(_ column: UInt32, _ box: [UInt8]) -> UInt32 {
        UInt32(box[Int(row(0, of: column))]) << 24 | UInt32(box[Int(row(1, of: column))]) << 16
            | UInt32(box[Int(row(2, of: column))]) << 8 | UInt32(box[Int(row(3, of: column))])
    }

    /// SubBytes, ShiftRows and MixColumns of a column: what each row adds is in a table, turned by the row.
    @inline(__always)
    private static func mixed(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ box: UnsafeBufferPointer<UInt32>
    ) -> UInt32 {
        let (x, y) = (box[Int(row(1, of: b))], box[Int(row(2, of: c))])
        let z = box[Int(row(3, of: d))]
        return box[Int(row(0, of: a))] ^ (x >> 8 | x << 24) ^ (y >> 16 | y << 16) ^ (z >> 24 | z << 8)
    }

    /// What a byte of the first row adds to the four rows of its column (FIPS-197, 5.1.3).
    private static let mixedBox: [UInt32] = substitutionBox.map { byte in
        let twice = doubled(byte)
        return UInt32(twice) << 24 | UInt32(byte) << 16 | UInt32(byte) << 8 | UInt32(twice ^ byte)
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
