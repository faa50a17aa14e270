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
    /// The length of the key in use, 7…16 bytes, or 0 on a link that is not encrypted.
    var keySize: UInt8 = 0

    /// What is done with an attribute.
    enum Access: Hashable, Sendable {
        case read
        case write
        /// The server sends an update that was subscribed to.
        case notify
    }

    /// Why `access` to an attribute is refused on this link, or `nil`.
    ///
    /// Without a key an unencrypted link is told *Insufficient Authentication*, since it has to pair first;
    /// with one, *Insufficient Encryption*. On an encrypted link comes first how the key was made, then how
    /// long it is, then whether the user let the peer in (Core 6.0, Vol 3, Part C, 10.3.1 and 10.5).
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
    /// The bits that speak of one kind of access.
    struct Needs {
        /// Without any of the others: everybody may.
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

    static func needs(of access: LinkSecurity.Access) -> Needs {
        switch access {
        case .read: Needs(.readable, .readEncrypted, .readAuthenticated, .readAuthorized)
        case .write: Needs(.writable, .writeEncrypted, .writeAuthenticated, .writeAuthorized)
        case .notify: Needs([], .notifyEncrypted, .notifyAuthenticated, .notifyAuthorized)
        }
    }

    /// Whether not every link may do this.
    func isRestricted(for access: LinkSecurity.Access) -> Bool {
        let needs = Self.needs(of: access)
        return intersection(needs.all) != needs.open
    }

    static let notifySecurely: GATT.Permissions = [.notifyEncrypted, .notifyAuthenticated, .notifyAuthorized]

    /// What a client must be allowed in order to write the Client Characteristic Configuration of a
    /// characteristic with these permissions; empty when everybody may.
    var subscribing: GATT.Permissions {
        var permissions: GATT.Permissions = []
        if contains(.notifyEncrypted) { permissions.insert(.writeEncrypted) }
        if contains(.notifyAuthenticated) { permissions.insert(.writeAuthenticated) }
        if contains(.notifyAuthorized) { permissions.insert(.writeAuthorized) }
        return permissions
    }
}
