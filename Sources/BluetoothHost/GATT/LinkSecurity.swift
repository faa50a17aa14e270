import BluetoothWire

/// What a link's encryption is worth, for the permissions of attributes.
struct LinkSecurity: Hashable, Sendable {
    /// Both ends share a long-term key, whether or not it is in use.
    var hasKey = false
    /// The link is encrypted.
    var isEncrypted = false
    /// The key in use came from a pairing with protection against someone in the middle.
    var isAuthenticated = false
    /// The user let this peer in.
    var isAuthorized = false

    /// What is done with an attribute.
    enum Access: Hashable, Sendable {
        case read
        case write
    }

    /// Why `access` to an attribute is refused on this link, or `nil`.
    ///
    /// Without a key an unencrypted link is told *Insufficient Authentication*, since it has to pair first;
    /// with one, *Insufficient Encryption* (Core 6.0, Vol 3, Part C, 10.3.1).
    func refusal(of access: Access, _ permissions: GATT.Permissions) -> ATT.ErrorCode? {
        let bits:
            (
                open: GATT.Permissions, encrypted: GATT.Permissions, authenticated: GATT.Permissions,
                authorized: GATT.Permissions, refused: ATT.ErrorCode
            ) =
                switch access {
                case .read:
                    (.readable, .readEncrypted, .readAuthenticated, .readAuthorized, .readNotPermitted)
                case .write:
                    (.writable, .writeEncrypted, .writeAuthenticated, .writeAuthorized, .writeNotPermitted)
                }
        let asked = permissions.intersection(
            [bits.open, bits.encrypted, bits.authenticated, bits.authorized])
        if asked == bits.open { return nil }
        if asked.isEmpty { return bits.refused }
        let needsAuthentication = asked.contains(bits.authenticated)
        if needsAuthentication || asked.contains(bits.encrypted) {
            if !isEncrypted { return hasKey ? .insufficientEncryption : .insufficientAuthentication }
            if needsAuthentication, !isAuthenticated { return .insufficientAuthentication }
        }
        if asked.contains(bits.authorized), !isAuthorized { return .insufficientAuthorization }
        return nil
    }
}
