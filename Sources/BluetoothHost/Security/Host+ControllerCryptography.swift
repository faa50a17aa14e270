import BluetoothTypes
import BluetoothWire

/// What the controller computes for a pairing. If that fails the host computes by itself, and does not ask
/// the controller again.
extension Host {
    mutating func readPublicKey(for index: Int) {
        let id = links[index].id
        withHostSecurity { $0.controllerKeys = .working(id, .publicKey) }
        commands.append(.leReadLocalP256PublicKey, for: .controllerKeys(.publicKey))
    }

    mutating func makeSharedSecret(for index: Int, x: [UInt8], y: [UInt8], at now: Instant) {
        if let privateKey = links[index].security.value?.ownKeyPair?.privateKey {
            let secret = PairingCipher.sharedSecret(privateKey, Pairing.PublicKey(x: x, y: y))
            return feed(.sharedSecret(secret), to: index, at: now)
        }
        let id = links[index].id
        withHostSecurity { $0.controllerKeys = .working(id, .sharedSecret) }
        commands.append(
            .leGenerateDHKey(HCI.LEGenerateDHKey(keyXCoordinate: x, keyYCoordinate: y)),
            for: .controllerKeys(.sharedSecret))
    }

    mutating func encryptBlock(key: [UInt8], _ plaintext: [UInt8], for index: Int) {
        withSecurity(of: index) { $0.blocks.append(Block(key: key, plaintext: plaintext)) }
        commands.append(
            .leEncrypt(HCI.LEEncrypt(key: key, plaintextData: plaintext)),
            for: .link(links[index].id, .encryptBlock))
    }

    // MARK: Answers

    mutating func received(_ event: HCI.LEReadLocalP256PublicKeyComplete, at now: Instant) {
        guard let index = ended(.publicKey) else { return }
        guard event.status == .success else { return useOwnKeyPair(index, at: now) }
        feed(.publicKey(x: event.keyXCoordinate, y: event.keyYCoordinate), to: index, at: now)
    }

    mutating func received(_ event: HCI.LEGenerateDHKeyComplete, at now: Instant) {
        guard let index = ended(.sharedSecret) else { return }
        // The most common reason is an invalid public key of the peer.
        feed(.sharedSecret(event.status == .success ? event.dhKey : nil), to: index, at: now)
    }

    /// The controller accepted or refused a command; the result follows in an event.
    mutating func keyCommandEnded(
        _ operation: ControllerKeys.Operation, _ status: HCI.ErrorCode, at now: Instant
    ) {
        guard status != .success, let index = ended(operation) else { return }
        switch operation {
        case .publicKey: useOwnKeyPair(index, at: now)
        case .sharedSecret:
            // The private key belongs to the key pair in the controller.
            profile.abilities.remove(.makesKeys)
            feed(.controllerFailed, to: index, at: now)
        }
    }

    /// A block is encrypted. Blocks of a pairing that has ended are already forgotten. The state machine
    /// compares, and ignores answers to them.
    mutating func blockEncrypted(
        _ index: Int, _ status: HCI.ErrorCode, _ parameters: [UInt8], at now: Instant
    ) {
        guard let state = links[index].security.value, !state.blocks.isEmpty else { return }
        let block = withSecurity(of: index) { $0.blocks.removeFirst() }
        guard status == .success, let result = try? HCI.LEEncrypt.ReturnParameters(bytes: parameters) else {
            profile.abilities.remove(.encryptsBlocks)
            return feed(.controllerFailed, to: index, at: now)
        }
        feed(
            .block(key: block.key, plaintext: block.plaintext, ciphertext: result.encryptedData), to: index,
            at: now)
    }

    /// The link whose pairing waits for the end of an operation.
    private mutating func ended(_ operation: ControllerKeys.Operation) -> Int? {
        guard !hostSecurity.isEmpty else { return nil }
        return withHostSecurity { $0.controllerKeys.ended(operation) }.flatMap { index(of: $0) }
    }

    private mutating func useOwnKeyPair(_ index: Int, at now: Instant) {
        profile.abilities.remove(.makesKeys)
        let id = links[index].id
        let pair = withHostSecurity { state in
            state.controllerKeys.release(id)
            return Pairing.KeyPair(drawing: &state.random)
        }
        withSecurity(of: index) { $0.ownKeyPair = pair }
        feed(.publicKey(x: pair.x, y: pair.y), to: index, at: now)
    }
}
