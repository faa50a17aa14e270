import BluetoothTypes
import BluetoothWire

/// The encryption of links by the controller.
extension Host {
    // MARK: Central

    /// Uses the key of a bond.
    mutating func encrypt(
        _ index: Int, with key: (key: Bond.Key, security: Security), at now: Instant
    ) {
        withSecurity(of: index) { state in
            state.run = .encrypting(key.security.level)
            state.isPeerAsking = false
            state.encryptionDeadline = now + SecurityRun.encryptionPatience
        }
        startEncryption(index, key.key, .bond(key.security))
    }

    mutating func startEncryption(_ index: Int, _ key: Bond.Key, _ source: KeyInUse) {
        withSecurity(of: index) { $0.encrypting = source }
        commands.append(
            .leEnableEncryption(
                HCI.LEEnableEncryption(
                    connectionHandle: links[index].handle, randomNumber: key.random,
                    encryptedDiversifier: key.encryptedDiversifier, longTermKey: key.value)),
            for: .link(links[index].id, .enableEncryption))
    }

    // MARK: Peripheral

    /// The central encrypts with the key of this EDIV and Rand. If both are 0 the pairing's key is tried
    /// first.
    mutating func keyRequested(_ event: HCI.LELongTermKeyRequest) {
        guard let index = index(ofHandle: event.connectionHandle), links[index].link.role == .peripheral,
            links[index].security.value?.isReplying != true
        else { return }
        withSecurity(of: index) { $0.isReplying = true }
        let id = links[index].id
        guard let found = key(for: event, on: index) else {
            commands.append(
                .leLongTermKeyRequestNegativeReply(
                    HCI.LELongTermKeyRequestNegativeReply(connectionHandle: event.connectionHandle)),
                for: .link(id, .refuseEncryption))
            return
        }
        withSecurity(of: index) { $0.encrypting = found.source }
        commands.append(
            .leLongTermKeyRequestReply(
                HCI.LELongTermKeyRequestReply(
                    connectionHandle: event.connectionHandle, longTermKey: found.key)),
            for: .link(id, .replyWithKey))
    }

    private func key(
        for event: HCI.LELongTermKeyRequest, on index: Int
    ) -> (key: [UInt8], source: KeyInUse)? {
        let isNameless = event.encryptedDiversifier == 0 && event.randomNumber == 0
        if isNameless, let key = links[index].security.value?.providedKey { return (key, .pairing) }
        guard let place = bondIndex(of: index), let key = bonds[place].keyAsPeripheral,
            key.encryptedDiversifier == event.encryptedDiversifier, key.random == event.randomNumber,
            key.value.count == 16
        else { return nil }
        return (key.value, .bond(bonds[place].security))
    }

    // MARK: Results

    mutating func encryptionChanged(_ event: HCI.EncryptionChange, at now: Instant) {
        guard let index = index(ofHandle: event.connectionHandle) else { return }
        guard event.status == .success else { return encryptionFailed(index, event.status, at: now) }
        event.encryptionEnabled == .off ? encryptionLost(index, at: now) : encrypted(index, at: now)
    }

    mutating func keyRefreshed(_ event: HCI.EncryptionKeyRefreshComplete, at now: Instant) {
        guard let index = index(ofHandle: event.connectionHandle) else { return }
        guard event.status == .success else { return encryptionFailed(index, event.status, at: now) }
        encrypted(index, at: now)
    }

    /// Encryption with a key that this end does not know has no security level.
    private mutating func encrypted(_ index: Int, at now: Instant) {
        guard let source = endEncrypting(index) else {
            guard links[index].security.value.map({ $0.security.level > .none }) == true else { return }
            setSecurity(Security(), of: index)
            return emit(.securityChanged(links[index].id, Security()))
        }
        switch source {
        case .pairing:
            // Until the pairing has ended the security of its key is not known, and the old key is no longer
            // in use.
            withSecurity(of: index) { $0.hasReplacedKey = $0.security.level > .none }
            setSecurity(Security(), of: index)
            feed(.encrypted, to: index, at: now)
        case .bond(let security):
            setSecurity(security, of: index)
            emit(.securityChanged(links[index].id, security))
            restoreClient(index, at: now)
            switch links[index].security.value?.run {
            case .encrypting: endRun(index, .success(security), at: now)
            case .awaitingCentral(let wish, _) where security.level >= wish.level:
                endRun(index, .success(security), at: now)
            case .awaitingCentral, .pairing, nil: break
            }
        }
    }

    /// The controller could not encrypt, or refused to try.
    mutating func encryptionFailed(_ index: Int, _ status: HCI.ErrorCode, at now: Instant) {
        guard let source = endEncrypting(index) else { return }
        switch source {
        case .pairing: feed(.encryptionFailed(status), to: index, at: now)
        case .bond:
            guard case .encrypting = links[index].security.value?.run else { return }
            let failure: SecurityFailure = status == .pinOrKeyMissing ? .keyMissing : .encryption(status)
            endRun(index, .failure(failure), at: now)
        }
    }

    /// The link continues unencrypted, which no end of an LE link can want.
    private mutating func encryptionLost(_ index: Int, at now: Instant) {
        guard let state = links[index].security.value else { return }
        if state.security.level > .none {
            setSecurity(Security(), of: index)
            emit(.securityChanged(links[index].id, Security()))
        }
        encryptionFailed(index, .unspecifiedError, at: now)
    }

    private mutating func endEncrypting(_ index: Int) -> KeyInUse? {
        guard links[index].security.value?.encrypting != nil else { return nil }
        return withSecurity(of: index) { state in
            defer { state.encrypting = nil }
            state.encryptionDeadline = nil
            return state.encrypting
        }
    }

    /// Informs everything that depends on it of a link's new security.
    mutating func setSecurity(_ security: Security, of index: Int) {
        withSecurity(of: index) { $0.security = security }
        tellServer(index)
    }

    /// The security of a link for the server, and whether there is a key for it.
    func serverSecurity(of index: Int) -> LinkSecurity {
        let security = links[index].security.value?.security ?? Security()
        let bond = bondIndex(of: index).map { bonds[$0] }
        return LinkSecurity(
            hasKey: bond?.key(as: links[index].link.role) != nil, isEncrypted: security.level > .none,
            isAuthenticated: security.level == .authenticated,
            isAuthorized: server.security(of: links[index].id).isAuthorized, keySize: security.keySize)
    }

    mutating func tellServer(_ index: Int) {
        server.setSecurity(serverSecurity(of: index), of: links[index].id)
        server.setBonded(links[index].security.value?.security.isBonded == true, links[index].id)
    }
}

extension Host.Bond {
    /// The key for use in a role.
    func key(as role: Host.Link.Role) -> Key? { role == .central ? keyAsCentral : keyAsPeripheral }

    /// The security of a link with the keys of this bond.
    var security: Host.Security {
        Host.Security(
            level: isAuthenticated ? .authenticated : .encrypted, keySize: keySize,
            usesSecureConnections: usesSecureConnections, isBonded: true)
    }
}
