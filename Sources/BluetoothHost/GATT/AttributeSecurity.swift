import BluetoothWire

/// The security of a link's encryption, for the permissions of attributes.
struct AttributeSecurity: Hashable, Sendable {
    /// Both ends share a long-term key, whether or not it is in use.
    var hasKey = false
    /// The link is encrypted.
    var isEncrypted = false
    /// The key in use came from a pairing with protection against a man in the middle.
    var isAuthenticated = false
    /// The user has authorized this peer.
    var isAuthorized = false
    /// The length of the key in use, 7…16 bytes, or 0 on a link that is not encrypted.
    var keySize: UInt8 = 0

    /// What is done with an attribute.
    enum Access: Hashable, Sendable {
        case read
        case write
        /// The server sends an update that the client subscribed to.
        case notify
    }

    /// Why `access` to an attribute is refused on this link, or `nil`.
    ///
    /// On an unencrypted link the client gets *Insufficient Authentication* if it has no key, because it has
    /// to pair first, and *Insufficient Encryption* if it has one. On an encrypted link, how the key was made
    /// is checked first, then its length, then whether the user has authorized the peer (Core 6.0, Vol 3,
    /// Part C, 10.3.1 and 10.5).
    func refusal(
        of access: Access, _ permissions: GATT.Permissions, minimumKeySize: UInt8
    ) -> ATT.ErrorCode? {
        let needs = GATT.Permissions.needs(of: access)
        let asked = permissions.intersection(needs.all)
        if asked == needs.open { return nil }
        if asked.isEmpty { return access == .read ? .readNotPermitted : .writeNotPermitted }
        let needsAuthentication = asked.contains(needs.authenticated)
        if needsAuthentication || asked.contains(needs.encrypted) {
            if !isEncrypted { return hasKey ? .insufficientEncryption : .insufficientAuthentication }
            if needsAuthentication, !isAuthenticated { return .insufficientAuthentication }
            if keySize < minimumKeySize { return .encryptionKeySizeTooShort }
        }
        if asked.contains(needs.authorized), !isAuthorized { return .insufficientAuthorization }
        return nil
    }
}

extension GATT.Permissions {
    /// The bits for one kind of access.
    struct Needs {
        /// Without any of the others: allowed for every client.
        let open: GATT.Permissions
        let encrypted: GATT.Permissions
        let authenticated: GATT.Permissions
        let authorized: GATT.Permissions
        let all: GATT.Permissions

        fileprivate init(
            _ open: GATT.Permissions, _ encrypted: GATT.Permissions, _ authenticated: GATT.Permissions,
            _ authorized: GATT.Permissions
        ) {
            (self.open, self.encrypted) = (open, encrypted)
            (self.authenticated, self.authorized) = (authenticated, authorized)
            all = [open, encrypted, authenticated, authorized]
        }
    }

    static func needs(of access: AttributeSecurity.Access) -> Needs {
        switch access {
        case .read: Needs(.readable, .readEncrypted, .readAuthenticated, .readAuthorized)
        case .write: Needs(.writable, .writeEncrypted, .writeAuthenticated, .writeAuthorized)
        case .notify: Needs([], .notifyEncrypted, .notifyAuthenticated, .notifyAuthorized)
        }
    }

    /// Whether some links may not do this.
    func isRestricted(for access: AttributeSecurity.Access) -> Bool {
        let needs = Self.needs(of: access)
        return intersection(needs.all) != needs.open
    }

    static let notifySecurely: GATT.Permissions = [.notifyEncrypted, .notifyAuthenticated, .notifyAuthorized]

    /// The permissions that a client needs to write the Client Characteristic Configuration of a
    /// characteristic with these permissions; empty if every client may.
    var subscribing: GATT.Permissions {
        var permissions: GATT.Permissions = []
        if contains(.notifyEncrypted) { permissions.insert(.writeEncrypted) }
        if contains(.notifyAuthenticated) { permissions.insert(.writeAuthenticated) }
        if contains(.notifyAuthorized) { permissions.insert(.writeAuthorized) }
        return permissions
    }
}
