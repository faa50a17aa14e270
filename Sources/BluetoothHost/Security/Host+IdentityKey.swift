import BluetoothCryptography

extension Host {
    /// The key behind this host's private addresses, 16 bytes as on the wire: the configured one, or one that
    /// the entropy gives. `RandomSource` encrypts blocks that begin with zeros, and so never draws it.
    var identityResolvingKey: [UInt8] {
        if let key = configuration.security.identityResolvingKey, key.count == 16 { return key }
        return AES128(key: configuration.security.entropy).encrypt([UInt8](repeating: 0xFF, count: 16))
    }
}
