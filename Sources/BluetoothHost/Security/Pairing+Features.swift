import BluetoothWire

/// Phase 1: the ends exchange their features.
///
/// The user is asked for consent if the pairing asks for nothing else. A responder asks before Pairing
/// Response. An initiator asks after it, because only then the method is known.
///
/// Source: Core 6.0, Vol 3, Part H, 2.3.1 to 2.3.5.1.
extension Pairing {
    mutating func begin(_ turn: inout Turn) {
        guard context.role == .central else { return }
        guard case .idle = state else { preconditionFailure("a pairing began again in \(state)") }
        let keys = wantedKeys(isBonding: context.configuration.isBondable)
        var request = ownFeatures(hasOutOfBandData: offersOutOfBandData)
        request.initiatorKeys = keys.intersection(ownKeys)
        request.responderKeys = keys
        state = .awaitingResponse(request: request)
        send(.pairingRequest(request), &turn)
    }

    mutating func took(request: SMP.PairingFeatures, _ turn: inout Turn) {
        guard context.configuration.acceptsPairing else { return fail(.pairingNotSupported, &turn) }
        let agreement = Agreement(request: request, response: response(to: request))
        if let reason = objection(to: agreement) { return fail(reason, &turn) }
        guard !asksForConsent(agreement) else {
            state = .awaitingConsent(agreement)
            return prompt(.consent, &turn)
        }
        respond(agreement, &turn)
    }

    mutating func took(
        response: SMP.PairingFeatures, to request: SMP.PairingFeatures, _ turn: inout Turn
    ) {
        let agreement = Agreement(request: request, response: response)
        if let reason = objection(to: agreement) { return fail(reason, &turn) }
        guard !asksForConsent(agreement) else {
            state = .awaitingConsent(agreement)
            return prompt(.consent, &turn)
        }
        authenticate(agreement, &turn)
    }

    mutating func consented(_ turn: inout Turn) {
        guard case .awaitingConsent(let agreement) = state else {
            preconditionFailure("consent was asked for in \(state)")
        }
        closePrompt(&turn)
        context.role == .central ? authenticate(agreement, &turn) : respond(agreement, &turn)
    }

    private func asksForConsent(_ agreement: Agreement) -> Bool {
        context.configuration.asksForConsent && agreement.method == .justWorks
    }

    private mutating func respond(_ agreement: Agreement, _ turn: inout Turn) {
        send(.pairingResponse(agreement.response), &turn)
        authenticate(agreement, &turn)
    }

    /// Phase 2.
    private mutating func authenticate(_ agreement: Agreement, _ turn: inout Turn) {
        agreement.usesSecureConnections
            ? startKeyExchange(agreement, &turn) : startLegacy(agreement, &turn)
    }
}

/// This end's features, and why it cannot continue.
extension Pairing {
    private func ownFeatures(hasOutOfBandData: Bool) -> SMP.PairingFeatures {
        let configuration = context.configuration
        var authentication: SMP.AuthenticationRequirements = []
        if configuration.isBondable { authentication.insert(.bonding) }
        if configuration.wantsAuthentication || context.requiredLevel == .authenticated {
            authentication.insert(.authenticated)
        }
        if configuration.offersSecureConnections { authentication.insert(.secureConnections) }
        return SMP.PairingFeatures(
            ioCapability: configuration.ioCapability, hasOutOfBandData: hasOutOfBandData,
            authentication: authentication, maximumKeySize: configuration.maximumKeySize,
            initiatorKeys: [], responderKeys: [])
    }

    private func response(to request: SMP.PairingFeatures) -> SMP.PairingFeatures {
        let isSecure =
            context.configuration.offersSecureConnections
            && request.authentication.contains(.secureConnections)
        let hasData = isSecure ? hasPeerConfirm : temporaryKey != nil
        var response = ownFeatures(hasOutOfBandData: hasData)
        let keys = wantedKeys(
            isBonding: response.authentication.intersection(request.authentication).contains(.bonding))
        response.initiatorKeys = request.initiatorKeys.intersection(keys)
        response.responderKeys = request.responderKeys.intersection(keys).intersection(ownKeys)
        return response
    }

    /// The keys to request and, where this end has them, to distribute. Keys that are not stored are not
    /// distributed. No key for another transport is derived.
    private func wantedKeys(isBonding: Bool) -> SMP.KeyDistribution {
        isBonding
            ? context.configuration.keys.intersection([.encryptionKey, .identityKey, .signingKey]) : []
    }

    /// The keys that this end can distribute. An end that uses no private addresses distributes no identity
    /// key. Otherwise a peer whose controller resolves addresses would expect private ones from then on, and
    /// not receive this end any more (Core 6.0, Vol 6, Part B, 4.7).
    private var ownKeys: SMP.KeyDistribution {
        var keys: SMP.KeyDistribution = [.encryptionKey, .signingKey]
        if context.identityResolvingKey != nil { keys.insert(.identityKey) }
        return keys
    }

    /// Why this end cannot continue with the agreed features.
    private func objection(to agreement: Agreement) -> SMP.FailureReason? {
        let peer = agreement.features(of: context.role.opposite)
        let configuration = context.configuration
        guard (7...16).contains(peer.maximumKeySize) else { return .invalidParameters }
        guard asksForNoMoreThanOffered(agreement) else { return .invalidParameters }
        guard agreement.keySize >= configuration.minimumKeySize else { return .encryptionKeySize }
        guard agreement.usesSecureConnections || configuration.acceptsLegacyPairing,
            agreement.method.isAuthenticated || context.requiredLevel != .authenticated
        else { return .authenticationRequirements }
        guard agreement.method != .outOfBand || hasOutOfBandData(for: agreement) else {
            return .outOfBandNotAvailable
        }
        return nil
    }

    /// A response may only remove keys from those in the request (3.6.1). Reserved bits are ignored.
    private func asksForNoMoreThanOffered(_ agreement: Agreement) -> Bool {
        let known: SMP.KeyDistribution = [.encryptionKey, .identityKey, .signingKey, .linkKey]
        let (request, response) = (agreement.request, agreement.response)
        return response.initiatorKeys.intersection(known).isSubset(of: request.initiatorKeys)
            && response.responderKeys.intersection(known).isSubset(of: request.responderKeys)
    }
}

/// Data out of band.
extension Pairing {
    /// The temporary key of legacy pairing: one end makes it, and the other receives it out of band.
    var temporaryKey: [UInt8]? {
        let key = context.peerOutOfBandData?.temporaryKey ?? context.localOutOfBandData?.temporaryKey
        return key?.count == 16 ? key : nil
    }

    /// Whether the peer's data for Secure Connections is here.
    private var hasPeerConfirm: Bool {
        context.peerOutOfBandData.map { $0.confirm.count == 16 && $0.random.count == 16 } ?? false
    }

    /// What a request says before the kind of pairing is known.
    private var offersOutOfBandData: Bool {
        guard context.configuration.offersSecureConnections else { return temporaryKey != nil }
        return hasPeerConfirm || context.peerOutOfBandData?.temporaryKey?.count == 16
    }

    /// Whether all data are here that the flags of both ends promise.
    private func hasOutOfBandData(for agreement: Agreement) -> Bool {
        guard agreement.usesSecureConnections else { return temporaryKey != nil }
        let isPeerKnown = !agreement.features(of: context.role).hasOutOfBandData || hasPeerConfirm
        let isKnownToPeer =
            !agreement.features(of: context.role.opposite).hasOutOfBandData
            || (context.localOutOfBandData?.random.count == 16 && context.localKeyPair != nil)
        return isPeerKnown && isKnownToPeer
    }
}
