import BluetoothCryptography

extension Host.SecurityConfiguration {
    /// The key of this host's private addresses, 16 bytes as on the wire: the configured one, or one derived
    /// from the entropy. `RandomSource` encrypts blocks that begin with zeros, so it never returns the
    /// derived one.
    var ownIdentityKey: [UInt8] {
        if let key = identityResolvingKey, key.count == 16 { return key }
        return AES128(key: entropy).encrypt(Self.ones)
    }

    private static let ones = [UInt8](repeating: 0xFF, count: 16)
}
