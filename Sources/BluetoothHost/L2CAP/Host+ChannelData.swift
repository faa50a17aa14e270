import BluetoothTypes
import BluetoothWire

/// K-frames of credit-based channels, and the credits for them.
extension Host {
    // MARK: In

    /// Takes a whole frame of a channel; frames of unknown channels are ignored.
    mutating func channelReceived(
        _ frame: [UInt8], on number: L2CAP.ChannelID, of index: Int, at now: Instant
    ) {
        guard let place = links[index].channels.index(local: number),
            links[index].channels.channels[place].isOpen
        else { return }
        switch links[index].channels.channels[place].receiver.receive(frame) {
        case .taken: break
        case .sdu(let sdu): emit(.channelReceived(links[index].channels.channels[place].id, sdu))
        case .violation: return disconnectChannel(place, on: index, at: now)
        }
        giveCredits(place, on: index)
    }

    /// Checks the start of a frame. A frame that is too long to be reassembled is lost, so its channel must
    /// be disconnected.
    mutating func checkChannelFrame(start: [UInt8], on index: Int, at now: Instant) {
        guard start.count >= L2CAP.BasicFrame.headerLength else { return }
        let length = Int(start[0]) | Int(start[1]) << 8
        guard length + L2CAP.BasicFrame.headerLength > Self.frameLimit else { return }
        let number = L2CAP.ChannelID(rawValue: UInt16(start[2]) | UInt16(start[3]) << 8)
        guard let place = links[index].channels.index(local: number),
            links[index].channels.channels[place].isOpen
        else { return }
        disconnectChannel(place, on: index, at: now)
    }

    /// Gives the peer credits, if there are enough for a signal.
    mutating func giveCredits(_ place: Int, on index: Int) {
        queueCredits(place, on: index)
        drainOutbox(of: index)
    }

    /// Puts a credit indication into the outbox. At most one of each channel waits there, so that a peer that
    /// sends without receiving cannot fill it.
    private mutating func queueCredits(_ place: Int, on index: Int) {
        guard let credits = links[index].channels.channels[place].receiver.grant() else { return }
        let channel = links[index].channels.channels[place]
        let signal = L2CAP.Signal(
            identifier: links[index].nextSignalIdentifier(),
            command: .flowControlCreditIndication(channel: channel.local, credits: credits))
        queue(Self.frame(signal.bytes, on: .leSignaling), tag: .credits(channel.id), from: index)
    }

    // MARK: Out

    /// Sends what the channels of a link have queued, as far as there are credits and room in the controller.
    mutating func sendChannelFrames(on index: Int) {
        queueChannelFrame(on: index)
        drainOutbox(of: index)
    }

    private mutating func queueChannelFrame(on index: Int) {
        guard let frame = links[index].channels.nextFrame() else { return }
        queue(frame.bytes, tag: .channelFrame(frame.channel), from: index)
    }

    /// A K-frame is with the controller; the next one is queued after everything that waits.
    mutating func channelFrameLeft(_ id: ChannelID, on index: Int) {
        links[index].channels.isFrameWaiting = false
        if let place = links[index].channels.index(of: id),
            let token = links[index].channels.channels[place].sender.frameLeft()
        {
            emit(.channelSent(id, token, .success(true)))
        }
        queueChannelFrame(on: index)
    }

    /// A credit indication is with the controller; meanwhile there may be more credits to give.
    mutating func creditsLeft(_ id: ChannelID, on index: Int) {
        guard let place = links[index].channels.index(of: id) else { return }
        links[index].channels.channels[place].receiver.indicationLeft()
        if links[index].channels.channels[place].isOpen { queueCredits(place, on: index) }
    }
}
