import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

extension Host {
    /// The Security Manager of one link: its encryption, its pairings, and what the upper layer asks for. A link
    /// that was never secured has none.
    ///
    /// It takes commands, the PDUs of channel 6, and the controller's answers. It writes PDUs, events and HCI commands
    /// into the sink, and leaves in the turn what its host has to do next. Source: Core 6.0, Vol 3, Part H.
    ///
    /// ```swift
    /// var turn = Host.SecurityTurn(link, configuration, bonds, profile, shared, at: now)
    /// manager.wish(SecurityWish(level: .encrypted, pairsAnew: false), &turn, into: &sink)
    /// ```
    struct SecurityManager: Sendable {
        /// The security of the link's encryption now.
        private(set) var security = Security()
        var run: SecurityRun?
        /// What the upper layer has asked for meanwhile and the run does not give.
        var next: SecurityWish?
        /// The pairing of the run, whichever end began it.
        var pairing: Pairing?
        /// The key with which the peripheral answers the next request for a key with EDIV and Rand 0.
        var providedKey: [UInt8]?
        /// The key with which the link is being encrypted; the controller reports the end.
        var encrypting: KeyInUse?
        /// When the encryption with the key of a bond must have ended.
        var encryptionDeadline: Instant?
        /// An answer to the controller's request for a key is being sent.
        var isReplying = false
        /// A pairing that is still running has replaced a key that gave the link security.
        var hasReplacedKey = false
        /// How many pairings have succeeded on this link.
        var pairingCount = 0
        /// The user sees a prompt.
        var isPrompting = false
        /// The peripheral's Security Request waits for the upper layer.
        var isPeerAsking = false
        /// A pairing ended by timeout: no SMP PDU may be sent any more (Core 6.0, Vol 3, Part H, 3.4).
        var isSilenced = false
        /// The blocks that the controller encrypts for the pairing, in order.
        var blocks: [Block] = []
        /// The host's own key pair, used if the controller could make none.
        var ownKeyPair: Pairing.KeyPair?

        init() {}

        /// Whether it has to be kept: something is running or has happened on this link.
        var isUsed: Bool {
            security != Security() || run != nil || encrypting != nil || isReplying || pairingCount > 0
                || isPeerAsking || isSilenced || !blocks.isEmpty
        }

        /// The next deadline; may change with every other call.
        var nextDeadline: Instant? {
            var earliest = pairing?.nextDeadline
            if let mine = encryptionDeadline { earliest = earliest.map { min($0, mine) } ?? mine }
            if case .awaitingCentral(_, let mine) = run { earliest = earliest.map { min($0, mine) } ?? mine }
            return earliest
        }

        /// What is wrong between two inputs; `nil` if nothing is.
        var brokenInvariant: String? {
            let isPairing = if case .pairing = run { true } else { false }
            if (pairing != nil) != isPairing {
                return "a pairing without its run, or a run without its pairing"
            }
            if next != nil, run == nil { return "a wish waits for nothing" }
            if isPrompting, pairing == nil { return "a prompt outlives its pairing" }
            if encrypting == .pairing, pairing == nil { return "the key of no pairing encrypts the link" }
            if encryptionDeadline != nil, encrypting == nil { return "a deadline without an encryption" }
            if blocks.count > 3 { return "\(blocks.count) blocks wait for the controller" }
            return nil
        }

        /// The security of the link's encryption from now on.
        mutating func setSecurity(_ security: Security, _ turn: inout SecurityTurn) {
            self.security = security
            turn.hasNewSecurity = true
        }

        /// The bond with the link's peer was forgotten; the encryption stays.
        mutating func bondRemoved() { security.isBonded = false }
    }

    /// What a Security Manager sees of its host while it handles one input, and what it leaves there.
    struct SecurityTurn: Sendable {
        /// What the host has to do after the input. Then it gives the manager the input that the case names.
        enum Effect: Hashable, Sendable {
            /// The link is encrypted with the key of a bond: restore what the bond keeps, then `restored`.
            case encryptedWithBond(Security)
            /// A pairing has succeeded: `took` its security, then keep the bond, then `kept`.
            case paired(Pairing.Outcome)
        }

        let id: LinkID
        let link: Link
        let localAddress: DeviceAddress
        let peerAddressOnAir: DeviceAddress
        let own: SecurityConfiguration
        let bonds: BondTable
        let now: Instant
        var profile: ControllerProfile
        /// What all links share; made when it is needed.
        private(set) var shared: OnDemand<HostSecurity>
        /// The link's security was set, to the same or to another.
        var hasNewSecurity = false
        var effect: Effect?

        init(
            _ id: LinkID, _ link: Link, localAddress: DeviceAddress, peerAddressOnAir: DeviceAddress,
            _ own: SecurityConfiguration, _ bonds: BondTable, _ profile: ControllerProfile,
            _ shared: OnDemand<HostSecurity>, at now: Instant
        ) {
            (self.id, self.link, self.localAddress) = (id, link, localAddress)
            self.peerAddressOnAir = peerAddressOnAir
            (self.own, self.bonds, self.profile, self.shared, self.now) = (own, bonds, profile, shared, now)
        }

        /// The bond with the link's peer.
        var bond: Bond? {
            bonds.index(peer: link.peer, onAir: peerAddressOnAir).map { bonds.bonds[$0] }
        }

        /// Changes what all links share.
        mutating func share<Result>(_ body: (inout HostSecurity) -> Result) -> Result {
            shared.use(orMake: HostSecurity(own), body)
        }

        /// The link needs no more of the controller's keys.
        mutating func releaseKeys() {
            guard !shared.isEmpty else { return }
            let id = id
            share { $0.controllerKeys.release(id) }
        }
    }
}

// MARK: - Commands

extension Host.SecurityManager {
    /// One run after the other. A wish that the present run fulfils gets its result; any other wish waits.
    mutating func wish(
        _ wish: Host.SecurityWish, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        guard let run else { return start(wish, &turn, into: &sink) }
        if !run.covers(wish) { next = wish.joined(with: next) }
    }

    /// The user answers a prompt, or the upper layer refuses what a peripheral asks.
    mutating func answer(
        _ answer: Host.PairingAnswer, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        if pairing != nil {
            feed(.answered(answer), &turn, into: &sink)
        } else if isPeerAsking, answer == .reject {
            isPeerAsking = false
            refusePairing(.pairingNotSupported, turn, into: &sink)
        }
    }

    /// Begins a run, unless the link has the wished security already or can't get it.
    private mutating func start(
        _ wish: Host.SecurityWish, _ turn: inout Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        if !wish.pairsAnew, Self.isEnough(security, for: wish.level, turn.own) {
            return sink.emit(.securityEnded(turn.id, .success(security)))
        }
        let key = wish.pairsAnew ? nil : usableKey(for: wish.level, turn)
        switch turn.link.role {
        case .central:
            if let key { return encrypt(with: key, &turn, into: &sink) }
            if let failure = reasonNotToPair(turn) {
                return sink.emit(.securityEnded(turn.id, .failure(failure)))
            }
            beginPairing(level: wish.level, with: .begin, &turn, into: &sink)
        case .peripheral:
            if let failure = reasonNotToPair(turn), failure == .timeout || key == nil {
                return sink.emit(.securityEnded(turn.id, .failure(failure)))
            }
            askCentral(wish, turn, into: &sink)
        }
    }

    /// Whether this is the security for `level`; keys that are too short do not count.
    private static func isEnough(
        _ security: Host.Security, for level: Host.SecurityLevel, _ own: Host.SecurityConfiguration
    ) -> Bool {
        level == .none || (security.level >= level && security.keySize >= own.minimumKeySize)
    }

    /// The bond's key, if it gives the wished security and more than the link has now.
    private func usableKey(
        for level: Host.SecurityLevel, _ turn: Host.SecurityTurn
    ) -> (key: Host.Bond.Key, security: Host.Security)? {
        guard let bond = turn.bond, let key = bond.key(as: turn.link.role), key.value.count == 16,
            Self.isEnough(bond.security, for: level, turn.own),
            security.level == .none || !Self.isEnough(security, for: bond.security.level, turn.own)
        else { return nil }
        return (key, bond.security)
    }

    private func reasonNotToPair(_ turn: Host.SecurityTurn) -> Host.SecurityFailure? {
        guard turn.own.acceptsPairing else { return .notBonded }
        return isSilenced ? .timeout : nil
    }

    private mutating func askCentral(
        _ wish: Host.SecurityWish, _ turn: Host.SecurityTurn, into sink: inout Host.Sink
    ) {
        var authentication: SMP.AuthenticationRequirements = []
        if turn.own.isBondable { authentication.insert(.bonding) }
        if turn.own.wantsAuthentication || wish.level == .authenticated {
            authentication.insert(.authenticated)
        }
        if turn.own.offersSecureConnections { authentication.insert(.secureConnections) }
        run = .awaitingCentral(wish, deadline: turn.now + Host.SecurityRun.patience)
        send(.securityRequest(authentication), turn, into: &sink)
    }

    func send(_ pdu: SMP.PDU, _ turn: Host.SecurityTurn, into sink: inout Host.Sink) {
        sink.send(pdu.bytes, on: .smp, to: turn.link.connectionHandle)
    }
}

// MARK: - Ends

extension Host.SecurityManager {
    /// A run has ended; a wish that waited for it begins.
    mutating func endRun(
        _ result: Result<Host.Security, Host.SecurityFailure>, _ turn: inout Host.SecurityTurn,
        into sink: inout Host.Sink
    ) {
        run = nil
        let waiting = next
        next = nil
        sink.emit(.securityEnded(turn.id, result))
        if let waiting { start(waiting, &turn, into: &sink) }
    }

    /// Does what is due; does nothing if called early.
    mutating func deadlineReached(_ turn: inout Host.SecurityTurn, into sink: inout Host.Sink) {
        let (encryption, begun) = (encryptionDeadline, run)
        if let deadline = pairing?.nextDeadline, deadline <= turn.now {
            feed(.deadlineReached, &turn, into: &sink)
        }
        if let encryption, encryption <= turn.now {
            encryptionDeadline = nil
            encryptionFailed(.llResponseTimeout, &turn, into: &sink)
        }
        if case .awaitingCentral(_, let deadline) = begun, deadline <= turn.now {
            endRun(.failure(.timeout), &turn, into: &sink)
        }
    }

    /// The link is about to end: so do its run and the wish that waits for it.
    mutating func linkLost(_ turn: inout Host.SecurityTurn, into sink: inout Host.Sink) {
        turn.releaseKeys()
        if isPrompting { sink.emit(.pairingPromptEnded(turn.id)) }
        if run != nil { sink.emit(.securityEnded(turn.id, .failure(.linkLost))) }
        if next != nil { sink.emit(.securityEnded(turn.id, .failure(.linkLost))) }
        self = Host.SecurityManager()
    }
}
