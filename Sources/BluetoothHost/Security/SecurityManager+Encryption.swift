import BluetoothTypes
import BluetoothWire

/// The encryption of the link by the controller.
extension Host.SecurityManager {
    // MARK: Central

    /// Uses the key of a bond.
    mutating func encrypt(
        with key: (key: Host.Bond.Key, security: Host.Security), _ turn: inout Host.SecurityTurn,
        into sink: inout Host.Sink
    ) {
        run = .encrypting(key.security.level)
        isPeerAsking = false
        encryptionDeadline = turn.now + Host.SecurityRun.encryptionPatience
        startEncryption(key.key, .bond(key.security), turn, into: &sink)
    }

    mutating func startEncryption(
        _ key: Host.Bond.Key, _ source: Host.KeyInUse, _ turn: Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        encrypting = source
        sink.command(
            .leEnableEncryption(
                HCI.LEEnableEncryption(
                    connectionHandle: turn.link.connectionHandle, randomNumber: key.random,
                    encryptedDiversifier: key.encryptedDiversifier, longTermKey: key.value)),
            for: .link(turn.id, .enableEncryption))
    }

    // MARK: Peripheral

    /// The central encrypts with the key of this EDIV and Rand. If both are 0 the pairing's key is tried
    /// first.
    private mutating func keyRequested(
        _ event: HCI.LELongTermKeyRequest, _ turn: Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        guard turn.link.role == .peripheral, !isReplying else { return }
        isReplying = true
        guard let found = key(for: event, turn) else {
            return sink.command(
                .leLongTermKeyRequestNegativeReply(
                    HCI.LELongTermKeyRequestNegativeReply(connectionHandle: event.connectionHandle)),
                for: .link(turn.id, .refuseEncryption))
        }
        encrypting = found.source
        sink.command(
            .leLongTermKeyRequestReply(
                HCI.LELongTermKeyRequestReply(
                    connectionHandle: event.connectionHandle, longTermKey: found.key)),
            for: .link(turn.id, .replyWithKey))
    }

    private func key(
        for event: HCI.LELongTermKeyRequest, _ turn: Host.SecurityTurn
    ) -> (key: [UInt8], source: Host.KeyInUse)? {
        let isNameless = event.encryptedDiversifier == 0 && event.randomNumber == 0
        if isNameless, let providedKey { return (providedKey, .pairing) }
        guard let bond = turn.bond, let key = bond.keyAsPeripheral,
            key.encryptedDiversifier == event.encryptedDiversifier, key.random == event.randomNumber,
            key.value.count == 16
        else { return nil }
        return (key.value, .bond(bond.security))
    }

    // MARK: Results

    /// The controller answered a command for the link's security.
    mutating func commandEnded(
        _ operation: Host.CommandQueue.LinkOperation, _ status: HCI.ErrorCode, _ parameters: [UInt8],
        _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        switch operation {
        case .encryptBlock: return blockEncrypted(status, parameters, &turn, into: &sink)
        case .refuseEncryption: isReplying = false
        case .replyWithKey:
            isReplying = false
            if status != .success { encryptionFailed(status, &turn, into: &sink) }
        case .enableEncryption:
            if status != .success { encryptionFailed(status, &turn, into: &sink) }
        case .disconnect, .readRemoteFeatures, .update, .parameterReply, .setDataLength, .setPHY, .ranging:
            break
        }
    }

    /// Takes an event of the controller for the link's encryption.
    mutating func received(
        _ event: HCI.Event, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        switch event {
        case .leLongTermKeyRequest(let event): keyRequested(event, turn, into: &sink)
        case .encryptionChange(let event):
            encryptionChanged(event.status, isOn: event.encryptionEnabled != .off, &turn, into: &sink)
        case .encryptionKeyRefreshComplete(let event):
            encryptionChanged(event.status, isOn: true, &turn, into: &sink)
        default: break
        }
    }

    /// Encryption began, ended, changed its key, or failed.
    private mutating func encryptionChanged(
        _ status: HCI.ErrorCode, isOn: Bool, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        guard status == .success else { return encryptionFailed(status, &turn, into: &sink) }
        isOn ? encrypted(&turn, into: &sink) : encryptionLost(&turn, into: &sink)
    }

    /// Encryption with a key that this end does not know has no security level.
    private mutating func encrypted(_ turn: inout Host.SecurityTurn, into sink: inout Host.Sink) {
        guard let source = endEncrypting() else {
            guard security.level > .none else { return }
            setSecurity(Host.Security(), &turn)
            return sink.emit(.securityChanged(turn.id, Host.Security()))
        }
        switch source {
        case .pairing:
            // Until the pairing has ended the security of its key is not known, and the old key is no longer
            // in use.
            hasReplacedKey = security.level > .none
            setSecurity(Host.Security(), &turn)
            feed(.encrypted, &turn, into: &sink)
        case .bond(let security):
            setSecurity(security, &turn)
            sink.emit(.securityChanged(turn.id, security))
            turn.effect = .encryptedWithBond(security)
        }
    }

    /// What the bond keeps for the client is restored: the run that encrypted has ended.
    mutating func restored(
        _ security: Host.Security, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        switch run {
        case .encrypting: endRun(.success(security), &turn, into: &sink)
        case .awaitingCentral(let wish, _) where security.level >= wish.level:
            endRun(.success(security), &turn, into: &sink)
        case .awaitingCentral, .pairing, nil: break
        }
    }

    /// The controller could not encrypt, or refused to try.
    mutating func encryptionFailed(
        _ status: HCI.ErrorCode, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        guard let source = endEncrypting() else { return }
        switch source {
        case .pairing: feed(.encryptionFailed(status), &turn, into: &sink)
        case .bond:
            guard case .encrypting = run else { return }
            let failure: Host.SecurityFailure = status == .pinOrKeyMissing ? .keyMissing : .encryption(status)
            endRun(.failure(failure), &turn, into: &sink)
        }
    }

    /// The link continues unencrypted, which no end of an LE link can want.
    private mutating func encryptionLost(_ turn: inout Host.SecurityTurn, into sink: inout Host.Sink) {
        if security.level > .none {
            setSecurity(Host.Security(), &turn)
            sink.emit(.securityChanged(turn.id, Host.Security()))
        }
        encryptionFailed(.unspecifiedError, &turn, into: &sink)
    }

    private mutating func endEncrypting() -> Host.KeyInUse? {
        guard let source = encrypting else { return nil }
        (encrypting, encryptionDeadline) = (nil, nil)
        return source
    }
}
