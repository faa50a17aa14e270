import BluetoothCryptography
import BluetoothWire

/// Authentication stage 1 of LE Secure Connections without a passkey.
///
/// Source: Core 6.0, Vol 3, Part H, 2.3.5.6.2 and 2.3.5.6.4.
extension Pairing {
    struct Authentication: Hashable, Sendable {
        enum Step: Hashable, Sendable {
            /// The responder commits to its random value.
            case makingConfirm
            case awaitingConfirm
            /// Only the initiator has a confirm value to check, and none out of band.
            case awaitingRandom(peerConfirm: [UInt8]?)
            case checkingConfirm(peerConfirm: [UInt8], peerRandom: [UInt8])
            case makingComparison(peerRandom: [UInt8])
            /// The user compares. The initiator may have finished earlier.
            case comparing(peerRandom: [UInt8], peerCheck: [UInt8]?)
            /// Checks the peer's public key against the data that came out of band.
            case checkingOutOfBand(Host.OutOfBandData)
        }

        let exchange: Exchange
        let random: [UInt8]
        var step: Step

        var method: PairingMethod { exchange.agreement.method }

        func moved(to step: Step) -> Self {
            var copy = self
            copy.step = step
            return copy
        }
    }

    mutating func startAuthentication(_ exchange: Exchange, _ turn: inout Turn) {
        let step: Authentication.Step =
            switch (exchange.agreement.method, context.role) {
            case (.outOfBand, _): .awaitingRandom(peerConfirm: nil)
            case (_, .central): .awaitingConfirm
            case (_, .peripheral): .makingConfirm
            }
        let phase = Authentication(exchange: exchange, random: turn.random.bytes(16), step: step)
        guard exchange.agreement.method == .outOfBand else { return state = .authenticating(phase) }
        if let data = peerData(exchange.agreement) {
            state = .authenticating(phase.moved(to: .checkingOutOfBand(data)))
        } else {
            swapRandoms(phase, &turn)
        }
    }

    /// Out of band there is no commitment: the initiator sends its random value first.
    private mutating func swapRandoms(_ phase: Authentication, _ turn: inout Turn) {
        state = .authenticating(phase.moved(to: .awaitingRandom(peerConfirm: nil)))
        if context.role == .central { send(.pairingRandom(phase.random), &turn) }
    }

    mutating func receiveAuthentication(_ pdu: SMP.PDU, _ phase: Authentication, _ turn: inout Turn) {
        switch (phase.step, pdu) {
        case (.awaitingConfirm, .pairingConfirm(let confirm)):
            state = .authenticating(phase.moved(to: .awaitingRandom(peerConfirm: confirm)))
            send(.pairingRandom(phase.random), &turn)
        case (.awaitingRandom(let confirm?), .pairingRandom(let random)):
            state = .authenticating(
                phase.moved(to: .checkingConfirm(peerConfirm: confirm, peerRandom: random)))
        case (.awaitingRandom(nil), .pairingRandom(let random)):
            if context.role == .peripheral { send(.pairingRandom(phase.random), &turn) }
            authenticated(phase, peerRandom: random)
        case (.comparing(let random, nil), .pairingDHKeyCheck(let check)) where context.role == .peripheral:
            state = .authenticating(phase.moved(to: .comparing(peerRandom: random, peerCheck: check)))
        default: fail(.unspecifiedReason, &turn)
        }
    }

    private mutating func authenticated(_ phase: Authentication, peerRandom: [UInt8]) {
        if phase.method == .numericComparison {
            state = .authenticating(phase.moved(to: .makingComparison(peerRandom: peerRandom)))
        } else {
            startKeyCheck(phase, peerRandom: peerRandom, peerCheck: nil)
        }
    }

    mutating func compared(_ turn: inout Turn) {
        guard case .authenticating(let phase) = state, case .comparing(let random, let check) = phase.step
        else { preconditionFailure("a comparison was asked for in \(state)") }
        closePrompt(&turn)
        startKeyCheck(phase, peerRandom: random, peerCheck: check)
    }

    mutating func computeAuthentication(
        _ phase: Authentication, _ turn: inout Turn
    ) throws(BlockNeeded) -> Bool {
        let exchange = phase.exchange
        switch phase.step {
        case .makingConfirm:
            let confirm = try cipher.f4(exchange.ownX, exchange.peerX, phase.random, 0)
            state = .authenticating(phase.moved(to: .awaitingRandom(peerConfirm: nil)))
            send(.pairingConfirm(confirm), &turn)
        case .checkingConfirm(let confirm, let random):
            let expected = try cipher.f4(exchange.peerX, exchange.ownX, random, 0)
            guard expected == confirm else {
                fail(.confirmValueFailed, &turn)
                return true
            }
            authenticated(phase, peerRandom: random)
        case .checkingOutOfBand(let data):
            let expected = try cipher.f4(exchange.peerX, exchange.peerX, data.random, 0)
            guard expected == data.confirm else {
                fail(.confirmValueFailed, &turn)
                return true
            }
            swapRandoms(phase, &turn)
        case .makingComparison(let random):
            let number = try comparisonValue(phase, peerRandom: random)
            state = .authenticating(phase.moved(to: .comparing(peerRandom: random, peerCheck: nil)))
            prompt(.compare(number), &turn)
        case .awaitingConfirm, .awaitingRandom, .comparing: return false
        }
        return true
    }

    private mutating func comparisonValue(
        _ phase: Authentication, peerRandom: [UInt8]
    ) throws(BlockNeeded) -> UInt32 {
        let exchange = phase.exchange
        guard context.role == .central else {
            return try cipher.g2(exchange.peerX, exchange.ownX, peerRandom, phase.random)
        }
        return try cipher.g2(exchange.ownX, exchange.peerX, phase.random, peerRandom)
    }

    private mutating func startKeyCheck(_ phase: Authentication, peerRandom: [UInt8], peerCheck: [UInt8]?) {
        let agreement = phase.exchange.agreement
        state = .checkingKeys(
            KeyCheck(
                exchange: phase.exchange, random: phase.random, peerRandom: peerRandom,
                value: localData(agreement)?.random ?? .zeros,
                peerValue: peerData(agreement)?.random ?? .zeros,
                step: .makingKeys(peerCheck: peerCheck)))
    }
}

extension Pairing {
    /// The peer's data, if this end has told the peer that it has them.
    private func peerData(_ agreement: Agreement) -> Host.OutOfBandData? {
        guard agreement.features(of: context.role).hasOutOfBandData, agreement.method == .outOfBand else {
            return nil
        }
        return context.peerOutOfBandData
    }

    /// This end's data, if the peer has said that it has them.
    private func localData(_ agreement: Agreement) -> Host.OutOfBandData? {
        let hasPeerData = agreement.features(of: context.role.opposite).hasOutOfBandData
        return hasPeerData && agreement.method == .outOfBand ? context.localOutOfBandData : nil
    }
}
