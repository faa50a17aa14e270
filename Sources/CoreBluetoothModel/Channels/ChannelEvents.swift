import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// The host's events about L2CAP channels.
extension PhoneModel {
    mutating func channelOpened(_ id: Host.ChannelID, _ channel: Host.Channel, _ token: Host.Token?) {
        guard let link = slotOfLink[channel.link], let session = taker(of: channel, token) else {
            // The manager that asked has released the peer since, or the PSM was withdrawn.
            effects.append(.host(.channel(.close(id))))
            return
        }
        let new = AppChannel(channels.makeIdentifier(), id, channel, of: session, link: link)
        channels.open.append(new)
        let told = Channel(identifier: new.identifier, psm: new.psm)
        if token == nil {
            tell(session, .channelOpened(subscriber(link), told))
        } else {
            tell(session, .channelOpened(peers[links[link].peer].identifier, .success(told)))
        }
    }

    /// The manager that a new channel is for.
    private mutating func taker(of channel: Host.Channel, _ token: Host.Token?) -> SessionID? {
        guard let token else { return channels.published.first { $0.psm == channel.psm }?.session }
        guard let place = channels.openings.firstIndex(where: { $0.token == token }) else { return nil }
        return channels.openings.remove(at: place).session
    }

    mutating func channelFailed(_ link: Host.LinkID, _ token: Host.Token, _ failure: Host.ChannelFailure) {
        guard let place = channels.openings.firstIndex(where: { $0.token == token }) else { return }
        // `.disconnected` follows, and decides about the request (3.24).
        if case .linkLost = failure { return }
        if case .refused(let result) = failure, let code = ATT.ErrorCode(refusal: result),
            waitForPairing(place, code)
        {
            return
        }
        fail(channels.openings.remove(at: place), PortError(failure))
    }

    mutating func channelReceived(_ id: Host.ChannelID, _ sdu: [UInt8]) {
        guard let place = channels.index(id) else { return }
        guard !sdu.isEmpty else {
            // There is nothing to read, but the credit for it must be returned like any other, in order.
            channels.open[place].received(0)
            _ = handle(.consume(0), on: channels.open[place].identifier, of: channels.open[place].session)
            return
        }
        channels.open[place].received(sdu.count)
        tell(.received(sdu), channels.open[place])
    }

    /// The host has sent an SDU, or never will.
    mutating func channelSent(_ id: Host.ChannelID, _ result: Result<Bool, Host.ChannelFailure>) {
        guard let place = channels.index(id), let count = channels.open[place].sent(),
            (try? result.get()) == true
        else { return }
        tell(.sent(count), channels.open[place])
    }

    mutating func channelClosed(_ id: Host.ChannelID) {
        guard let place = channels.index(id) else { return }
        tell(.closed(nil), channels.open.remove(at: place))
    }

    // MARK: Pairing (6.35: as for requests, 5.31)

    /// Lets a refused opening wait while the phone pairs. Returns false if pairing would not help. A pairing
    /// that is already running serves the opening too.
    private mutating func waitForPairing(_ place: Int, _ code: ATT.ErrorCode) -> Bool {
        let (slot, pairings) = (channels.openings[place].link, channels.openings[place].pairings)
        guard !links[slot].isEnding else { return false }
        let barrier = peers.barrier(links[slot].peer)
        switch links[slot].security.channelRefused(code, after: pairings, barrier: barrier, into: &effects) {
        case .useless: return false
        case .noRoom: fail(channels.openings.remove(at: place), .tooManyBonds)
        case .pairs:
            channels.openings[place].refusal = code
            channels.openings[place].pairings += 1
        }
        return true
    }

    /// The link's pairing has ended: tries the waiting openings again, or reports the peer's refusal (5.33).
    mutating func resumeOpenings(_ slot: Int, isSecured: Bool) {
        guard !channels.openings.isEmpty else { return }
        var refused: [ChannelOpening] = []
        for place in channels.openings.indices
        where channels.openings[place].link == slot && channels.openings[place].refusal != nil {
            guard isSecured, !links[slot].isEnding else {
                refused.append(channels.openings[place])
                continue
            }
            let token = effects.token(for: channels.openings[place].session)
            channels.openings[place].refusal = nil
            channels.openings[place].token = token
            askForChannel(channels.openings[place].psm, token, slot)
        }
        channels.openings.removeAll { $0.link == slot && $0.refusal != nil }
        for opening in refused {
            fail(opening, opening.refusal.map { .att(code: $0.rawValue) } ?? .unknown)
        }
    }

    // MARK: Events for apps

    func isCentral(_ session: SessionID) -> Bool { centralIndex(session) != nil }

    mutating func tell(_ event: ChannelEvent, _ channel: AppChannel) {
        if isCentral(channel.session) {
            tell(channel.session, Central.Event.channel(channel.identifier, event))
        } else {
            tell(channel.session, Peripheral.Event.channel(channel.identifier, event))
        }
    }

    mutating func fail(_ opening: ChannelOpening, _ error: PortError) {
        let peer = peers[links[opening.link].peer].identifier
        tell(opening.session, .channelOpened(peer, .failure(error)))
    }
}

extension ATT.ErrorCode {
    /// The error with which a request would have been refused for the reason why a channel was.
    init?(refusal result: L2CAP.ConnectionResult) {
        switch result {
        case .insufficientAuthentication: self = .insufficientAuthentication
        case .insufficientAuthorization: self = .insufficientAuthorization
        case .encryptionKeySizeTooShort: self = .encryptionKeySizeTooShort
        case .insufficientEncryption: self = .insufficientEncryption
        default: return nil
        }
    }
}

extension PortError {
    /// Why a channel did not open. Sources name codes only for a bad PSM (6.30), for requests that ended with
    /// their link (section 8) and for refused pairings (5.33); the other codes are the nearest ones.
    init(_ failure: Host.ChannelFailure) {
        switch failure {
        case .refused(.noResources), .noChannels: self = .outOfSpace
        case .refused(let result):
            self = ATT.ErrorCode(refusal: result).map { .att(code: $0.rawValue) } ?? .unknown
        case .timeout: self = .connectionTimeout
        case .linkLost: self = .unknown
        }
    }
}
