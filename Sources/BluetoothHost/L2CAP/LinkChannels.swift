import BluetoothTypes
import BluetoothWire

extension Host {
    /// The credit-based channels of one link (Core 6.0, Vol 3, Part A, 4.22 and 10.1): how they begin, carry data
    /// and end.
    ///
    /// A peer's error on a channel disconnects that channel and nothing else. Enhanced channels (4.25) are
    /// refused: only the enhanced attribute bearer uses them, which this host does not have.
    ///
    /// Frames are queued; after each input call `Sink.sendNext` until it returns `nil`, and `frameLeft` or
    /// `creditsLeft` with the tags that it returns.
    struct LinkChannels: Sendable {
        // Small properties follow each other, so that they take no more room than they need.

        /// In the order they began; empty until the first one.
        private(set) var channels: [CreditBasedChannel] = []
        /// Of all requests that this end sends on the link's signalling channel.
        var identifiers = SignalIdentifiers()
        /// Where to look first for the next K-frame.
        private var turn: UInt8 = 0
        /// At most one K-frame waits for room in the controller. So the K-frames of all channels and the PDUs
        /// of the attribute protocol take turns.
        private var isFrameWaiting = false
        /// The numbers of requests that the peer has not answered, a bit for each: it may have a channel for them, and send
        /// on it. They are not given again on this link.
        private var lost: UInt64 = 0
        let handle: UInt16
        let link: LinkID

        init(_ link: LinkID, handle: UInt16) { (self.link, self.handle) = (link, handle) }

        var isEmpty: Bool { channels.isEmpty }

        /// The place of a channel in the table.
        func place(of id: ChannelID) -> Int? { channels.firstIndex { $0.id == id } }
        func place(local: L2CAP.ChannelID) -> Int? { channels.firstIndex { $0.local == local } }
        /// Several channels that are `opening` may have 0, which is no valid channel.
        func place(peer: L2CAP.ChannelID) -> Int? {
            peer == .null ? nil : channels.firstIndex { $0.peer == peer }
        }
        func place(identifier: UInt8) -> Int? { channels.firstIndex { $0.identifier == identifier } }

        /// Whether this is an open channel of the link.
        func isOpen(_ id: ChannelID) -> Bool { openPlace(of: id) != nil }

        func openPlace(of id: ChannelID) -> Int? { place(of: id).flatMap { channels[$0].isOpen ? $0 : nil } }

        func openPlace(local: L2CAP.ChannelID) -> Int? {
            place(local: local).flatMap { channels[$0].isOpen ? $0 : nil }
        }

        /// The lowest number that no channel has, if any is free.
        var freeNumber: L2CAP.ChannelID? {
            var taken = lost
            for channel in channels { taken |= Self.bit(channel.local) }
            let offset = (~taken).trailingZeroBitCount
            return offset < 64 ? L2CAP.ChannelID(rawValue: 0x40 + UInt16(offset)) : nil
        }

        private static func bit(_ number: L2CAP.ChannelID) -> UInt64 { 1 << UInt64(number.rawValue - 0x40) }

        /// The peer has not answered a request for this channel, or for its end.
        fileprivate mutating func lose(_ place: Int) { lost |= Self.bit(channels[place].local) }

        var nextDeadline: Instant? {
            var earliest: Instant?
            for index in channels.indices {
                guard let deadline = channels[index].deadline else { continue }
                earliest = earliest.map { min($0, deadline) } ?? deadline
            }
            return earliest
        }

        /// What is wrong between two inputs; `nil` if nothing is.
        var brokenInvariant: String? {
            if Set(channels.map(\.local)).count != channels.count { return "two channels have one number" }
            let peers = channels.map(\.peer).filter { $0 != .null }
            if Set(peers).count != peers.count { return "two channels have one number at the peer" }
            for channel in channels {
                if let identifier = channel.identifier, !identifiers.open.contains(identifier) {
                    return "the identifier \(identifier) of \(channel.id) may be used again"
                }
                if channel.isOpen, channel.peer == .null { return "\(channel.id) is open without a peer" }
                if channel.isOpen, !channel.isTold { return "\(channel.id) is open and nobody knows" }
            }
            if !isFrameWaiting, channels.contains(where: { $0.isOpen && $0.sender.isReady }) {
                return "a K-frame could be sent"
            }
            return nil
        }

        // MARK: The table

        mutating func append(_ channel: CreditBasedChannel) { channels.append(channel) }

        /// Changes a channel, and frees the identifier of a request that is no longer open.
        mutating func change<Result>(
            _ place: Int, _ body: (inout CreditBasedChannel) -> Result
        ) -> Result {
            let old = channels[place].identifier
            defer { if let old, channels[place].identifier != old { identifiers.close(old) } }
            return body(&channels[place])
        }

        mutating func takeOut(_ place: Int) -> CreditBasedChannel {
            let channel = channels.remove(at: place)
            if let identifier = channel.identifier { identifiers.close(identifier) }
            // An idle link keeps no storage for channels.
            if channels.isEmpty { channels = [] }
            return channel
        }

        /// The next K-frame and its channel, each channel in turn.
        mutating func nextFrame() -> (bytes: [UInt8], channel: ChannelID)? {
            guard !isFrameWaiting else { return nil }
            for step in channels.indices {
                let index = (Int(turn) + step) % channels.count
                guard channels[index].isOpen, channels[index].sender.isReady else { continue }
                turn = UInt8((index + 1) % channels.count)
                isFrameWaiting = true
                return (channels[index].sender.nextFrame(to: channels[index].peer), channels[index].id)
            }
            return nil
        }

        /// The K-frame that waited is with the controller. Returns the token of an SDU that it completed.
        mutating func noteFrameLeft(_ id: ChannelID) -> Token? {
            isFrameWaiting = false
            return place(of: id).flatMap { channels[$0].sender.frameLeft() }
        }
    }
}

// MARK: - Commands

extension Host.LinkChannels {
    mutating func open(
        _ token: Host.Token, psm: UInt16, mtu: UInt16, _ registry: inout Host.ChannelRegistry,
        at now: Instant, into sink: inout Host.Sink
    ) {
        guard let number = freeNumber else { return sink.emit(.channelFailed(link, token, .noChannels)) }
        let identifier = identifiers.nextRequest()
        let channel = CreditBasedChannel(
            id: registry.newID(), psm: psm, token: token, local: number, mtu: mtu, identifier: identifier,
            at: now)
        let receiver = channel.receiver
        append(channel)
        let request = L2CAP.LECreditBasedConnectionRequest(
            spsm: psm, sourceChannel: number, mtu: UInt16(receiver.mtu), mps: UInt16(receiver.mps),
            initialCredits: UInt16(receiver.credits))
        sink.signal(identifier, .leCreditBasedConnectionRequest(request), to: handle)
    }

    /// Sends an SDU on an open channel.
    mutating func send(
        _ sdu: [UInt8], _ token: Host.Token, on id: Host.ChannelID, into sink: inout Host.Sink
    ) {
        guard let place = openPlace(of: id), sdu.count <= channels[place].sender.mtu else {
            return sink.emit(.channelSent(id, token, .success(false)))
        }
        change(place) { $0.sender.append(sdu, token) }
        queueFrame(into: &sink)
    }

    /// The app has read this many SDUs.
    mutating func consume(_ sdus: Int, on id: Host.ChannelID, into sink: inout Host.Sink) {
        guard let place = openPlace(of: id) else { return }
        change(place) { $0.receiver.consume(sdus) }
        queueCredits(place, into: &sink)
    }

    mutating func close(_ id: Host.ChannelID, at now: Instant, into sink: inout Host.Sink) {
        if let place = openPlace(of: id) { disconnect(place, at: now, into: &sink) }
    }
}

// MARK: - Ends

extension Host.LinkChannels {
    /// Begins to disconnect a channel: nothing more is sent or accepted on it.
    mutating func disconnect(_ place: Int, at now: Instant, into sink: inout Host.Sink) {
        let identifier = identifiers.nextRequest()
        let id = channels[place].id
        for token in change(place, { $0.sender.drop() }) {
            sink.emit(.channelSent(id, token, .success(false)))
        }
        change(place) {
            $0.state = .closing(identifier: identifier, deadline: now + CreditBasedChannel.patience)
        }
        let channel = channels[place]
        sink.signal(
            identifier,
            .disconnectionRequest(destinationChannel: channel.peer, sourceChannel: channel.local), to: handle)
    }

    /// Removes a channel from the table; what it had queued will not be sent.
    mutating func remove(_ place: Int, into sink: inout Host.Sink) {
        var channel = takeOut(place)
        for token in channel.sender.drop() { sink.emit(.channelSent(channel.id, token, .success(false))) }
        if channel.isTold { sink.emit(.channelClosed(channel.id)) }
    }

    /// A channel that this end requested failed to open.
    mutating func fail(_ place: Int, _ failure: Host.ChannelFailure, into sink: inout Host.Sink) {
        if let token = takeOut(place).token { sink.emit(.channelFailed(link, token, failure)) }
    }

    /// The link has ended, and with it all its channels.
    mutating func linkLost(into sink: inout Host.Sink) {
        while !channels.isEmpty {
            var channel = takeOut(0)
            for token in channel.sender.drop() {
                sink.emit(.channelSent(channel.id, token, .failure(.linkLost)))
            }
            if case .opening = channel.state, let token = channel.token {
                sink.emit(.channelFailed(link, token, .linkLost))
            }
            if channel.isTold { sink.emit(.channelClosed(channel.id)) }
        }
    }

    /// Gives up waiting for peers that do not answer; does nothing if called early.
    ///
    /// A peer that answers later has a channel that this end has not; it notices when it uses the channel.
    mutating func deadlineReached(at now: Instant, into sink: inout Host.Sink) {
        while let place = channels.firstIndex(where: { $0.deadline.map { $0 <= now } ?? false }) {
            lose(place)
            if case .opening = channels[place].state {
                fail(place, .timeout, into: &sink)
            } else {
                remove(place, into: &sink)
            }
        }
    }
}
