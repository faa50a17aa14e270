import BluetoothCryptography

extension Pairing.KeyPair {
    /// A new pair.
    init(drawing random: inout RandomSource) {
        while true {
            // Nearly all numbers of 256 bits are valid private keys, but not all.
            let privateKey = random.bytes(32)
            guard let key = P256.publicKey(of: privateKey.reversed()) else { continue }
            self.init(x: key.x.reversed(), y: key.y.reversed(), privateKey: privateKey)
            return
        }
    }

    /// The data about this key pair that this end can send out of band. With it, the peer cannot mistake
    /// another device for this one.
    ///
    /// Source: Core 6.0, Vol 3, Part H, 2.3.5.6.4.
    func outOfBandData(drawing random: inout RandomSource) -> Host.OutOfBandData {
        let value = random.bytes(16)
        var cipher = OwnCipher()
        let confirm = SecurityToolbox.f4(
            u: x.reversed(), v: x.reversed(), x: value.reversed(), z: 0, using: &cipher)
        return Host.OutOfBandData(confirm: confirm.reversed(), random: value)
    }
}

extension Pairing.PublicKey {
    /// Whether this is a valid public key (Core 6.0, Vol 3, Part H, 2.3.5.6.1).
    var isOnCurve: Bool { P256.isValid(turned) }

    fileprivate var turned: P256.PublicKey { P256.PublicKey(x: x.reversed(), y: y.reversed()) }
}

extension PairingCipher {
    /// The secret that both ends derive, 32 bytes as on the wire; `nil` if the peer's key is invalid.
    static func sharedSecret(_ privateKey: [UInt8], _ peer: Pairing.PublicKey) -> [UInt8]? {
        P256.sharedSecret(privateKey.reversed(), peer.turned)?.reversed()
    }
}
