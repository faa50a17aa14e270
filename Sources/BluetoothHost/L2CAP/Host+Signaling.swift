import BluetoothTypes
import BluetoothWire

/// The LE signalling channel and, until there is security, the security manager's (Core 6.0, Vol 3,
/// Part A, 4).
extension Host {
    /// Takes the payload of a frame on the signalling channel.
    ///
    /// Every request gets an answer, so that a peer's timer never ends the link: those for credit-based
    /// channels are refused, since there is no service behind any, and what is not known is rejected.
    mutating func signaled(_ payload: [UInt8], on index: Int, at now: Instant) {
        guard let signal = try? L2CAP.Signal(bytes: payload) else {
            rejectMalformed(payload, on: index)
            return
        }
        let identifier = signal.identifier
        switch signal.command {
        case .connectionParameterUpdateRequest(let minimum, let maximum, let latency, let timeout):
            // Only a peripheral may ask (Part A, 4.20).
            guard links[index].link.role == .central else { return reject(identifier, on: index) }
            let units = ParameterUnits(
                intervalMin: minimum, intervalMax: maximum, latency: latency, timeout: timeout)
            peripheralAsks(index, units, identifier)
        case .connectionParameterUpdateResponse(let result):
            requestAnswered(index, identifier, accepted: result == .accepted, at: now)
        case .commandReject:
            // The only request of this host is the one for parameters.
            requestAnswered(index, identifier, accepted: false, at: now)
        case .leCreditBasedConnectionRequest:
            let refusal = L2CAP.LECreditBasedConnectionResponse(
                destinationChannel: L2CAP.ChannelID(rawValue: 0), mtu: 0, mps: 0, initialCredits: 0,
                result: .spsmNotSupported)
            self.signal(identifier, .leCreditBasedConnectionResponse(refusal), on: index)
        case .creditBasedConnectionRequest(let request):
            let refusal = L2CAP.CreditBasedConnectionResponse(
                mtu: 0, mps: 0, initialCredits: 0, result: .spsmNotSupported,
                destinationChannels: request.sourceChannels.map { _ in L2CAP.ChannelID(rawValue: 0) })
            self.signal(identifier, .creditBasedConnectionResponse(refusal), on: index)
        case .creditBasedReconfigureRequest:
            self.signal(identifier, .creditBasedReconfigureResponse(.invalidDestinationCID), on: index)
        case .disconnectionRequest(let destination, let source):
            // No channel can be meant (Part A, 4.6).
            var channels: [UInt8] = []
            channels.append(littleEndian: destination.rawValue)
            channels.append(littleEndian: source.rawValue)
            self.signal(identifier, .commandReject(reason: .invalidCID, data: channels), on: index)
        case .unknown: reject(identifier, on: index)
        case .disconnectionResponse, .leCreditBasedConnectionResponse, .creditBasedConnectionResponse,
            .creditBasedReconfigureResponse, .flowControlCreditIndication:
            // Answers to nothing.
            break
        }
    }

    /// Sends a signal.
    mutating func signal(_ identifier: UInt8, _ command: L2CAP.Signal.Command, on index: Int) {
        send(L2CAP.Signal(identifier: identifier, command: command).bytes, on: .leSignaling, from: index)
    }

    private mutating func reject(_ identifier: UInt8, on index: Int) {
        signal(identifier, .commandReject(reason: .commandNotUnderstood, data: []), on: index)
    }

    /// Rejects bytes that are no signal, unless they would be a response or lack an identifier.
    private mutating func rejectMalformed(_ payload: [UInt8], on index: Int) {
        guard payload.count >= 2, payload[1] != 0 else { return }
        let responses: Set<UInt8> = [0x01, 0x07, 0x13, 0x15, 0x18, 0x1A]
        guard !responses.contains(payload[0]) else { return }
        reject(payload[1], on: index)
    }

    // MARK: Security manager

    /// Takes a frame on the security manager's channel: a Pairing Request is refused (Core 6.0, Vol 3,
    /// Part H, 3.5.5), all else is ignored.
    mutating func securityRequested(_ frame: [UInt8], on index: Int) {
        let pairingRequest: UInt8 = 0x01
        guard frame.count > 4, frame[4] == pairingRequest else { return }
        let pairingFailed: UInt8 = 0x05
        let pairingNotSupported: UInt8 = 0x05
        send([pairingFailed, pairingNotSupported], on: .smp, from: index)
    }
}
