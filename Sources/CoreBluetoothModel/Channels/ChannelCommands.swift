import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What apps do with L2CAP channels (behaviour 6.29–6.36).
extension PhoneModel {
    // MARK: Centrals

    /// Opens a channel to a peer's PSM. Only the host's tokens distinguish several openings at once (6.31).
    mutating func openChannel(_ psm: UInt16, of session: SessionID, _ link: Int) {
        guard OSProfile.channelPSMs.contains(psm) else {  // 6.30
            let peer = peers[links[link].peer].identifier
            return tell(session, .channelOpened(peer, .failure(.invalidParameters)))
        }
        let token = effects.token(for: session)
        channels.openings.append(ChannelOpening(session: session, link: link, psm: psm, token: token))
        askForChannel(psm, token, link)
    }

    mutating func askForChannel(_ psm: UInt16, _ token: Host.Token, _ link: Int) {
        effects.append(.host(.channel(.open(links[link].id, token, psm: psm, mtu: profile.channelMTU))))
    }

    // MARK: Peripherals

    /// Lets centrals open channels to a PSM that the system chooses (6.29).
    mutating func publishChannel(isEncrypted: Bool, _ index: Int) {
        let session = peripherals[index].core.id
        guard let psm = channels.makePSM(in: profile.publishedPSMs) else {
            return tell(session, .channelPublished(psm: 0, .outOfSpace))
        }
        channels.published.append(PublishedChannel(psm: psm, session: session))
        let service = Host.ChannelService(
            psm: psm, requiredLevel: isEncrypted ? .encrypted : .none, mtu: profile.channelMTU)
        effects.append(.host(.channel(.addService(service))))
        tell(session, .channelPublished(psm: psm, nil))
    }

    /// Withdraws a PSM; the channels to it end first (6.29).
    mutating func unpublishChannel(_ psm: UInt16, _ index: Int) {
        let session = peripherals[index].core.id
        guard let place = channels.published.firstIndex(where: { $0.psm == psm && $0.session == session })
        else { return tell(session, .channelUnpublished(psm: psm, .invalidParameters)) }
        withdraw(place)
        closeChannels(tells: true) { $0.session == session && $0.psm == psm }
        tell(session, .channelUnpublished(psm: psm, nil))
    }

    mutating func withdraw(_ place: Int) {
        let psm = channels.published.remove(at: place).psm
        effects.append(.host(.channel(.removeService(psm: psm))))
    }

    // MARK: Both

    /// Executes an app's command on a channel. Returns false if the channel is no longer open.
    mutating func handle(
        _ command: ChannelCommand, on identifier: ChannelIdentifier, of session: SessionID
    ) -> Bool {
        guard let place = channels.index(identifier, of: session) else { return false }
        switch command {
        case .send(let bytes): send(bytes, place)
        case .consume(let count):
            let sdus = channels.open[place].consume(count)
            if sdus > 0 {
                effects.append(.host(.channel(.consume(channels.open[place].host, sdus: sdus))))
            }
        case .close: effects.append(.host(.channel(.close(channels.open.remove(at: place).host))))
        }
        return true
    }

    /// Sends a stream of bytes as SDUs, each as long as both ends allow.
    private mutating func send(_ bytes: [UInt8], _ place: Int) {
        let length = max(1, min(channels.open[place].peerMTU, Int(profile.channelMTU)))
        let (host, session) = (channels.open[place].host, channels.open[place].session)
        for start in stride(from: 0, to: bytes.count, by: length) {
            let sdu = Array(bytes[start..<min(start + length, bytes.count)])
            channels.open[place].sends(sdu.count)
            effects.append(.host(.channel(.send(host, effects.token(for: session), sdu))))
        }
    }
}
