import BluetoothTypes
import BluetoothWire

/// Credit-based channels of a host's links (Core 6.0, Vol 3, Part A, 4.22 and 10.1): how they begin and end.
///
/// A peer's error on a channel disconnects that channel and nothing else. Enhanced channels (4.25) are
/// refused: only the enhanced attribute bearer uses them, which this host does not have.
extension Host {
    mutating func handle(_ command: ChannelCommand, at now: Instant) {
        switch command {
        case .addService(let service):
            channelServices.removeAll { $0.psm == service.psm }
            channelServices.append(service)
        case .removeService(let psm): channelServices.removeAll { $0.psm == psm }
        case .open(let link, let token, let psm, let mtu):
            openChannel(link, token, psm: psm, mtu: mtu, at: now)
        case .send(let id, let token, let sdu): sendOnChannel(id, token, sdu)
        case .consume(let id, let sdus):
            guard let (index, place) = openPlace(of: id) else { return }
            links[index].channels.channels[place].receiver.consume(sdus)
            giveCredits(place, on: index)
        case .close(let id):
            if let (index, place) = openPlace(of: id) { disconnectChannel(place, on: index, at: now) }
        }
    }

    /// The link of an open channel, and its index in the link's table.
    private func openPlace(of id: ChannelID) -> (index: Int, place: Int)? {
        for index in links.indices {
            guard let place = links[index].channels.index(of: id) else { continue }
            return links[index].channels.channels[place].isOpen ? (index, place) : nil
        }
        return nil
    }

    mutating func newChannelID() -> ChannelID {
        lastChannelID &+= 1
        return ChannelID(lastChannelID)
    }

    // MARK: Commands

    private mutating func openChannel(
        _ link: LinkID, _ token: Token, psm: UInt16, mtu: UInt16, at now: Instant
    ) {
        guard let index = index(of: link) else { return emit(.channelFailed(link, token, .linkLost)) }
        guard let number = links[index].channels.freeNumber else {
            return emit(.channelFailed(link, token, .noChannels))
        }
        let identifier = links[index].nextSignalIdentifier()
        let channel = CreditBasedChannel(
            id: newChannelID(), psm: psm, token: token, local: number, mtu: mtu, identifier: identifier,
            at: now)
        let receiver = channel.receiver
        links[index].channels.channels.append(channel)
        let request = L2CAP.LECreditBasedConnectionRequest(
            spsm: psm, sourceChannel: number, mtu: UInt16(receiver.mtu), mps: UInt16(receiver.mps),
            initialCredits: UInt16(receiver.credits))
        signal(identifier, .leCreditBasedConnectionRequest(request), on: index)
    }

    private mutating func sendOnChannel(_ id: ChannelID, _ token: Token, _ sdu: [UInt8]) {
        guard let (index, place) = openPlace(of: id),
            sdu.count <= links[index].channels.channels[place].sender.mtu
        else { return emit(.channelSent(id, token, .success(false))) }
        links[index].channels.channels[place].sender.append(sdu, token)
        sendChannelFrames(on: index)
    }

    // MARK: Ends

    /// Begins to disconnect a channel: nothing more is sent or accepted on it.
    mutating func disconnectChannel(_ place: Int, on index: Int, at now: Instant) {
        let identifier = links[index].nextSignalIdentifier()
        let id = links[index].channels.channels[place].id
        for token in links[index].channels.channels[place].sender.drop() {
            emit(.channelSent(id, token, .success(false)))
        }
        links[index].channels.channels[place].state = .closing(
            identifier: identifier, deadline: now + CreditBasedChannel.patience)
        let channel = links[index].channels.channels[place]
        signal(
            identifier,
            .disconnectionRequest(destinationChannel: channel.peer, sourceChannel: channel.local), on: index)
    }

    /// Removes a channel from its table; what it had queued will not be sent.
    mutating func removeChannel(_ place: Int, on index: Int) {
        var channel = links[index].channels.remove(at: place)
        for token in channel.sender.drop() { emit(.channelSent(channel.id, token, .success(false))) }
        if channel.isTold { emit(.channelClosed(channel.id)) }
    }

    /// A channel that this end requested failed to open.
    mutating func failChannel(_ place: Int, _ failure: ChannelFailure, on index: Int) {
        let link = links[index].id
        let channel = links[index].channels.remove(at: place)
        if let token = channel.token { emit(.channelFailed(link, token, failure)) }
    }

    /// The link of these channels has ended.
    mutating func channelsLost(on index: Int) {
        let link = links[index].id
        for var channel in links[index].channels.removeAll() {
            for token in channel.sender.drop() {
                emit(.channelSent(channel.id, token, .failure(.linkLost)))
            }
            if case .opening = channel.state, let token = channel.token {
                emit(.channelFailed(link, token, .linkLost))
            }
            if channel.isTold { emit(.channelClosed(channel.id)) }
        }
    }

    /// Gives up waiting for peers that do not answer.
    ///
    /// A peer that answers later has a channel that this end has not; it notices when it uses the channel.
    mutating func channelDeadlineReached(_ index: Int, at now: Instant) {
        while let place = links[index].channels.overdue(at: now) {
            if case .opening = links[index].channels.channels[place].state {
                failChannel(place, .timeout, on: index)
            } else {
                removeChannel(place, on: index)
            }
        }
    }
}
