import BluetoothCryptography

extension Host {
    /// The key of this host's private addresses, 16 bytes as on the wire: the configured one, or one derived
    /// from the entropy. `RandomSource` encrypts blocks that begin with zeros, so it never returns the
    /// derived one.
    var identityResolvingKey: [UInt8] {
        if let key = configuration.security.identityResolvingKey, key.count == 16 { return key }
        return AES128(key: configuration.security.entropy).encrypt([UInt8](repeating: 0xFF, count: 16))
    }
}
