import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Why and how far the phone secures one link. Apps never ask for it: it follows from what peers refuse or ask for, and
/// from bonds (behaviour 5.31–5.36, 3.14–3.17).
///
/// ```swift
/// var security = LinkSecurity(Host.LinkID(7), isBonded: false)
/// let verdict = security.requestRefused(.insufficientEncryption, after: 0, barrier: nil, into: &effects)
/// #expect(verdict == .pairs && security.state == .blocked(.insufficientEncryption))
/// ```
struct LinkSecurity: Sendable {
    /// Why the host is securing the link.
    enum State: Hashable, Sendable {
        /// It is not.
        case idle
        /// The peer is bonded: managers get no event for the link before it is encrypted (behaviour 3.16).
        case beforeConnect
        /// The peer refused a request with this code; the request waits in the link's client (behaviour 5.31).
        case blocked(ATT.ErrorCode)
        /// The peer asked with a Security Request (behaviour 5.36) or refused a channel (6.35), or the system itself
        /// needs it (3.25).
        case asked
    }

    /// What becomes of something that the peer refused.
    enum Verdict: Hashable, Sendable {
        /// Pairing would not help, or the phone does not pair: the app gets the refusal.
        case useless
        /// The phone has no room for another bond (section 8, CB 16).
        case noRoom
        /// The phone pairs, and what was refused waits for `ended`.
        case pairs
    }

    /// What follows from the end of a pairing or an encryption.
    enum Effect: Hashable, Sendable {
        case nothing
        /// Managers that wait for the bonded peer are connected.
        case connects
        /// The bonded peer's link could not be encrypted: it ends.
        case connectFails(Host.SecurityFailure)
        /// The request that waited goes on.
        case resumes(ATT.ErrorCode, isSecured: Bool)
        /// What the peer or the system asked for has failed.
        case fails
    }

    let link: Host.LinkID
    private(set) var state = State.idle
    private(set) var level = Host.SecurityLevel.none
    /// The phone has a key of the peer.
    private(set) var isBonded: Bool
    /// The number of the alert that asks the user about this link.
    private(set) var alert: UInt32?

    init(_ link: Host.LinkID, isBonded: Bool) {
        self.link = link
        self.isBonded = isBonded
    }

    // MARK: Reasons

    /// A link to a bonded peer is up: it is encrypted before anything else (3.16).
    mutating func encryptBeforeConnect(into effects: inout PhoneEffects) {
        guard state == .idle else { return }
        state = .beforeConnect
        effects.append(.host(.security(.secure(link, .encrypted))))
    }

    /// Nobody waits for the bonded peer any more, and the link ends.
    mutating func abandonConnect() {
        if state == .beforeConnect { state = .idle }
    }

    /// The system itself needs an encrypted link.
    mutating func secure(into effects: inout PhoneEffects) {
        guard state == .idle else { return }
        state = .asked
        effects.append(.host(.security(.secure(link, .encrypted))))
    }

    /// A peripheral asks for security: the user is asked, as after a refused request (5.36).
    mutating func peerAsks(
        for level: Host.SecurityLevel, barrier: PairingBarrier?, into effects: inout PhoneEffects
    ) {
        guard barrier == nil else {
            return effects.append(.host(.security(.answerPairing(link, .reject))))
        }
        if state == .idle { state = .asked }
        effects.append(.host(.security(.secure(link, max(level, .encrypted)))))
    }

    /// The peer refused a request for which the phone has already paired this often. A pairing that was asked for and
    /// is already running serves the request too.
    mutating func requestRefused(
        _ code: ATT.ErrorCode, after pairings: UInt8, barrier: PairingBarrier?,
        into effects: inout PhoneEffects
    ) -> Verdict {
        guard state == .idle || state == .asked, let remedy = remedy(for: code, after: pairings) else {
            return .useless
        }
        if state == .idle {
            if let barrier { return barrier == .tableFull ? .noRoom : .useless }
            effects.append(.host(.security(remedy)))
        }
        state = .blocked(code)
        return .pairs
    }

    /// The peer refused a channel for which the phone has already paired this often (6.35). Any pairing that is already
    /// running serves the channel too.
    mutating func channelRefused(
        _ code: ATT.ErrorCode, after pairings: UInt8, barrier: PairingBarrier?,
        into effects: inout PhoneEffects
    ) -> Verdict {
        guard let remedy = remedy(for: code, after: pairings) else { return .useless }
        if state == .idle {
            if let barrier { return barrier == .tableFull ? .noRoom : .useless }
            state = .asked
            effects.append(.host(.security(remedy)))
        }
        return .pairs
    }

    /// What may make the peer accept: first an encrypted link, then an authenticated key.
    private func remedy(
        for code: ATT.ErrorCode, after pairings: UInt8
    ) -> Host.SecurityCommand? {
        switch (code, level) {
        case (.insufficientAuthentication, .none), (.insufficientEncryption, .none),
            (.insufficientAuthorization, .none):
            return pairings == 0 ? .secure(link, .encrypted) : nil
        case (.insufficientAuthentication, .encrypted):
            return pairings < 2 ? .pair(link, .authenticated) : nil
        default: return nil
        }
    }

    // MARK: Events of the host

    /// The link has this security now. Returns whether the phone has a key of the peer.
    mutating func changed(_ security: Host.Security) -> Bool {
        level = security.level
        if security.isBonded { isBonded = true }
        return security.isBonded
    }

    /// The host no longer secures the link. If the link is lost, `disconnected` follows, and decides about what waits.
    mutating func ended(_ result: Result<Host.Security, Host.SecurityFailure>) -> Effect {
        switch (state, result) {
        case (.idle, _), (.beforeConnect, .failure(.linkLost)), (.blocked, .failure(.linkLost)):
            return .nothing
        case (.beforeConnect, .success):
            state = .idle
            return .connects
        case (.beforeConnect, .failure(let failure)):
            state = .idle
            return .connectFails(failure)
        case (.blocked(let code), .success):
            state = .idle
            return .resumes(code, isSecured: true)
        case (.blocked(let code), .failure):
            state = .idle
            return .resumes(code, isSecured: false)
        case (.asked, .success):
            state = .idle
            return .nothing
        case (.asked, .failure):
            state = .idle
            return .fails
        }
    }

    // MARK: The user

    /// An alert asks the user about the link.
    mutating func alertShown(_ number: UInt32) { alert = number }

    /// The alert is gone. Returns whether there was one.
    mutating func alertEnded() -> Bool {
        defer { alert = nil }
        return alert != nil
    }

    /// The rule that is broken, if one is; only a defect of Faraday breaks one.
    var brokenRule: String? {
        switch state {
        case .beforeConnect: isBonded ? nil : "a link is encrypted before it is reported, and there is no key"
        case .blocked(.insufficientAuthentication), .blocked(.insufficientEncryption),
            .blocked(.insufficientAuthorization):
            nil
        case .blocked: "a request waits for a pairing that does not help"
        case .idle, .asked: nil
        }
    }
}
