import BluetoothCryptography
import BluetoothWire

/// Authentication stage 2 of LE Secure Connections: both ends compute the keys and prove it.
///
/// Source: Core 6.0, Vol 3, Part H, 2.3.5.6.5.
extension Pairing {
    struct KeyCheck: Hashable, Sendable {
        enum Step: Hashable, Sendable {
            /// The initiator's check value may arrive before the responder's user has compared.
            case makingKeys(peerCheck: [UInt8]?)
            case awaitingCheck(Proof)
        }

        /// The key, and the check values with which both ends prove that they have it.
        struct Proof: Hashable, Sendable {
            let key: [UInt8]
            let own: [UInt8]
            let peer: [UInt8]
        }

        let exchange: Exchange
        let random: [UInt8]
        let peerRandom: [UInt8]
        /// This end's *r*: passkey, random value that was sent out of band, or zeros; 16 bytes as on the
        /// wire.
        let value: [UInt8]
        let peerValue: [UInt8]
        var step: Step
    }

    mutating func computeKeys(_ phase: KeyCheck, _ turn: inout Turn) throws(BlockNeeded) -> Bool {
        guard case .makingKeys(let peerCheck) = phase.step else { return false }
        let proof = try proof(phase)
        var phase = phase
        phase.step = .awaitingCheck(proof)
        state = .checkingKeys(phase)
        if context.role == .central { send(.pairingDHKeyCheck(proof.own), &turn) }
        if let peerCheck { tookCheck(peerCheck, phase, &turn) }
        return true
    }

    private mutating func proof(_ phase: KeyCheck) throws(BlockNeeded) -> KeyCheck.Proof {
        let isCentral = context.role == .central
        let (own, peer) = (context.role, context.role.opposite)
        let agreement = phase.exchange.agreement
        let keys = try cipher.f5(
            phase.exchange.secret, isCentral ? phase.random : phase.peerRandom,
            isCentral ? phase.peerRandom : phase.random, address(of: .central), address(of: .peripheral))
        return KeyCheck.Proof(
            key: agreement.shortened(keys.longTermKey),
            own: try cipher.f6(
                keys.macKey, phase.random, phase.peerRandom, phase.peerValue, agreement.features(of: own),
                address(of: own), address(of: peer)),
            peer: try cipher.f6(
                keys.macKey, phase.peerRandom, phase.random, phase.value, agreement.features(of: peer),
                address(of: peer), address(of: own)))
    }

    mutating func tookCheck(_ check: [UInt8], _ phase: KeyCheck, _ turn: inout Turn) {
        guard case .awaitingCheck(let proof) = phase.step else {
            preconditionFailure("a check was let through in \(phase.step)")
        }
        guard check == proof.peer else { return fail(.dhKeyCheckFailed, &turn) }
        let answer: SMP.PDU? = context.role == .central ? nil : .pairingDHKeyCheck(proof.own)
        encrypt(phase.exchange.agreement, key: proof.key, saying: answer, &turn)
    }
}
