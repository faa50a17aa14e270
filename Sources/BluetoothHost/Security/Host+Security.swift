import BluetoothTypes
import BluetoothWire

/// Commands of the upper layer for the security of links.
extension Host {
    mutating func handle(_ command: SecurityCommand, at now: Instant) {
        switch command {
        case .secure(let link, let level):
            wish(SecurityWish(level: level, pairsAnew: false), on: link, at: now)
        case .pair(let link, let level):
            wish(SecurityWish(level: max(level, .encrypted), pairsAnew: true), on: link, at: now)
        case .answerPairing(let link, let answer):
            if let index = index(of: link) { answerPairing(index, answer, at: now) }
        case .authorize(let link, let isAuthorized): server.authorize(link, isAuthorized)
        case .setBonds(let bonds): setBonds(bonds)
        case .removeBond(let peer): removeBond(peer)
        case .makeOutOfBandData: makeOutOfBandData()
        case .setPeerOutOfBandData(let peer, let data): withHostSecurity { $0.setData(data, of: peer) }
        }
    }

    /// The security of a link's encryption; `nil` if there is no such link.
    public func security(of id: LinkID) -> Security? {
        index(of: id).map { links[$0].security.value?.security ?? Security() }
    }

    /// How many pairings have succeeded on a link. Encryption with the key of a bond is no pairing.
    package func pairingCount(of id: LinkID) -> Int {
        index(of: id).map { links[$0].security.value?.pairingCount ?? 0 } ?? 0
    }

    // MARK: State

    /// Changes the security state of a link, and creates it if needed.
    mutating func withSecurity<Result>(
        of index: Int, _ body: (inout LinkSecurityState) -> Result
    ) -> Result {
        var state = links[index].security.value ?? LinkSecurityState()
        defer { links[index].security.value = state }
        return body(&state)
    }

    /// Changes the security state of the host, and creates it if needed.
    mutating func withHostSecurity<Result>(_ body: (inout HostSecurity) -> Result) -> Result {
        var state = hostSecurity.value ?? HostSecurity(configuration.security)
        defer { hostSecurity.value = state }
        return body(&state)
    }

    // MARK: Requests of the upper layer

    /// One run after the other. A wish that the present run fulfils gets its result; any other wish waits.
    private mutating func wish(_ wish: SecurityWish, on link: LinkID, at now: Instant) {
        guard let index = index(of: link) else { return emit(.securityEnded(link, .failure(.linkLost))) }
        guard let run = links[index].security.value?.run else { return start(wish, on: index, at: now) }
        guard !run.covers(wish) else { return }
        withSecurity(of: index) { $0.next = wish.joined(with: $0.next) }
    }

    /// Begins a run, unless the link has the wished security already or can't get it.
    private mutating func start(_ wish: SecurityWish, on index: Int, at now: Instant) {
        let id = links[index].id
        let present = links[index].security.value?.security ?? Security()
        if !wish.pairsAnew, isEnough(present, for: wish.level) {
            return emit(.securityEnded(id, .success(present)))
        }
        switch links[index].link.role {
        case .central:
            if !wish.pairsAnew, let key = usableKey(of: index, for: wish.level, besides: present) {
                return encrypt(index, with: key, at: now)
            }
            if let failure = reasonNotToPair(index) { return emit(.securityEnded(id, .failure(failure))) }
            beginPairing(index, level: wish.level, with: .begin, at: now)
        case .peripheral:
            let hasKey = !wish.pairsAnew && usableKey(of: index, for: wish.level, besides: present) != nil
            if let failure = reasonNotToPair(index), failure == .timeout || !hasKey {
                return emit(.securityEnded(id, .failure(failure)))
            }
            askCentral(wish, on: index, at: now)
        }
    }

    /// Whether a link has the security for `level`; keys that are too short do not count.
    private func isEnough(_ security: Security, for level: SecurityLevel) -> Bool {
        level == .none
            || (security.level >= level && security.keySize >= configuration.security.minimumKeySize)
    }

    /// The bond's key, if it gives the wished security and more than the link has now.
    private func usableKey(
        of index: Int, for level: SecurityLevel, besides present: Security
    ) -> (key: Bond.Key, security: Security)? {
        guard let place = bondIndex(of: index) else { return nil }
        let bond = bonds[place]
        guard let key = bond.key(as: links[index].link.role), key.value.count == 16,
            isEnough(bond.security, for: level),
            present.level == .none || !isEnough(present, for: bond.security.level)
        else { return nil }
        return (key, bond.security)
    }

    private func reasonNotToPair(_ index: Int) -> SecurityFailure? {
        guard configuration.security.acceptsPairing else { return .notBonded }
        return links[index].security.value?.isSilenced == true ? .timeout : nil
    }

    private mutating func askCentral(_ wish: SecurityWish, on index: Int, at now: Instant) {
        let own = configuration.security
        var authentication: SMP.AuthenticationRequirements = []
        if own.isBondable { authentication.insert(.bonding) }
        if own.wantsAuthentication || wish.level == .authenticated { authentication.insert(.authenticated) }
        if own.offersSecureConnections { authentication.insert(.secureConnections) }
        withSecurity(of: index) {
            $0.run = .awaitingCentral(wish, deadline: now + SecurityRun.patience)
        }
        send(SMP.PDU.securityRequest(authentication).bytes, on: .smp, from: index)
    }

    /// A run has ended; a wish that waited for it begins.
    mutating func endRun(
        _ index: Int, _ result: Result<Security, SecurityFailure>, at now: Instant
    ) {
        let next = withSecurity(of: index) { state in
            state.run = nil
            defer { state.next = nil }
            return state.next
        }
        emit(.securityEnded(links[index].id, result))
        if let next { start(next, on: index, at: now) }
    }

    private mutating func answerPairing(_ index: Int, _ answer: PairingAnswer, at now: Instant) {
        guard let state = links[index].security.value else { return }
        if state.pairing != nil {
            feed(.answered(answer), to: index, at: now)
        } else if state.isPeerAsking, answer == .reject {
            withSecurity(of: index) { $0.isPeerAsking = false }
            refusePairing(.pairingNotSupported, on: index)
        }
    }

    // MARK: Ends

    /// Does what is due; does nothing if called early.
    mutating func securityDeadlineReached(_ index: Int, at now: Instant) {
        guard let state = links[index].security.value else { return }
        if let deadline = state.pairing?.nextDeadline, deadline <= now {
            feed(.deadlineReached, to: index, at: now)
        }
        if let deadline = state.encryptionDeadline, deadline <= now {
            withSecurity(of: index) { $0.encryptionDeadline = nil }
            encryptionFailed(index, .llResponseTimeout, at: now)
        }
        if case .awaitingCentral(_, let deadline) = state.run, deadline <= now {
            endRun(index, .failure(.timeout), at: now)
        }
    }

    /// A link is about to end: so do its run and the wishes that wait for it.
    mutating func securityLost(on index: Int) {
        guard let state = links[index].security.value else { return }
        let id = links[index].id
        hostSecurity.value?.controllerKeys.release(id)
        if state.isPrompting { emit(.pairingPromptEnded(id)) }
        if state.run != nil { emit(.securityEnded(id, .failure(.linkLost))) }
        if state.next != nil { emit(.securityEnded(id, .failure(.linkLost))) }
    }

    /// The controller is about to be reset.
    mutating func securityReset() { hostSecurity.value?.controllerKeys = .free }

    // MARK: Out of band

    private mutating func makeOutOfBandData() {
        let data = withHostSecurity { state in
            let pair = Pairing.KeyPair(drawing: &state.random)
            let data = pair.outOfBandData(drawing: &state.random)
            (state.localKeyPair, state.localData) = (pair, data)
            return data
        }
        emit(.outOfBandData(data))
    }
}
