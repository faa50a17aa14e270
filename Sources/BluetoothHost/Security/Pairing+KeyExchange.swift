import BluetoothCryptography
import BluetoothWire

/// Phase 2 of LE Secure Connections begins: the ends exchange public keys, and derive the same secret.
///
/// Source: Core 6.0, Vol 3, Part H, 2.3.5.6.1.
extension Pairing {
    /// A point, 32 bytes each as on the wire.
    struct PublicKey: Hashable, Sendable {
        var x: [UInt8]
        var y: [UInt8]
    }

    struct KeyExchange: Hashable, Sendable {
        enum Step: Hashable, Sendable {
            /// The controller makes a key pair; the responder already has the peer's key.
            case awaitingOwnKey(peer: PublicKey?)
            /// The initiator has already sent its own key.
            case awaitingPeerKey(own: KeyPair?)
            /// The controller derives the secret.
            case awaitingSecret(own: KeyPair, peer: PublicKey)
        }

        let agreement: Agreement
        var step: Step

        var isAwaitingController: Bool {
            switch step {
            case .awaitingOwnKey, .awaitingSecret: true
            case .awaitingPeerKey: false
            }
        }
    }

    /// The result of the exchange: 32 bytes each, as on the wire.
    struct Exchange: Hashable, Sendable {
        let agreement: Agreement
        let ownX: [UInt8]
        let peerX: [UInt8]
        let secret: [UInt8]
    }

    mutating func startKeyExchange(_ agreement: Agreement, _ turn: inout Turn) {
        let phase = KeyExchange(agreement: agreement, step: .awaitingPeerKey(own: nil))
        guard context.role == .central else { return state = .exchangingKeys(phase) }
        obtainOwnKey(phase, peer: nil, &turn)
    }

    private mutating func obtainOwnKey(_ phase: KeyExchange, peer: PublicKey?, _ turn: inout Turn) {
        if let pair = context.localKeyPair { return tell(pair, phase, peer: peer, &turn) }
        guard context.usesControllerP256 else {
            return tell(KeyPair(drawing: &turn.random), phase, peer: peer, &turn)
        }
        var phase = phase
        phase.step = .awaitingOwnKey(peer: peer)
        state = .exchangingKeys(phase)
        turn.actions.append(.computePublicKey)
    }

    /// The answer to `computePublicKey`. It has no effect if it was not expected.
    mutating func tookPublicKey(x: [UInt8], y: [UInt8], _ turn: inout Turn) {
        guard case .exchangingKeys(let phase) = state, case .awaitingOwnKey(let peer) = phase.step else {
            return
        }
        guard x.count == 32, y.count == 32 else { return fail(.unspecifiedReason, &turn) }
        tell(KeyPair(x: x, y: y), phase, peer: peer, &turn)
    }

    private mutating func tell(
        _ own: KeyPair, _ phase: KeyExchange, peer: PublicKey?, _ turn: inout Turn
    ) {
        // A peer that reflects this end's own key could also reflect this end's answers.
        guard peer?.x != own.x else { return fail(.invalidParameters, &turn) }
        send(.pairingPublicKey(x: own.x, y: own.y), &turn)
        if let peer { return deriveSecret(own, peer, phase, &turn) }
        var phase = phase
        phase.step = .awaitingPeerKey(own: own)
        state = .exchangingKeys(phase)
    }

    mutating func tookPeerKey(x: [UInt8], y: [UInt8], _ phase: KeyExchange, _ turn: inout Turn) {
        guard case .awaitingPeerKey(let own) = phase.step else {
            preconditionFailure("a peer's key was let through in \(phase.step)")
        }
        let peer = PublicKey(x: x, y: y)
        guard peer.isOnCurve, peer.x != own?.x else { return fail(.invalidParameters, &turn) }
        guard let own else { return obtainOwnKey(phase, peer: peer, &turn) }
        deriveSecret(own, peer, phase, &turn)
    }

    private mutating func deriveSecret(
        _ own: KeyPair, _ peer: PublicKey, _ phase: KeyExchange, _ turn: inout Turn
    ) {
        guard let privateKey = own.privateKey else {
            var phase = phase
            phase.step = .awaitingSecret(own: own, peer: peer)
            state = .exchangingKeys(phase)
            turn.actions.append(.computeSharedSecret(peerX: peer.x, peerY: peer.y))
            return
        }
        guard let secret = PairingCipher.sharedSecret(privateKey, peer) else {
            return fail(.invalidParameters, &turn)
        }
        exchanged(
            Exchange(agreement: phase.agreement, ownX: own.x, peerX: peer.x, secret: secret), &turn)
    }

    /// The answer to `computeSharedSecret`. It has no effect if it was not expected.
    mutating func tookSharedSecret(_ secret: [UInt8]?, _ turn: inout Turn) {
        guard case .exchangingKeys(let phase) = state, case .awaitingSecret(let own, let peer) = phase.step
        else { return }
        guard let secret, secret.count == 32 else { return fail(.dhKeyCheckFailed, &turn) }
        exchanged(
            Exchange(agreement: phase.agreement, ownX: own.x, peerX: peer.x, secret: secret), &turn)
    }

    private mutating func exchanged(_ exchange: Exchange, _ turn: inout Turn) {
        switch exchange.agreement.method {
        case .justWorks, .numericComparison, .outOfBand: startAuthentication(exchange, &turn)
        case .passkey(let plan):
            state = .awaitingPasskey(exchange, peerConfirm: nil)
            guard let passkey = obtainPasskey(plan, &turn) else { return }
            startRounds(exchange, passkey: passkey, peerConfirm: nil, &turn)
        }
    }
}
