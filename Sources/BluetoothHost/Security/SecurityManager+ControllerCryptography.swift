import BluetoothTypes
import BluetoothWire

/// What the controller computes for a pairing. If that fails the host computes by itself, and does not ask
/// the controller again.
extension Host.SecurityManager {
    func readPublicKey(_ turn: inout Host.SecurityTurn, into sink: inout Host.Sink) {
        let id = turn.id
        turn.share { $0.controllerKeys = .working(id, .publicKey) }
        sink.command(.leReadLocalP256PublicKey, for: .controllerKeys(.publicKey))
    }

    mutating func makeSharedSecret(
        x: [UInt8], y: [UInt8], _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        if let privateKey = ownKeyPair?.privateKey {
            let secret = PairingCipher.sharedSecret(privateKey, Pairing.PublicKey(x: x, y: y))
            return feed(.sharedSecret(secret), &turn, into: &sink)
        }
        let id = turn.id
        turn.share { $0.controllerKeys = .working(id, .sharedSecret) }
        sink.command(
            .leGenerateDHKey(HCI.LEGenerateDHKey(keyXCoordinate: x, keyYCoordinate: y)),
            for: .controllerKeys(.sharedSecret))
    }

    mutating func encryptBlock(
        key: [UInt8], _ plaintext: [UInt8], _ turn: Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        blocks.append(Host.Block(key: key, plaintext: plaintext))
        sink.command(
            .leEncrypt(HCI.LEEncrypt(key: key, plaintextData: plaintext)), for: .link(turn.id, .encryptBlock))
    }

    // MARK: Answers

    /// The controller has made a key pair, or failed to.
    mutating func publicKeyRead(
        _ event: HCI.LEReadLocalP256PublicKeyComplete, _ turn: inout Host.SecurityTurn,
        into sink: inout Host.Sink
    ) {
        guard event.status == .success else { return useOwnKeyPair(&turn, into: &sink) }
        feed(.publicKey(x: event.keyXCoordinate, y: event.keyYCoordinate), &turn, into: &sink)
    }

    /// The controller accepted no command for `operation`.
    mutating func keysRefused(
        _ operation: Host.ControllerKeys.Operation, _ turn: inout Host.SecurityTurn,
        into sink: inout Host.Sink
    ) {
        switch operation {
        case .publicKey: useOwnKeyPair(&turn, into: &sink)
        case .sharedSecret:
            // The private key belongs to the key pair in the controller.
            turn.profile.abilities.remove(.makesKeys)
            feed(.controllerFailed, &turn, into: &sink)
        }
    }

    /// A block is encrypted. Blocks of a pairing that has ended are already forgotten. The state machine
    /// compares, and ignores answers to them.
    mutating func blockEncrypted(
        _ status: HCI.ErrorCode, _ parameters: [UInt8], _ turn: inout Host.SecurityTurn,
        into sink: inout Host.Sink
    ) {
        guard !blocks.isEmpty else { return }
        let block = blocks.removeFirst()
        guard status == .success, let result = try? HCI.LEEncrypt.ReturnParameters(bytes: parameters) else {
            turn.profile.abilities.remove(.encryptsBlocks)
            return feed(.controllerFailed, &turn, into: &sink)
        }
        feed(
            .block(key: block.key, plaintext: block.plaintext, ciphertext: result.encryptedData), &turn,
            into: &sink)
    }

    private mutating func useOwnKeyPair(_ turn: inout Host.SecurityTurn, into sink: inout Host.Sink) {
        turn.profile.abilities.remove(.makesKeys)
        let id = turn.id
        let pair = turn.share { state in
            state.controllerKeys.release(id)
            return Pairing.KeyPair(drawing: &state.random)
        }
        ownKeyPair = pair
        feed(.publicKey(x: pair.x, y: pair.y), &turn, into: &sink)
    }
}
