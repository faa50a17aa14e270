import BluetoothHost
import BluetoothTypes

/// A device's L2CAP channels.
extension DeviceNode {
    /// Registers the definition's PSMs with the host.
    func serveChannels(at now: Instant) {
        for channel in definition.channels {
            host.handle(
                .channel(
                    .addService(
                        Host.ChannelService(
                            psm: channel.psm, requiredLevel: channel.requires, mtu: channel.mtu))), at: now)
        }
    }

    /// What the device's scripts know a channel by.
    func handle(of channel: DeviceChannels.Channel) -> OpenChannel {
        OpenChannel(device: device, link: channel.link, psm: channel.psm, id: channel.id)
    }

    // MARK: What the device does

    func openChannel(_ psm: UInt16, on link: DeviceLink, mtu: UInt16, at now: Instant) {
        let token = makeToken()
        channels.request(token, psm: psm, on: link)
        ask(.channel(.open(link.id, token, psm: psm, mtu: mtu)), at: now)
    }

    func send(_ bytes: [UInt8], on channel: OpenChannel, at now: Instant) {
        guard let length = channels[channel.id]?.peerMTU else { return }
        for start in stride(from: 0, to: bytes.count, by: length) {
            let sdu = Array(bytes[start..<min(start + length, bytes.count)])
            channels.queue(sdu.count, on: channel.id)
            host.handle(.channel(.send(channel.id, makeToken(), sdu)), at: now)
        }
        drainHost(at: now)
    }

    func close(_ channel: OpenChannel, at now: Instant) {
        guard channelClosed(channel.id) else { return }
        ask(.channel(.close(channel.id)), at: now)
    }

    func setReading(_ isReading: Bool, on channel: OpenChannel, at now: Instant) {
        let held = channels.setReading(isReading, on: channel.id)
        guard !held.isEmpty else { return }
        for sdu in held { read(sdu, from: channel) }
        ask(.channel(.consume(channel.id, sdus: held.count)), at: now)
    }

    private func read(_ sdu: [UInt8], from channel: OpenChannel) {
        announce(.channelReceived(channel, sdu))
        guard let receive = service(of: channel)?.receive else { return }
        later { receive(channel, sdu) }
    }

    /// The definition of a channel's PSM; `nil` for a channel that the device itself opened.
    private func service(of channel: OpenChannel) -> DeviceChannel? {
        definition.channels.last { $0.psm == channel.psm }
    }

    // MARK: Events of the host

    func handleChannel(_ event: Host.Event, at now: Instant) {
        switch event {
        case .channelOpened(let id, let channel, let token): channelOpened(id, channel, token)
        case .channelFailed(_, let token, let failure):
            guard let opening = channels.failed(token) else { return }
            announce(.channelFailed(psm: opening.psm, opening.link, failure))
        case .channelReceived(let id, let sdu):
            guard let channel = channels.received(sdu, on: id) else { return }
            read(sdu, from: handle(of: channel))
            host.handle(.channel(.consume(id, sdus: 1)), at: now)
        case .channelSent(let id, _, _): channels.sent(on: id)
        case .channelClosed(let id): _ = channelClosed(id)
        default: break
        }
    }

    private func channelOpened(_ id: Host.ChannelID, _ channel: Host.Channel, _ token: Host.Token?) {
        guard let link = link(channel.link) else { return }
        channels.opened(id, psm: channel.psm, peerMTU: Int(channel.peerMTU), on: link, token)
        let handle = OpenChannel(device: device, link: link, psm: channel.psm, id: id)
        announce(.channelOpened(handle))
        guard token == nil, let open = service(of: handle)?.open else { return }
        later { open(handle) }
    }

    /// Returns whether the channel was open.
    private func channelClosed(_ id: Host.ChannelID) -> Bool {
        guard let channel = channels.close(id) else { return false }
        announce(.channelClosed(handle(of: channel)))
        return true
    }

    /// The radio went off without a disconnect, and all channels are gone.
    func dropChannels() {
        guard !channels.isEmpty else { return }
        for channel in channels.dropAll() { announce(.channelClosed(handle(of: channel))) }
    }
}
