import BluetoothTypes
import BluetoothWire

/// K-frames of credit-based channels, and the credits for them.
extension Host.LinkChannels {
    // MARK: In

    /// Takes a whole frame of a channel; frames of unknown channels are ignored.
    mutating func received(
        _ frame: [UInt8], on number: L2CAP.ChannelID, at now: Instant, into sink: inout Host.Sink
    ) {
        guard let place = openPlace(local: number) else { return }
        switch change(place, { $0.receiver.receive(frame) }) {
        case .taken: break
        case .sdu(let sdu): sink.emit(.channelReceived(channels[place].id, sdu))
        case .violation: return disconnect(place, at: now, into: &sink)
        }
        queueCredits(place, into: &sink)
    }

    /// Checks the first fragment of a frame. A frame that is too long to be reassembled is lost, so its channel
    /// must be disconnected.
    mutating func checkStart(of fragment: [UInt8], at now: Instant, into sink: inout Host.Sink) {
        guard fragment.count >= L2CAP.BasicFrame.headerLength else { return }
        let length = Int(fragment[0]) | Int(fragment[1]) << 8
        guard length + L2CAP.BasicFrame.headerLength > Host.ACLDataPath.frameLimit,
            let place = openPlace(local: Host.ACLDataPath.channel(of: fragment))
        else { return }
        disconnect(place, at: now, into: &sink)
    }

    /// Gives the peer credits, if there are enough for a signal. At most one indication of each channel waits in
    /// the outbox, so that a peer that sends without receiving cannot fill it.
    mutating func queueCredits(_ place: Int, into sink: inout Host.Sink) {
        guard let credits = change(place, { $0.receiver.grant() }) else { return }
        let signal = L2CAP.Signal(
            identifier: identifiers.next(),
            command: .flowControlCreditIndication(channel: channels[place].local, credits: credits))
        sink.queue(
            Host.ACLDataPath.frame(signal.bytes, on: .leSignaling), tag: .credits(channels[place].id),
            to: handle)
    }

    // MARK: Out

    /// Queues the next K-frame, if a channel has something to send and a credit for it.
    mutating func queueFrame(into sink: inout Host.Sink) {
        guard let frame = nextFrame() else { return }
        sink.queue(frame.bytes, tag: .channelFrame(frame.channel), to: handle)
    }

    /// A K-frame is with the controller; the next one is queued after everything that waits.
    mutating func frameLeft(_ id: Host.ChannelID, into sink: inout Host.Sink) {
        if let token = noteFrameLeft(id) { sink.emit(.channelSent(id, token, .success(true))) }
        queueFrame(into: &sink)
    }

    /// A credit indication is with the controller; meanwhile there may be more credits to give.
    mutating func creditsLeft(_ id: Host.ChannelID, into sink: inout Host.Sink) {
        guard let place = place(of: id) else { return }
        change(place) { $0.receiver.indicationLeft() }
        if channels[place].isOpen { queueCredits(place, into: &sink) }
    }
}
