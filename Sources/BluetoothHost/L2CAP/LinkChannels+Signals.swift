import BluetoothTypes
import BluetoothWire

/// The signals of credit-based channels (Core 6.0, Vol 3, Part A, 4.6 and 4.22–4.24).
extension Host.LinkChannels {
    /// Takes a signal of the peer. Returns whether it is about credit-based channels.
    @discardableResult
    mutating func signaled(
        _ signal: L2CAP.Signal, _ security: AttributeSecurity, _ registry: inout Host.ChannelRegistry,
        at now: Instant, into sink: inout Host.Sink
    ) -> Bool {
        let identifier = signal.identifier
        switch signal.command {
        case .leCreditBasedConnectionRequest(let request):
            requested(request, identifier, security, &registry, into: &sink)
        case .leCreditBasedConnectionResponse(let response):
            answered(response, identifier, at: now, into: &sink)
        case .disconnectionRequest(let destination, let source):
            disconnectionRequested(destination: destination, source: source, identifier, into: &sink)
        case .disconnectionResponse(let destination, let source):
            disconnected(destination: destination, source: source, identifier, into: &sink)
        case .flowControlCreditIndication(let channel, let credits):
            creditsReceived(credits, on: channel, at: now, into: &sink)
        default: return false
        }
        return true
    }

    // MARK: The peer opens

    /// The peer requests a channel.
    private mutating func requested(
        _ request: L2CAP.LECreditBasedConnectionRequest, _ identifier: UInt8, _ security: AttributeSecurity,
        _ registry: inout Host.ChannelRegistry, into sink: inout Host.Sink
    ) {
        let service: Host.ChannelService
        switch admission(of: request, security, registry) {
        case .success(let admitted): service = admitted
        case .failure(let refusal): return answer(refusal.result, identifier, into: &sink)
        }
        guard let number = freeNumber else { return answer(.noResources, identifier, into: &sink) }
        var channel = CreditBasedChannel(
            id: registry.newID(), local: number, mtu: service.mtu, request: request)
        channel.isTold = true
        append(channel)
        answer(.success, identifier, channel, into: &sink)
        let opened = Host.Channel(link: link, psm: request.spsm, peerMTU: request.mtu)
        sink.emit(.channelOpened(channel.id, opened, nil))
    }

    private struct Refusal: Error {
        var result: L2CAP.ConnectionResult
    }

    /// The service that a request is for, or why it is refused (Part A, 4.23).
    private func admission(
        of request: L2CAP.LECreditBasedConnectionRequest, _ security: AttributeSecurity,
        _ registry: Host.ChannelRegistry
    ) -> Result<Host.ChannelService, Refusal> {
        guard let service = registry.service(psm: request.spsm) else {
            return .failure(Refusal(result: .spsmNotSupported))
        }
        if let result = security.refusal(of: service) {
            return .failure(Refusal(result: result))
        }
        if !request.sourceChannel.isDynamic { return .failure(Refusal(result: .invalidSourceCID)) }
        if place(peer: request.sourceChannel) != nil {
            return .failure(Refusal(result: .sourceCIDAlreadyAllocated))
        }
        if Self.isTooShort(request.mtu, request.mps) {
            return .failure(Refusal(result: .unacceptableParameters))
        }
        return .success(service)
    }

    private static func isTooShort(_ mtu: UInt16, _ mps: UInt16) -> Bool {
        min(mtu, mps) < L2CAP.leastChannelMTU
    }

    private func answer(
        _ result: L2CAP.ConnectionResult, _ identifier: UInt8, _ channel: CreditBasedChannel? = nil,
        into sink: inout Host.Sink
    ) {
        let response = L2CAP.LECreditBasedConnectionResponse(
            destinationChannel: channel?.local ?? .null, mtu: UInt16(channel?.receiver.mtu ?? 0),
            mps: UInt16(channel?.receiver.mps ?? 0), initialCredits: UInt16(channel?.receiver.credits ?? 0),
            result: result)
        sink.signal(identifier, .leCreditBasedConnectionResponse(response), to: handle)
    }

    // MARK: This end opens

    /// The peer answered a request for a channel.
    private mutating func answered(
        _ response: L2CAP.LECreditBasedConnectionResponse, _ identifier: UInt8, at now: Instant,
        into sink: inout Host.Sink
    ) {
        guard let place = place(identifier: identifier), case .opening = channels[place].state else { return }
        guard response.result == .success else {
            return fail(place, .refused(response.result), into: &sink)
        }
        let peer = response.destinationChannel
        guard peer.isDynamic, self.place(peer: peer) == nil else {
            // The response names no channel, so none can be disconnected.
            return fail(place, .refused(.unacceptableParameters), into: &sink)
        }
        change(place) { $0.peer = peer }
        if Self.isTooShort(response.mtu, response.mps) {
            if let token = channels[place].token {
                sink.emit(.channelFailed(link, token, .refused(.unacceptableParameters)))
            }
            return disconnect(place, at: now, into: &sink)
        }
        change(place) { channel in
            channel.sender = ChannelSender(
                mtu: response.mtu, mps: response.mps, credits: response.initialCredits)
            channel.state = .open
            channel.isTold = true
        }
        let channel = channels[place]
        let opened = Host.Channel(link: link, psm: channel.psm, peerMTU: response.mtu)
        sink.emit(.channelOpened(channel.id, opened, channel.token))
    }

    /// The peer does not know a signal for a channel.
    mutating func rejected(_ identifier: UInt8, into sink: inout Host.Sink) {
        guard let place = place(identifier: identifier) else { return }
        if case .opening = channels[place].state {
            // A peer without credit-based channels has no service behind any PSM.
            fail(place, .refused(.spsmNotSupported), into: &sink)
        } else {
            remove(place, into: &sink)
        }
    }

    // MARK: Ends

    /// The peer disconnects a channel.
    private mutating func disconnectionRequested(
        destination: L2CAP.ChannelID, source: L2CAP.ChannelID, _ identifier: UInt8,
        into sink: inout Host.Sink
    ) {
        guard let place = place(local: destination) else {
            var channels: [UInt8] = []
            channels.append(littleEndian: destination.rawValue)
            channels.append(littleEndian: source.rawValue)
            return sink.signal(
                identifier, .commandReject(reason: .invalidCID, data: channels), to: handle)
        }
        // A request with another source is discarded without an answer (Part A, 4.6).
        guard source != .null, channels[place].peer == source else { return }
        sink.signal(
            identifier, .disconnectionResponse(destinationChannel: destination, sourceChannel: source),
            to: handle)
        remove(place, into: &sink)
    }

    /// The peer has answered a disconnection request.
    private mutating func disconnected(
        destination: L2CAP.ChannelID, source: L2CAP.ChannelID, _ identifier: UInt8,
        into sink: inout Host.Sink
    ) {
        guard let place = place(identifier: identifier), case .closing = channels[place].state else { return }
        if channels[place].peer == destination, channels[place].local == source { remove(place, into: &sink) }
    }

    // MARK: Credits

    /// The peer accepts more K-frames on its channel `number`; 0 credits are ignored.
    private mutating func creditsReceived(
        _ credits: UInt16, on number: L2CAP.ChannelID, at now: Instant, into sink: inout Host.Sink
    ) {
        guard credits > 0, let place = place(peer: number), channels[place].isOpen else { return }
        if change(place, { $0.sender.add(credits) }) {
            queueFrame(into: &sink)
        } else {
            disconnect(place, at: now, into: &sink)
        }
    }
}

extension AttributeSecurity {
    /// Why a channel to `service` is refused on this link, or `nil` (Core 6.0, Vol 3, Part C, 10.3.1).
    func refusal(of service: Host.ChannelService) -> L2CAP.ConnectionResult? {
        if service.requiredLevel > .none {
            guard isEncrypted else { return hasKey ? .insufficientEncryption : .insufficientAuthentication }
            if service.requiredLevel == .authenticated, !isAuthenticated {
                return .insufficientAuthentication
            }
            if keySize < service.requiredKeySize { return .encryptionKeySizeTooShort }
        }
        if service.requiresAuthorization, !isAuthorized { return .insufficientAuthorization }
        return nil
    }
}

extension GATTServer {
    /// The security of a link's encryption.
    func security(of link: Host.LinkID) -> AttributeSecurity { clients[client(link)].security }
}
