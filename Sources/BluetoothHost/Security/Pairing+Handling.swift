import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

/// The inputs, and the order in which they are handled.
extension Pairing {
    /// How long the peer may send nothing (Core 6.0, Vol 3, Part H, 3.4).
    static let patience: Nanoseconds = .seconds(30)
    /// More PDUs than a peer needs to send before this end answers: it has at most five keys.
    static let inboxLimit = 8

    /// When the pairing ends without a PDU of the peer; `nil` when it has ended.
    var nextDeadline: Instant? { isOver ? nil : lastActivity + Self.patience }

    /// Whether `end` was emitted; no action follows it.
    var isOver: Bool { state == .over }

    /// Handles one input, and appends the actions for it. After the end it does nothing.
    mutating func handle(
        _ input: consuming Input, drawing random: inout RandomSource, at now: Instant,
        into actions: inout [Action]
    ) {
        guard !isOver else { return }
        var turn = Turn(now: now, random: random)
        take(input, &turn)
        settle(&turn)
        random = turn.random
        actions.append(contentsOf: turn.actions)
    }

    private mutating func take(_ input: Input, _ turn: inout Turn) {
        switch input {
        case .begin: begin(&turn)
        case .received(let pdu): arrive(pdu, &turn)
        case .malformed(let opcode, let error): refuse(opcode: opcode, error, &turn)
        case .answered(let answer): self.answer(answer, &turn)
        case .encrypted: encrypted(&turn)
        case .encryptionFailed(let code): encryptionFailed(code, &turn)
        case .publicKey(let x, let y): tookPublicKey(x: x, y: y, &turn)
        case .sharedSecret(let secret): tookSharedSecret(secret, &turn)
        case .block(let key, let plaintext, let ciphertext):
            cipher.took(key: key, plaintext: plaintext, ciphertext: ciphertext)
        case .controllerFailed: controllerFailed(&turn)
        case .deadlineReached:
            if let nextDeadline, turn.now >= nextDeadline { end(.failure(.timeout), &turn) }
        }
    }

    /// Computes what the state needs, then handles PDUs that had to wait, until it has to wait for something.
    private mutating func settle(_ turn: inout Turn) {
        while !isOver, !cipher.isAwaitingController {
            do throws(BlockNeeded) {
                guard try !compute(&turn) else {
                    cipher.forget()
                    continue
                }
            } catch {
                turn.actions.append(cipher.ask(for: error))
                return
            }
            guard !isHeldUp, !inbox.isEmpty else { return }
            receive(inbox.removeFirst(), &turn)
        }
    }

    /// Does the work of a `making` or `checking` state; returns false if there is none. If it throws, nothing
    /// has changed.
    private mutating func compute(_ turn: inout Turn) throws(BlockNeeded) -> Bool {
        switch state {
        case .legacy(let phase): try computeLegacy(phase, &turn)
        case .authenticating(let phase): try computeAuthentication(phase, &turn)
        case .passkeyRounds(let phase): try computeRound(phase, &turn)
        case .checkingKeys(let phase): try computeKeys(phase, &turn)
        default: false
        }
    }

    /// Whether PDUs have to wait because the controller is computing. The first keys of a peer may arrive
    /// before the event that reports the encryption.
    private var isHeldUp: Bool {
        switch state {
        case .exchangingKeys(let phase): phase.isAwaitingController
        case .encrypting: true
        default: cipher.isAwaitingController
        }
    }

    private mutating func controllerFailed(_ turn: inout Turn) {
        if cipher.isAwaitingController {
            cipher.useOwn()
        } else if case .exchangingKeys(let phase) = state, phase.isAwaitingController {
            // The host cannot replace a key pair that is in the controller.
            fail(.unspecifiedReason, &turn)
        }
    }
}

/// PDUs.
extension Pairing {
    private mutating func arrive(_ pdu: SMP.PDU, _ turn: inout Turn) {
        switch pdu {
        case .pairingFailed(let reason):
            end(.failure(.refusedByPeer(reason)), &turn)
        case .securityRequest where context.role == .central:
            // The peer asks for what is already running.
            break
        case .securityRequest,
            .pairingRequest where context.role == .central,
            .pairingResponse where context.role == .peripheral:
            fail(.commandNotSupported, &turn)
        case .keypressNotification:
            lastActivity = turn.now
        default:
            lastActivity = turn.now
            guard isHeldUp || !inbox.isEmpty else { return receive(pdu, &turn) }
            guard inbox.count < Self.inboxLimit else { return fail(.unspecifiedReason, &turn) }
            inbox.append(pdu)
        }
    }

    private mutating func receive(_ pdu: SMP.PDU, _ turn: inout Turn) {
        switch (state, pdu) {
        case (.idle, .pairingRequest(let request)): took(request: request, &turn)
        case (.awaitingResponse(let request), .pairingResponse(let response)):
            took(response: response, to: request, &turn)
        case (.legacy(let phase), _): receiveLegacy(pdu, phase, &turn)
        case (.exchangingKeys(let phase), .pairingPublicKey(let x, let y)):
            tookPeerKey(x: x, y: y, phase, &turn)
        case (.awaitingPasskey(let exchange, nil), .pairingConfirm(let confirm))
        where context.role == .peripheral:
            state = .awaitingPasskey(exchange, peerConfirm: confirm)
        case (.passkeyRounds(let phase), _): receiveRound(pdu, phase, &turn)
        case (.authenticating(let phase), _): receiveAuthentication(pdu, phase, &turn)
        case (.checkingKeys(let phase), .pairingDHKeyCheck(let check)): tookCheck(check, phase, &turn)
        case (.distributing(let phase), _): receiveKey(pdu, phase, &turn)
        default: fail(.unspecifiedReason, &turn)
        }
    }

    /// Bytes that are no valid PDU. A failure gets no answer, whatever its reason is.
    private mutating func refuse(opcode: UInt8, _ error: DecodeError, _ turn: inout Turn) {
        if opcode == SMP.Opcode.pairingFailed.rawValue {
            return end(.failure(.refusedByPeer(.unspecifiedReason)), &turn)
        }
        if case .unknownCode = error.reason { return fail(.commandNotSupported, &turn) }
        fail(.invalidParameters, &turn)
    }

    mutating func send(_ pdu: SMP.PDU, _ turn: inout Turn) {
        lastActivity = turn.now
        turn.actions.append(.send(pdu))
    }

    /// Ends the pairing, and sends the peer the reason.
    mutating func fail(_ reason: SMP.FailureReason, _ turn: inout Turn) {
        closePrompt(&turn)
        send(.pairingFailed(reason), &turn)
        end(.failure(.refused(reason)), &turn)
    }

    mutating func end(_ result: Result<Outcome, Host.SecurityFailure>, _ turn: inout Turn) {
        precondition(!isOver, "a pairing ended twice")
        closePrompt(&turn)
        state = .over
        inbox = []
        turn.actions.append(.end(result))
    }
}

/// The user.
extension Pairing {
    mutating func prompt(_ prompt: Host.PairingPrompt, _ turn: inout Turn) {
        precondition(openPrompt == nil, "\(prompt) while the user sees \(openPrompt!)")
        openPrompt = prompt
        turn.actions.append(.prompt(prompt))
    }

    mutating func closePrompt(_ turn: inout Turn) {
        guard openPrompt != nil else { return }
        openPrompt = nil
        turn.actions.append(.endPrompt)
    }

    /// An answer that does not fit the prompt has no effect: the user may be late.
    private mutating func answer(_ answer: Host.PairingAnswer, _ turn: inout Turn) {
        switch (openPrompt, answer, state) {
        case (.consent, .accept, _): consented(&turn)
        // The specification has no code for what the user refuses here (Core 6.0, Vol 3, Part H, 3.5.5).
        case (.consent, .reject, _): fail(.unspecifiedReason, &turn)
        case (.compare, .accept, _): compared(&turn)
        case (.compare, .reject, _): fail(.numericComparisonFailed, &turn)
        case (.enterPasskey, .passkey(let passkey), .legacy(let phase)) where passkey <= 999_999:
            closePrompt(&turn)
            typed(passkey, phase)
        case (.enterPasskey, .passkey(let passkey), .awaitingPasskey(let exchange, let peerConfirm))
        where passkey <= 999_999:
            closePrompt(&turn)
            startRounds(exchange, passkey: passkey, peerConfirm: peerConfirm, &turn)
        case (.enterPasskey, .passkey, _), (.enterPasskey, .reject, _), (.display, .reject, _):
            fail(.passkeyEntryFailed, &turn)
        default: break
        }
    }

    /// Shows a passkey or asks for it; returns `nil` if the user has to type it.
    mutating func obtainPasskey(_ plan: PairingMethod.PasskeyPlan, _ turn: inout Turn) -> UInt32? {
        guard plan.isDisplayed(by: context.role) else {
            prompt(.enterPasskey, &turn)
            return nil
        }
        let passkey = context.configuration.fixedPasskey.map { $0 % 1_000_000 } ?? turn.random.passkey()
        prompt(.display(passkey), &turn)
        return passkey
    }
}
