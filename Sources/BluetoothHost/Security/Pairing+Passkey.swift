import BluetoothCryptography
import BluetoothWire

/// Authentication stage 1 of LE Secure Connections with a passkey: one round for each of its twenty bits,
/// least significant first. A wrong guess is detected in its round, so a man in the middle learns at most two
/// bits.
///
/// Source: Core 6.0, Vol 3, Part H, 2.3.5.6.3.
extension Pairing {
    struct PasskeyRounds: Hashable, Sendable {
        static let count = 20

        enum Step: Hashable, Sendable {
            /// The responder already has the initiator's confirm value.
            case makingConfirm(peerConfirm: [UInt8]?)
            case awaitingConfirm
            case awaitingRandom(peerConfirm: [UInt8])
            case checkingConfirm(peerConfirm: [UInt8], peerRandom: [UInt8])
        }

        let exchange: Exchange
        let passkey: UInt32
        /// 0…19.
        var round = 0
        /// A new one for each round.
        var random: [UInt8]
        var step: Step

        /// The part of the passkey that this round's confirm values cover.
        var bit: UInt8 { 0x80 | UInt8(passkey >> UInt32(round) & 1) }
    }

    mutating func startRounds(
        _ exchange: Exchange, passkey: UInt32, peerConfirm: [UInt8]?, _ turn: inout Turn
    ) {
        state = .passkeyRounds(
            PasskeyRounds(
                exchange: exchange, passkey: passkey, random: turn.random.bytes(16),
                step: firstStep(peerConfirm: peerConfirm)))
    }

    private func firstStep(peerConfirm: [UInt8]?) -> PasskeyRounds.Step {
        let isFirst = context.role == .central || peerConfirm != nil
        return isFirst ? .makingConfirm(peerConfirm: peerConfirm) : .awaitingConfirm
    }

    mutating func receiveRound(_ pdu: SMP.PDU, _ phase: PasskeyRounds, _ turn: inout Turn) {
        var phase = phase
        switch (phase.step, pdu) {
        case (.awaitingConfirm, .pairingConfirm(let confirm)) where context.role == .peripheral:
            phase.step = .makingConfirm(peerConfirm: confirm)
        case (.awaitingConfirm, .pairingConfirm(let confirm)):
            phase.step = .awaitingRandom(peerConfirm: confirm)
            send(.pairingRandom(phase.random), &turn)
        case (.awaitingRandom(let confirm), .pairingRandom(let random)):
            phase.step = .checkingConfirm(peerConfirm: confirm, peerRandom: random)
        default: return fail(.unspecifiedReason, &turn)
        }
        state = .passkeyRounds(phase)
    }

    mutating func computeRound(_ phase: PasskeyRounds, _ turn: inout Turn) throws(BlockNeeded) -> Bool {
        let exchange = phase.exchange
        switch phase.step {
        case .makingConfirm(let peerConfirm):
            let confirm = try cipher.f4(exchange.ownX, exchange.peerX, phase.random, phase.bit)
            var phase = phase
            phase.step = peerConfirm.map { .awaitingRandom(peerConfirm: $0) } ?? .awaitingConfirm
            state = .passkeyRounds(phase)
            send(.pairingConfirm(confirm), &turn)
        case .checkingConfirm(let confirm, let random):
            let expected = try cipher.f4(exchange.peerX, exchange.ownX, random, phase.bit)
            guard expected == confirm else {
                fail(.confirmValueFailed, &turn)
                return true
            }
            if context.role == .peripheral { send(.pairingRandom(phase.random), &turn) }
            finishRound(phase, peerRandom: random, &turn)
        case .awaitingConfirm, .awaitingRandom: return false
        }
        return true
    }

    private mutating func finishRound(_ phase: PasskeyRounds, peerRandom: [UInt8], _ turn: inout Turn) {
        guard phase.round == PasskeyRounds.count - 1 else {
            var next = phase
            next.round += 1
            next.random = turn.random.bytes(16)
            next.step = firstStep(peerConfirm: nil)
            return state = .passkeyRounds(next)
        }
        closePrompt(&turn)
        let value = [UInt8].passkey(phase.passkey)
        state = .checkingKeys(
            KeyCheck(
                exchange: phase.exchange, random: phase.random, peerRandom: peerRandom, value: value,
                peerValue: value, step: .makingKeys(peerCheck: nil)))
    }
}
