import BluetoothTypes
import BluetoothWire

/// The security manager's channel, and the state machines of pairings.
extension Host {
    // MARK: In

    /// Takes the payload of a frame on channel 6.
    ///
    /// PDUs that belong to no pairing are ignored, except for requests that are to be refused.
    mutating func securityReceived(_ payload: [UInt8], on index: Int, at now: Instant) {
        let state = links[index].security.value
        guard state?.isSilenced != true, let opcode = payload.first else { return }
        let pdu: SMP.PDU
        do throws(DecodeError) {
            pdu = try SMP.PDU(bytes: payload)
        } catch {
            if state?.pairing != nil {
                feed(.malformed(opcode: opcode, error), to: index, at: now)
            } else if opcode == SMP.Opcode.pairingRequest.rawValue {
                refusePairing(.invalidParameters, on: index)
            }
            return
        }
        if state?.pairing != nil { return feed(.received(pdu), to: index, at: now) }
        switch (pdu, links[index].link.role) {
        case (.pairingRequest, .peripheral): pairingRequested(pdu, on: index, at: now)
        case (.pairingRequest, .central): refusePairing(.commandNotSupported, on: index)
        case (.securityRequest(let authentication), .central): securityRequested(authentication, on: index)
        case (.pairingFailed(let reason), .peripheral):
            guard case .awaitingCentral = state?.run else { return }
            endRun(index, .failure(.refusedByPeer(reason)), at: now)
        default: break
        }
    }

    /// The central begins a pairing.
    private mutating func pairingRequested(_ request: SMP.PDU, on index: Int, at now: Instant) {
        guard configuration.security.acceptsPairing else {
            return refusePairing(.pairingNotSupported, on: index)
        }
        let peer = links[index].link.peer
        guard hostSecurity.value?.attempts.refuses(peer, at: now) != true else {
            return refusePairing(.repeatedAttempts, on: index)
        }
        var level = SecurityLevel.encrypted
        if case .awaitingCentral(let wish, _) = links[index].security.value?.run {
            level = max(level, wish.level)
        }
        beginPairing(index, level: level, with: .received(request), at: now)
    }

    /// The peripheral sent a Security Request. A central that is pairing already continues (Core 6.0, Vol 3,
    /// Part H, 2.4.6); one that neither pairs nor has a key answers with a failure.
    private mutating func securityRequested(
        _ authentication: SMP.AuthenticationRequirements, on index: Int
    ) {
        guard links[index].security.value?.run == nil else { return }
        let hasKey = bondIndex(of: index).map { bonds[$0].keyAsCentral != nil } ?? false
        guard configuration.security.acceptsPairing || hasKey else {
            return refusePairing(.pairingNotSupported, on: index)
        }
        withSecurity(of: index) { $0.isPeerAsking = true }
        let level: SecurityLevel = authentication.contains(.authenticated) ? .authenticated : .encrypted
        emit(.securityRequested(links[index].id, level))
    }

    /// Informs the peer that there will be no pairing.
    mutating func refusePairing(_ reason: SMP.FailureReason, on index: Int) {
        guard links[index].security.value?.isSilenced != true else { return }
        send(SMP.PDU.pairingFailed(reason).bytes, on: .smp, from: index)
    }

    // MARK: The machine

    mutating func beginPairing(
        _ index: Int, level: SecurityLevel, with input: Pairing.Input, at now: Instant
    ) {
        let context = pairingContext(index, level)
        withSecurity(of: index) { state in
            state.pairing = Pairing(context, at: now)
            state.run = .pairing(level)
            state.isPeerAsking = false
            state.providedKey = nil
            state.hasReplacedKey = false
            state.ownKeyPair = nil
        }
        feed(input, to: index, at: now)
    }

    private mutating func pairingContext(_ index: Int, _ level: SecurityLevel) -> Pairing.Context {
        let link = links[index]
        let own = configuration.security
        let peers = [link.link.peer.onAir, link.peerAddressOnAir.onAir]
        // An unauthenticated pairing must not replace an authenticated one.
        let sure = bonds.filter { $0.isAuthenticated }.map(\.peer.onAir)
        let isSure = bondIndex(of: index).map { bonds[$0].isAuthenticated } ?? false
        let level = isSure ? .authenticated : level
        let abilities = own.usesControllerCryptography ? profile.abilities : []
        let identity = profile.identity.onAir
        let resolvingKey = profile.privateValue == 0 ? nil : identityResolvingKey
        return withHostSecurity { state in
            var usesKeys = abilities.contains(.makesKeys) && own.offersSecureConnections
            if state.localKeyPair != nil || state.controllerKeys != .free { usesKeys = false }
            if usesKeys { state.controllerKeys = .held(link.id) }
            return Pairing.Context(
                role: link.link.role, localAddress: link.localAddress,
                peerAddress: link.peerAddressOnAir.onAir, identityAddress: identity,
                identityResolvingKey: resolvingKey, configuration: own, requiredLevel: level,
                authenticatedPeers: sure,
                peerOutOfBandData: state.data(of: peers), localOutOfBandData: state.localData,
                usesControllerP256: usesKeys, usesControllerAES: abilities.contains(.encryptsBlocks),
                localKeyPair: state.localKeyPair)
        }
    }

    /// Passes an input to the link's pairing, if there is one, and executes its actions.
    mutating func feed(_ input: Pairing.Input, to index: Int, at now: Instant) {
        guard var pairing = links[index].security.value?.pairing else { return }
        var actions: [Pairing.Action] = []
        withHostSecurity { pairing.handle(input, drawing: &$0.random, at: now, into: &actions) }
        withSecurity(of: index) { $0.pairing = pairing }
        for action in actions { perform(action, of: index, at: now) }
    }

    private mutating func perform(_ action: Pairing.Action, of index: Int, at now: Instant) {
        let id = links[index].id
        switch action {
        case .send(let pdu): send(pdu.bytes, on: .smp, from: index)
        case .prompt(let prompt):
            withSecurity(of: index) { $0.isPrompting = true }
            emit(.pairingPrompted(id, prompt))
        case .endPrompt:
            withSecurity(of: index) { $0.isPrompting = false }
            emit(.pairingPromptEnded(id))
        case .computePublicKey: readPublicKey(for: index)
        case .computeSharedSecret(let x, let y): makeSharedSecret(for: index, x: x, y: y, at: now)
        case .encryptBlock(let key, let plaintext): encryptBlock(key: key, plaintext, for: index)
        case .startEncryption(let key): startEncryption(index, Bond.Key(value: key), .pairing)
        case .provideKey(let key): withSecurity(of: index) { $0.providedKey = key }
        case .end(let result): pairingEnded(index, result, at: now)
        }
    }

    private mutating func pairingEnded(
        _ index: Int, _ result: Result<Pairing.Outcome, SecurityFailure>, at now: Instant
    ) {
        let id = links[index].id
        let (role, peer) = (links[index].link.role, links[index].link.peer)
        let hadSecurity = withSecurity(of: index) { state in
            defer { state.hasReplacedKey = false }
            state.pairing = nil
            state.providedKey = nil
            state.ownKeyPair = nil
            if state.encrypting == .pairing { state.encrypting = nil }
            if case .failure(.timeout) = result { state.isSilenced = true }
            return state.hasReplacedKey
        }
        withHostSecurity { $0.controllerKeys.release(id) }
        switch result {
        case .success(let outcome):
            if role == .peripheral { withHostSecurity { $0.attempts.succeeded(peer) } }
            take(outcome, on: index)
            withSecurity(of: index) { $0.pairingCount += 1 }
            endRun(index, .success(outcome.security), at: now)
        case .failure(let failure):
            if role == .peripheral { withHostSecurity { $0.attempts.failed(peer, at: now) } }
            if hadSecurity { emit(.securityChanged(id, Security())) }
            endRun(index, .failure(failure), at: now)
        }
    }

    /// Both ends have distributed all keys.
    private mutating func take(_ outcome: Pairing.Outcome, on index: Int) {
        let id = links[index].id
        setSecurity(outcome.security, of: index)
        emit(.securityChanged(id, outcome.security))
        let bond = outcome.bond
        let isTold = bond.peerResolvingKey != nil || bond.peer.onAir != links[index].peerAddressOnAir.onAir
        if isTold {
            links[index].link.peer = bond.peer
            emit(.identityResolved(id, bond.peer))
        }
        if outcome.isBonded { keep(bond, of: index) }
    }
}
