import BluetoothTypes
import BluetoothWire

/// The LE signalling channel (Core 6.0, Vol 3, Part A, 4).
extension Host.LinkState {
    /// Takes the payload of a frame on the signalling channel.
    ///
    /// Every request gets an answer, so that a peer's timer never ends the link. Requests for enhanced
    /// channels are refused, because there is no service for them; unknown requests are rejected.
    mutating func signaled(
        _ payload: [UInt8], _ security: AttributeSecurity, _ registry: inout Host.ChannelRegistry,
        _ policy: Host.ParameterRequestPolicy, at now: Instant, into sink: inout Host.Sink
    ) {
        guard let signal = try? L2CAP.Signal(bytes: payload) else {
            return rejectMalformed(payload, into: &sink)
        }
        let identifier = signal.identifier
        switch signal.command {
        case .connectionParameterUpdateRequest(let minimum, let maximum, let latency, let timeout):
            // Only a peripheral may ask (Part A, 4.20).
            guard link.role == .central else { return reject(identifier, into: &sink) }
            let units = Host.ParameterUnits(
                intervalMin: minimum, intervalMax: maximum, latency: latency, timeout: timeout)
            parameters.peripheralAsks(units, identifier, policy, into: &sink)
        case .connectionParameterUpdateResponse(let result):
            requestAnswered(identifier, accepted: result == .accepted, at: now, into: &sink)
        case .commandReject:
            requestAnswered(identifier, accepted: false, at: now, into: &sink)
            channels.rejected(identifier, into: &sink)
        case .leCreditBasedConnectionRequest, .leCreditBasedConnectionResponse, .disconnectionRequest,
            .disconnectionResponse, .flowControlCreditIndication:
            channels.signaled(signal, security, &registry, at: now, into: &sink)
        case .creditBasedConnectionRequest(let request):
            let refusal = L2CAP.CreditBasedConnectionResponse(
                mtu: 0, mps: 0, initialCredits: 0, result: .spsmNotSupported,
                destinationChannels: request.sourceChannels.map { _ in .null })
            sink.signal(identifier, .creditBasedConnectionResponse(refusal), to: handle)
        case .creditBasedReconfigureRequest:
            sink.signal(identifier, .creditBasedReconfigureResponse(.invalidDestinationCID), to: handle)
        case .unknown: reject(identifier, into: &sink)
        case .creditBasedConnectionResponse, .creditBasedReconfigureResponse:
            // Responses to no open request.
            break
        }
    }

    private mutating func requestAnswered(
        _ identifier: UInt8, accepted: Bool, at now: Instant, into sink: inout Host.Sink
    ) {
        parameters.requestAnswered(
            identifier, accepted: accepted, &channels.identifiers, at: now, into: &sink)
    }

    private func reject(_ identifier: UInt8, into sink: inout Host.Sink) {
        sink.signal(identifier, .commandReject(reason: .commandNotUnderstood, data: []), to: handle)
    }

    /// Rejects bytes that are no valid signal, unless they would be a response or have no identifier.
    private func rejectMalformed(_ payload: [UInt8], into sink: inout Host.Sink) {
        guard payload.count >= 2, payload[1] != 0 else { return }
        let responses: Set<UInt8> = [0x01, 0x07, 0x13, 0x15, 0x18, 0x1A]
        guard !responses.contains(payload[0]) else { return }
        reject(payload[1], into: &sink)
    }
}
