import BluetoothTypes
import BluetoothWire

/// The LE signalling channel (Core 6.0, Vol 3, Part A, 4).
extension Host {
    /// Takes the payload of a frame on the signalling channel.
    ///
    /// Every request gets an answer, so that a peer's timer never ends the link. Requests for enhanced
    /// channels are refused, because there is no service for them; unknown requests are rejected.
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
            requestAnswered(index, identifier, accepted: false, at: now)
            channelSignalRejected(identifier, on: index)
        case .leCreditBasedConnectionRequest(let request): channelRequested(request, identifier, on: index)
        case .leCreditBasedConnectionResponse(let response):
            channelAnswered(response, identifier, on: index, at: now)
        case .disconnectionRequest(let destination, let source):
            channelDisconnectionRequested(
                destination: destination, source: source, identifier, on: index)
        case .disconnectionResponse(let destination, let source):
            channelDisconnected(destination: destination, source: source, identifier, on: index)
        case .flowControlCreditIndication(let channel, let credits):
            creditsReceived(credits, on: channel, of: index, at: now)
        case .creditBasedConnectionRequest(let request):
            let refusal = L2CAP.CreditBasedConnectionResponse(
                mtu: 0, mps: 0, initialCredits: 0, result: .spsmNotSupported,
                destinationChannels: request.sourceChannels.map { _ in .null })
            self.signal(identifier, .creditBasedConnectionResponse(refusal), on: index)
        case .creditBasedReconfigureRequest:
            self.signal(identifier, .creditBasedReconfigureResponse(.invalidDestinationCID), on: index)
        case .unknown: reject(identifier, on: index)
        case .creditBasedConnectionResponse, .creditBasedReconfigureResponse:
            // Responses to no open request.
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

    /// Rejects bytes that are no valid signal, unless they would be a response or have no identifier.
    private mutating func rejectMalformed(_ payload: [UInt8], on index: Int) {
        guard payload.count >= 2, payload[1] != 0 else { return }
        let responses: Set<UInt8> = [0x01, 0x07, 0x13, 0x15, 0x18, 0x1A]
        guard !responses.contains(payload[0]) else { return }
        reject(payload[1], on: index)
    }
}
