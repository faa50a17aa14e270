import BluetoothCryptography
import BluetoothWire

/// Phase 2 of LE legacy pairing: confirm and random values around a temporary key.
///
/// Source: Core 6.0, Vol 3, Part H, 2.3.5.5.
extension Pairing {
    struct Legacy: Hashable, Sendable {
        enum Step: Hashable, Sendable {
            /// The user types. The initiator's confirm value may arrive before.
            case awaitingPasskey(peerConfirm: [UInt8]?)
            case makingConfirm(peerConfirm: [UInt8]?)
            case awaitingConfirm
            case awaitingRandom(peerConfirm: [UInt8])
            case checkingConfirm(peerConfirm: [UInt8], peerRandom: [UInt8])
        }

        let agreement: Agreement
        let random: [UInt8]
        /// Zeros with Just Works, and until a passkey is typed.
        var temporaryKey: [UInt8]
        /// This end's confirm value, once it is made.
        var confirm: [UInt8] = []
        var step: Step
    }

    mutating func startLegacy(_ agreement: Agreement, _ turn: inout Turn) {
        var phase = Legacy(
            agreement: agreement, random: turn.random.bytes(16), temporaryKey: .zeros,
            step: context.role == .central ? .makingConfirm(peerConfirm: nil) : .awaitingConfirm)
        switch agreement.method {
        case .justWorks: break
        case .outOfBand:
            guard let temporaryKey else { preconditionFailure("out of band without a temporary key") }
            phase.temporaryKey = temporaryKey
        case .passkey(let plan):
            if let passkey = obtainPasskey(plan, &turn) {
                phase.temporaryKey = .passkey(passkey)
            } else {
                phase.step = .awaitingPasskey(peerConfirm: nil)
            }
        case .numericComparison: preconditionFailure("numbers are not compared in legacy pairing")
        }
        state = .legacy(phase)
    }

    mutating func typed(_ passkey: UInt32, _ phase: Legacy) {
        guard case .awaitingPasskey(let peerConfirm) = phase.step else {
            preconditionFailure("a passkey was asked for in \(phase.step)")
        }
        var phase = phase
        phase.temporaryKey = .passkey(passkey)
        let isReady = context.role == .central || peerConfirm != nil
        phase.step = isReady ? .makingConfirm(peerConfirm: peerConfirm) : .awaitingConfirm
        state = .legacy(phase)
    }

    mutating func receiveLegacy(_ pdu: SMP.PDU, _ phase: Legacy, _ turn: inout Turn) {
        var phase = phase
        switch (phase.step, pdu) {
        case (.awaitingPasskey(nil), .pairingConfirm(let confirm)) where context.role == .peripheral:
            phase.step = .awaitingPasskey(peerConfirm: confirm)
        case (.awaitingConfirm, .pairingConfirm(let confirm)) where context.role == .peripheral:
            phase.step = .makingConfirm(peerConfirm: confirm)
        case (.awaitingConfirm, .pairingConfirm(let confirm)):
            // A peer that reflects the confirm value may not know the key.
            guard confirm != phase.confirm else { return fail(.confirmValueFailed, &turn) }
            phase.step = .awaitingRandom(peerConfirm: confirm)
            send(.pairingRandom(phase.random), &turn)
        case (.awaitingRandom(let confirm), .pairingRandom(let random)):
            phase.step = .checkingConfirm(peerConfirm: confirm, peerRandom: random)
        default: return fail(.unspecifiedReason, &turn)
        }
        state = .legacy(phase)
    }

    mutating func computeLegacy(_ phase: Legacy, _ turn: inout Turn) throws(BlockNeeded) -> Bool {
        switch phase.step {
        case .makingConfirm(let peerConfirm):
            let confirm = try legacyConfirm(phase, of: phase.random)
            var phase = phase
            phase.confirm = confirm
            phase.step = peerConfirm.map { .awaitingRandom(peerConfirm: $0) } ?? .awaitingConfirm
            state = .legacy(phase)
            send(.pairingConfirm(confirm), &turn)
        case .checkingConfirm(let peerConfirm, let peerRandom):
            let expected = try legacyConfirm(phase, of: peerRandom)
            let isCentral = context.role == .central
            let key = try cipher.s1(
                phase.temporaryKey, responder: isCentral ? peerRandom : phase.random,
                initiator: isCentral ? phase.random : peerRandom)
            guard expected == peerConfirm else {
                fail(.confirmValueFailed, &turn)
                return true
            }
            closePrompt(&turn)
            encrypt(phase.agreement, key: key, saying: isCentral ? nil : .pairingRandom(phase.random), &turn)
        case .awaitingPasskey, .awaitingConfirm, .awaitingRandom: return false
        }
        return true
    }

    private mutating func legacyConfirm(_ phase: Legacy, of random: [UInt8]) throws(BlockNeeded) -> [UInt8] {
        try cipher.c1(
            phase.temporaryKey, random, request: phase.agreement.request,
            response: phase.agreement.response, initiator: address(of: .central),
            responder: address(of: .peripheral))
    }

    /// The address of an end as it is on air.
    func address(of role: Host.Link.Role) -> DeviceAddress {
        role == context.role ? context.localAddress : context.peerAddress
    }
}

extension [UInt8] {
    /// Sixteen zeros.
    static var zeros: [UInt8] { [UInt8](repeating: 0, count: 16) }

    /// A passkey as the 16 bytes that confirm values cover, as on the wire.
    static func passkey(_ passkey: UInt32) -> [UInt8] {
        (0..<16).map { $0 < 4 ? UInt8(truncatingIfNeeded: passkey >> UInt32(8 * $0)) : 0 }
    }
}
