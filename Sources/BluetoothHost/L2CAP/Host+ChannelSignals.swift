import BluetoothTypes
import BluetoothWire

/// The signals of credit-based channels (Core 6.0, Vol 3, Part A, 4.6 and 4.22–4.24).
extension Host {
    // MARK: The peer opens

    /// The peer requests a channel.
    mutating func channelRequested(
        _ request: L2CAP.LECreditBasedConnectionRequest, _ identifier: UInt8, on index: Int
    ) {
        let service: ChannelService
        switch admission(of: request, on: index) {
        case .success(let admitted): service = admitted
        case .failure(let refusal): return answer(refusal.result, identifier, on: index)
        }
        guard let number = links[index].channels.freeNumber else {
            return answer(.noResources, identifier, on: index)
        }
        var channel = CreditBasedChannel(
            id: newChannelID(), local: number, mtu: service.mtu, request: request)
        channel.isTold = true
        links[index].channels.channels.append(channel)
        answer(.success, identifier, channel, on: index)
        let opened = Channel(link: links[index].id, psm: request.spsm, peerMTU: request.mtu)
        emit(.channelOpened(channel.id, opened, nil))
    }

    private struct Refusal: Error {
        var result: L2CAP.ConnectionResult
    }

    /// The service that a request is for, or why it is refused (Part A, 4.23).
    private func admission(
        of request: L2CAP.LECreditBasedConnectionRequest, on index: Int
    ) -> Result<ChannelService, Refusal> {
        guard let service = channelServices.first(where: { $0.psm == request.spsm }) else {
            return .failure(Refusal(result: .spsmNotSupported))
        }
        if let result = server.security(of: links[index].id).refusal(of: service) {
            return .failure(Refusal(result: result))
        }
        if !request.sourceChannel.isDynamic { return .failure(Refusal(result: .invalidSourceCID)) }
        if links[index].channels.index(peer: request.sourceChannel) != nil {
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

    private mutating func answer(
        _ result: L2CAP.ConnectionResult, _ identifier: UInt8, _ channel: CreditBasedChannel? = nil,
        on index: Int
    ) {
        let response = L2CAP.LECreditBasedConnectionResponse(
            destinationChannel: channel?.local ?? .null, mtu: UInt16(channel?.receiver.mtu ?? 0),
            mps: UInt16(channel?.receiver.mps ?? 0), initialCredits: UInt16(channel?.receiver.credits ?? 0),
            result: result)
        signal(identifier, .leCreditBasedConnectionResponse(response), on: index)
    }

    // MARK: This end opens

    /// The peer answered a request for a channel.
    mutating func channelAnswered(
        _ response: L2CAP.LECreditBasedConnectionResponse, _ identifier: UInt8, on index: Int, at now: Instant
    ) {
        guard let place = links[index].channels.index(identifier: identifier),
            case .opening = links[index].channels.channels[place].state
        else { return }
        guard response.result == .success else {
            return failChannel(place, .refused(response.result), on: index)
        }
        let peer = response.destinationChannel
        guard peer.isDynamic, links[index].channels.index(peer: peer) == nil else {
            // The response names no channel, so none can be disconnected.
            return failChannel(place, .refused(.unacceptableParameters), on: index)
        }
        links[index].channels.channels[place].peer = peer
        let (channel, link) = (links[index].channels.channels[place], links[index].id)
        if Self.isTooShort(response.mtu, response.mps) {
            if let token = channel.token {
                emit(.channelFailed(link, token, .refused(.unacceptableParameters)))
            }
            return disconnectChannel(place, on: index, at: now)
        }
        links[index].channels.channels[place].sender = ChannelSender(
            mtu: response.mtu, mps: response.mps, credits: response.initialCredits)
        links[index].channels.channels[place].state = .open
        links[index].channels.channels[place].isTold = true
        let opened = Channel(link: link, psm: channel.psm, peerMTU: response.mtu)
        emit(.channelOpened(channel.id, opened, channel.token))
    }

    /// The peer does not know a signal for a channel.
    mutating func channelSignalRejected(_ identifier: UInt8, on index: Int) {
        guard let place = links[index].channels.index(identifier: identifier) else { return }
        if case .opening = links[index].channels.channels[place].state {
            // A peer without credit-based channels has no service behind any PSM.
            failChannel(place, .refused(.spsmNotSupported), on: index)
        } else {
            removeChannel(place, on: index)
        }
    }

    // MARK: Ends

    /// The peer disconnects a channel.
    mutating func channelDisconnectionRequested(
        destination: L2CAP.ChannelID, source: L2CAP.ChannelID, _ identifier: UInt8, on index: Int
    ) {
        guard let place = links[index].channels.index(local: destination) else {
            var channels: [UInt8] = []
            channels.append(littleEndian: destination.rawValue)
            channels.append(littleEndian: source.rawValue)
            signal(identifier, .commandReject(reason: .invalidCID, data: channels), on: index)
            return
        }
        // A request with another source is discarded without an answer (Part A, 4.6).
        guard source != .null, links[index].channels.channels[place].peer == source else { return }
        signal(
            identifier, .disconnectionResponse(destinationChannel: destination, sourceChannel: source),
            on: index)
        removeChannel(place, on: index)
    }

    /// The peer has answered a disconnection request.
    mutating func channelDisconnected(
        destination: L2CAP.ChannelID, source: L2CAP.ChannelID, _ identifier: UInt8, on index: Int
    ) {
        guard let place = links[index].channels.index(identifier: identifier),
            case .closing = links[index].channels.channels[place].state
        else { return }
        let channel = links[index].channels.channels[place]
        if channel.peer == destination, channel.local == source { removeChannel(place, on: index) }
    }

    // MARK: Credits

    /// The peer accepts more K-frames on its channel `number`; 0 credits are ignored.
    mutating func creditsReceived(
        _ credits: UInt16, on number: L2CAP.ChannelID, of index: Int, at now: Instant
    ) {
        guard credits > 0, let place = links[index].channels.index(peer: number),
            links[index].channels.channels[place].isOpen
        else { return }
        if links[index].channels.channels[place].sender.add(credits) {
            sendChannelFrames(on: index)
        } else {
            disconnectChannel(place, on: index, at: now)
        }
    }
}

extension LinkSecurity {
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
    func security(of link: Host.LinkID) -> LinkSecurity { clients[client(link)].security }
}
