/// Elliptic-curve Diffie-Hellman on the curve P-256, as LE Secure Connections uses it.
///
/// Numbers are 32 bytes, most significant first. Not hardened against timing attacks: the duration of a
/// multiplication reveals something of the private key. Do not use it for keys that protect people's data.
///
/// Source: FIPS 186-4, D.1.2.3; Core 6.0, Vol 3, Part H, 2.3.5.6.1.
package enum P256 {
    /// A point of the curve, or an unchecked point of a peer; 32 bytes for each coordinate.
    package struct PublicKey: Hashable, Sendable {
        package var x: [UInt8]
        package var y: [UInt8]

        package init(x: [UInt8], y: [UInt8]) {
            self.x = x
            self.y = y
        }
    }

    /// How many multiples the base point has: a private key is 1…order − 1.
    private static let order: [UInt8] =
        bytes(0xFFFF_FFFF_0000_0000) + bytes(0xFFFF_FFFF_FFFF_FFFF) + bytes(0xBCE6_FAAD_A717_9E84)
        + bytes(0xF3B9_CAC2_FC63_2551)

    /// The public key of a private key of 32 bytes, or `nil` if that is zero, or the group's order or more.
    package static func publicKey(of privateKey: [UInt8]) -> PublicKey? {
        guard isPrivateKey(privateKey) else { return nil }
        return P256Point.base.multiplied(by: privateKey).publicKey
    }

    /// The shared secret: the x coordinate of the peer's point times the private key of 32 bytes.
    ///
    /// Returns `nil` if the private key is invalid, or if the peer's point is not on the curve. A computation
    /// with such a point would reveal something of the private key to its sender.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.3.5.6.1.
    package static func sharedSecret(_ privateKey: [UInt8], _ peer: PublicKey) -> [UInt8]? {
        guard isPrivateKey(privateKey), let point = P256Point(peer) else { return nil }
        return point.multiplied(by: privateKey).publicKey?.x
    }

    /// Whether a public key is a point of the curve, other than infinity. The group has no subgroups, so more
    /// need not be asked.
    package static func isValid(_ key: PublicKey) -> Bool { P256Point(key) != nil }

    private static func isPrivateKey(_ scalar: [UInt8]) -> Bool {
        precondition(scalar.count == 32, "a private key of \(scalar.count) bytes")
        return scalar.contains { $0 != 0 } && scalar.lexicographicallyPrecedes(order)
    }

    /// The bytes of a word, most significant first.
    static func bytes(_ word: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
}
