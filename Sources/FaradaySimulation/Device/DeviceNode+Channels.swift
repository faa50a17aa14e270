import BluetoothHost
import BluetoothTypes

/// A device's L2CAP channels.
extension DeviceNode {
    /// An open channel.
    struct ChannelState {
        let handle: OpenChannel
        let peerMTU: Int
        /// Bytes in SDUs that have not been sent, and the lengths of those SDUs, oldest first.
        var unsent = 0
        var sending = Fifo<Int>()
        var isReading = true
        /// SDUs that arrived while the device does not read.
        var held: [[UInt8]] = []
    }

    func place(of channel: OpenChannel) -> Int? { channels.firstIndex { $0.handle.id == channel.id } }

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

    // MARK: What the device does

    func openChannel(_ psm: UInt16, on link: DeviceLink, mtu: UInt16, at now: Instant) {
        let token = makeToken()
        openings.append((token, psm, link))
        ask(.channel(.open(link.id, token, psm: psm, mtu: mtu)), at: now)
    }

    func send(_ bytes: [UInt8], on channel: OpenChannel, at now: Instant) {
        guard let place = place(of: channel) else { return }
        let length = channels[place].peerMTU
        for start in stride(from: 0, to: bytes.count, by: length) {
            let sdu = Array(bytes[start..<min(start + length, bytes.count)])
            channels[place].unsent += sdu.count
            channels[place].sending.append(sdu.count)
            host.handle(.channel(.send(channel.id, makeToken(), sdu)), at: now)
        }
        drainHost(at: now)
    }

    func close(_ channel: OpenChannel, at now: Instant) {
        guard let place = place(of: channel) else { return }
        announce(.channelClosed(channels.remove(at: place).handle))
        ask(.channel(.close(channel.id)), at: now)
    }

    func setReading(_ isReading: Bool, on channel: OpenChannel, at now: Instant) {
        guard let place = place(of: channel) else { return }
        channels[place].isReading = isReading
        guard isReading else { return }
        var held: [[UInt8]] = []
        swap(&held, &channels[place].held)
        for sdu in held { read(sdu, from: channel) }
        if !held.isEmpty { ask(.channel(.consume(channel.id, sdus: held.count)), at: now) }
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
            guard let place = openings.firstIndex(where: { $0.token == token }) else { return }
            let opening = openings.remove(at: place)
            announce(.channelFailed(psm: opening.psm, opening.link, failure))
        case .channelReceived(let id, let sdu):
            guard let place = channels.firstIndex(where: { $0.handle.id == id }) else { return }
            guard channels[place].isReading else { return channels[place].held.append(sdu) }
            read(sdu, from: channels[place].handle)
            host.handle(.channel(.consume(id, sdus: 1)), at: now)
        case .channelSent(let id, _, _):
            guard let place = channels.firstIndex(where: { $0.handle.id == id }),
                let count = channels[place].sending.popFirst()
            else { return }
            channels[place].unsent -= count
        case .channelClosed(let id):
            guard let place = channels.firstIndex(where: { $0.handle.id == id }) else { return }
            announce(.channelClosed(channels.remove(at: place).handle))
        default: break
        }
    }

    private func channelOpened(_ id: Host.ChannelID, _ channel: Host.Channel, _ token: Host.Token?) {
        guard let link = link(channel.link) else { return }
        if let token { openings.removeAll { $0.token == token } }
        let handle = OpenChannel(device: device, link: link, psm: channel.psm, id: id)
        channels.append(ChannelState(handle: handle, peerMTU: Int(channel.peerMTU)))
        announce(.channelOpened(handle))
        guard token == nil, let open = service(of: handle)?.open else { return }
        later { open(handle) }
    }

    /// The radio went off without a disconnect, and all channels are gone.
    func dropChannels() {
        guard !channels.isEmpty || !openings.isEmpty else { return }
        openings = []
        let lost = channels
        channels = []
        for channel in lost { announce(.channelClosed(channel.handle)) }
    }
}
