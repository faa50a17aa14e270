import BluetoothTypes
import BluetoothWire

/// The security manager's channel, and the link's pairing.
extension Host.SecurityManager {
    // MARK: In

    /// Takes the payload of a frame on channel 6.
    ///
    /// PDUs that belong to no pairing are ignored, except for requests that are to be refused.
    mutating func received(
        _ payload: [UInt8], _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        guard !isSilenced, let opcode = payload.first else { return }
        let pdu: SMP.PDU
        do throws(DecodeError) {
            pdu = try SMP.PDU(bytes: payload)
        } catch {
            if pairing != nil {
                feed(.malformed(opcode: opcode, error), &turn, into: &sink)
            } else if opcode == SMP.Opcode.pairingRequest.rawValue {
                refusePairing(.invalidParameters, turn, into: &sink)
            }
            return
        }
        if pairing != nil { return feed(.received(pdu), &turn, into: &sink) }
        switch (pdu, turn.link.role) {
        case (.pairingRequest, .peripheral): pairingRequested(pdu, &turn, into: &sink)
        case (.pairingRequest, .central): refusePairing(.commandNotSupported, turn, into: &sink)
        case (.securityRequest(let authentication), .central):
            securityRequested(authentication, turn, into: &sink)
        case (.pairingFailed(let reason), .peripheral):
            guard case .awaitingCentral = run else { return }
            endRun(.failure(.refusedByPeer(reason)), &turn, into: &sink)
        default: break
        }
    }

    /// The central begins a pairing.
    private mutating func pairingRequested(
        _ request: SMP.PDU, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        guard turn.own.acceptsPairing else {
            return refusePairing(.pairingNotSupported, turn, into: &sink)
        }
        guard turn.shared.value?.attempts.refuses(turn.link.peer, at: turn.now) != true else {
            return refusePairing(.repeatedAttempts, turn, into: &sink)
        }
        var level = Host.SecurityLevel.encrypted
        if case .awaitingCentral(let wish, _) = run { level = max(level, wish.level) }
        beginPairing(level: level, with: .received(request), &turn, into: &sink)
    }

    /// The peripheral sent a Security Request. A central that is pairing already continues (Core 6.0, Vol 3,
    /// Part H, 2.4.6); one that neither pairs nor has a key answers with a failure.
    private mutating func securityRequested(
        _ authentication: SMP.AuthenticationRequirements, _ turn: Host.SecurityTurn,
        into sink: inout Host.Sink
    ) {
        guard run == nil else { return }
        guard turn.own.acceptsPairing || turn.bond?.keyAsCentral != nil else {
            return refusePairing(.pairingNotSupported, turn, into: &sink)
        }
        isPeerAsking = true
        let level: Host.SecurityLevel = authentication.contains(.authenticated) ? .authenticated : .encrypted
        sink.emit(.securityRequested(turn.id, level))
    }

    /// Informs the peer that there will be no pairing.
    func refusePairing(
        _ reason: SMP.FailureReason, _ turn: Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        if !isSilenced { send(.pairingFailed(reason), turn, into: &sink) }
    }

    // MARK: The machine

    mutating func beginPairing(
        level: Host.SecurityLevel, with input: Pairing.Input, _ turn: inout Host.SecurityTurn,
        into sink: inout Host.Sink
    ) {
        pairing = Pairing(turn.pairingContext(level), at: turn.now)
        run = .pairing(level)
        isPeerAsking = false
        providedKey = nil
        hasReplacedKey = false
        ownKeyPair = nil
        feed(input, &turn, into: &sink)
    }

    /// Passes an input to the pairing, if there is one, and executes its actions.
    mutating func feed(
        _ input: Pairing.Input, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        guard pairing != nil else { return }
        var actions: [Pairing.Action] = []
        let now = turn.now
        turn.share { pairing?.handle(input, drawing: &$0.random, at: now, into: &actions) }
        for action in actions { perform(action, &turn, into: &sink) }
    }

    private mutating func perform(
        _ action: Pairing.Action, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        switch action {
        case .send(let pdu): send(pdu, turn, into: &sink)
        case .prompt(let prompt):
            isPrompting = true
            sink.emit(.pairingPrompted(turn.id, prompt))
        case .endPrompt:
            isPrompting = false
            sink.emit(.pairingPromptEnded(turn.id))
        case .computePublicKey: readPublicKey(&turn, into: &sink)
        case .computeSharedSecret(let x, let y): makeSharedSecret(x: x, y: y, &turn, into: &sink)
        case .encryptBlock(let key, let plaintext): encryptBlock(key: key, plaintext, turn, into: &sink)
        case .startEncryption(let key):
            startEncryption(Host.Bond.Key(value: key), .pairing, turn, into: &sink)
        case .provideKey(let key): providedKey = key
        case .end(let result): pairingEnded(result, &turn, into: &sink)
        }
    }

    private mutating func pairingEnded(
        _ result: Result<Pairing.Outcome, Host.SecurityFailure>, _ turn: inout Host.SecurityTurn,
        into sink: inout Host.Sink
    ) {
        let hadSecurity = hasReplacedKey
        hasReplacedKey = false
        pairing = nil
        providedKey = nil
        ownKeyPair = nil
        if encrypting == .pairing { encrypting = nil }
        if case .failure(.timeout) = result { isSilenced = true }
        let (id, peer, now) = (turn.id, turn.link.peer, turn.now)
        let counts = turn.link.role == .peripheral
        turn.share { $0.controllerKeys.release(id) }
        switch result {
        case .success(let outcome):
            if counts { turn.share { $0.attempts.succeeded(peer) } }
            turn.effect = .paired(outcome)
        case .failure(let failure):
            if counts { turn.share { $0.attempts.failed(peer, at: now) } }
            if hadSecurity { sink.emit(.securityChanged(id, Host.Security())) }
            endRun(.failure(failure), &turn, into: &sink)
        }
    }

    /// Both ends have distributed all keys: the link has the security of the new ones.
    mutating func took(
        _ security: Host.Security, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        setSecurity(security, &turn)
        sink.emit(.securityChanged(turn.id, security))
    }

    /// The bond of the pairing is kept: its run has ended.
    mutating func kept(
        _ security: Host.Security, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        pairingCount += 1
        endRun(.success(security), &turn, into: &sink)
    }
}

extension Host.SecurityTurn {
    /// What is fixed for a pairing that begins now.
    mutating func pairingContext(_ level: Host.SecurityLevel) -> Pairing.Context {
        let peers = [link.peer.onAir, peerAddressOnAir.onAir]
        // An unauthenticated pairing must not replace an authenticated one.
        let sure = bonds.bonds.filter { $0.isAuthenticated }.map(\.peer.onAir)
        let required: Host.SecurityLevel = bond?.isAuthenticated == true ? .authenticated : level
        let abilities = own.usesControllerCryptography ? profile.abilities : []
        let (id, link, own) = (id, link, own)
        let (local, peer) = (localAddress, peerAddressOnAir.onAir)
        let identity = profile.identity.onAir
        let resolvingKey = profile.privateValue == 0 ? nil : own.ownIdentityKey
        return share { state in
            var usesKeys = abilities.contains(.makesKeys) && own.offersSecureConnections
            if state.localKeyPair != nil || state.controllerKeys != .free { usesKeys = false }
            if usesKeys { state.controllerKeys = .held(id) }
            return Pairing.Context(
                role: link.role, localAddress: local, peerAddress: peer, identityAddress: identity,
                identityResolvingKey: resolvingKey, configuration: own, requiredLevel: required,
                authenticatedPeers: sure, peerOutOfBandData: state.data(of: peers),
                localOutOfBandData: state.localData, usesControllerP256: usesKeys,
                usesControllerAES: abilities.contains(.encryptsBlocks), localKeyPair: state.localKeyPair)
        }
    }
}
