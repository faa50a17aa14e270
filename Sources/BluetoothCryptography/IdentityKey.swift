/// An identity resolving key: it makes resolvable private addresses and knows them again.
///
/// It keeps the expanded key, since one key is tried against many addresses.
///
/// Source: Core 6.0, Vol 6, Part B, 1.3.2.2 and 1.3.2.3; `ah` is Vol 3, Part H, 2.2.2.
package struct IdentityKey: Hashable, Sendable {
    private let cipher: AES128

    /// Creates a key of 16 octets, least significant first as on the wire. Returns `nil` for all zeros, which
    /// means "no key".
    package init?(wire octets: [UInt8]) {
        precondition(octets.count == 16, "an identity resolving key of \(octets.count) octets")
        guard octets.contains(where: { $0 != 0 }) else { return nil }
        cipher = AES128(key: octets.reversed())
    }

    /// The random address hash of 24 bits: the lower 24 bits of the encrypted `random`.
    package func hash(of random: UInt32) -> UInt32 {
        var block: [UInt8] = []
        block.reserveCapacity(16)
        for _ in 0..<13 { block.append(0) }
        for index in 0..<3 { block.append(UInt8(truncatingIfNeeded: random >> (16 - 8 * index))) }
        let encrypted = cipher.encrypt(block)
        return UInt32(encrypted[13]) << 16 | UInt32(encrypted[14]) << 8 | UInt32(encrypted[15])
    }

    /// The 48 bits of the resolvable private address whose random part comes from the lower 22 bits of `draw`.
    package func address(drawing draw: UInt64) -> UInt64 {
        var random = UInt32(truncatingIfNeeded: draw) & 0x3F_FFFF
        // Neither all zeros nor all ones (1.3.2.2).
        if random == 0 || random == 0x3F_FFFF { random ^= 1 }
        random |= 0x40_0000
        return UInt64(random) << 24 | UInt64(hash(of: random))
    }

    /// Whether this key made the 48 bits of a resolvable private address.
    package func resolves(_ address: UInt64) -> Bool {
        guard address >> 46 == 0b01 else { return false }
        return hash(of: UInt32(truncatingIfNeeded: address >> 24)) == UInt32(truncatingIfNeeded: address)
            & 0xFF_FFFF
    }
}
