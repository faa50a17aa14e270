import BluetoothTypes
import BluetoothWire

/// The data path: ACL packets in, ATT PDUs out.
extension Host {
    /// The longest L2CAP frame accepted from a peer, header included: more than the MTU of any fixed channel
    /// here, and than the K-frames of any other channel.
    static let frameLimit = 4 + 672

    /// How many answers of one link may wait. A peer that sends more requests without receiving answers is
    /// ignored.
    static let answerLimit = 64

    // MARK: In

    /// Takes data from the controller; data of an unknown link is dropped.
    mutating func received(_ data: consuming HCI.ACLData, at now: Instant) {
        guard isOn, let index = index(ofHandle: data.connectionHandle) else { return }
        let frame: [UInt8]?
        switch data.packetBoundary {
        case .firstFlushable, .firstNonFlushable:
            if !links[index].channels.isEmpty { checkChannelFrame(start: data.data, on: index, at: now) }
            frame = links[index].reassembly.start(data.data, limit: Self.frameLimit)
        case .continuing:
            frame = links[index].reassembly.continue(data.data, limit: Self.frameLimit)
        case .complete:
            // Not used on LE (Core 6.0, Vol 4, Part E, 5.4.2).
            frame = nil
        }
        guard let frame, links[index].outbox.answers < Self.answerLimit || Self.isChannelFrame(frame) else {
            return
        }
        isAnswering = true
        route(frame, from: index, at: now)
        isAnswering = false
    }

    /// Passes a whole frame to its channel; frames of unknown channels are ignored (Core 6.0, Vol 3, Part A,
    /// 2.2).
    private mutating func route(_ frame: [UInt8], from index: Int, at now: Instant) {
        switch L2CAP.ChannelID(rawValue: UInt16(frame[2]) | UInt16(frame[3]) << 8) {
        case .att:
            links[index].bearer.received(
                frame, from: L2CAP.BasicFrame.headerLength, server: &server, at: now, into: &actions)
            perform(on: index)
            if server.hasChangedClients { keepClients() }
            if !commands.isEmpty { settle(at: now) }
        case .leSignaling:
            signaled(Self.payload(of: frame), on: index, at: now)
            settle(at: now)
        case .smp:
            securityReceived(Self.payload(of: frame), on: index, at: now)
            settle(at: now)
        case let channel:
            guard channel.isDynamic, !links[index].channels.isEmpty else { return }
            channelReceived(frame, on: channel, of: index, at: now)
        }
    }

    /// Whether a frame belongs to a credit-based channel. Such frames get no answer but cost credits, and
    /// none may be lost.
    private static func isChannelFrame(_ frame: [UInt8]) -> Bool {
        L2CAP.ChannelID(rawValue: UInt16(frame[2]) | UInt16(frame[3]) << 8).isDynamic
    }

    /// The payload of a frame that has a header.
    private static func payload(of frame: [UInt8]) -> [UInt8] {
        frame.withUnsafeBufferPointer { bytes in
            Array(UnsafeBufferPointer(rebasing: bytes[L2CAP.BasicFrame.headerLength...]))
        }
    }

    // MARK: Out

    /// A frame around `payload`, which is at most an ATT_MTU long. It uses the payload's own storage if that
    /// has room for the header.
    static func frame(_ payload: consuming [UInt8], on channel: L2CAP.ChannelID) -> [UInt8] {
        let header = L2CAP.BasicFrame.headerLength
        let count = payload.count
        var frame = consume payload
        frame.reserveCapacity(header + count)
        for _ in 0..<header { frame.append(0) }
        frame.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            (start + header).copyMemory(from: start, byteCount: count)
            bytes[0] = UInt8(truncatingIfNeeded: count)
            bytes[1] = UInt8(truncatingIfNeeded: count >> 8)
            bytes[2] = UInt8(truncatingIfNeeded: channel.rawValue)
            bytes[3] = UInt8(truncatingIfNeeded: channel.rawValue >> 8)
        }
        return frame
    }

    /// Executes the actions of a bearer, in order, and those that follow from them.
    mutating func perform(on index: Int) {
        var next = 0
        while next < actions.count {
            // Taken out, not copied: its bytes then have one owner.
            var action = AttributeBearer.Action.failLink(.success)
            swap(&action, &actions[next])
            switch consume action {
            case .send(let pdu, let tag): send(pdu, on: .att, tag: tag, from: index)
            case .event(let event): emit(event)
            case .failLink(let reason): disconnect(index, reason)
            }
            next += 1
        }
        switch actions.count {
        case 0: break
        case 1: actions.removeLast()
        default: actions.removeAll(keepingCapacity: actions.count <= 8)
        }
    }

    /// Sends one PDU: at once and in one piece, if there is room for it and nothing is queued before it.
    ///
    /// If the bearer reacts to the PDU being sent, its actions are in `actions`.
    mutating func send(
        _ payload: consuming [UInt8], on channel: L2CAP.ChannelID, tag: AttributeBearer.SendTag? = nil,
        from index: Int
    ) {
        let frame = Self.frame(payload, on: channel)
        if links[index].outbox.isEmpty, frame.count <= buffers.packetLength, hasRoom(index) {
            hand(frame, isFirst: true, from: index)
            if let tag { links[index].bearer.sent(tag, into: &actions) }
            return
        }
        links[index].outbox.append(
            Outbox.Frame(bytes: frame, tag: tag.map { .attribute($0) }, isAnswer: isAnswering))
        waitingFrames += 1
        drainOutbox(of: index)
    }

    /// Puts a frame that is no answer into the outbox, whatever caused it.
    mutating func queue(_ frame: [UInt8], tag: Outbox.Tag, from index: Int) {
        links[index].outbox.append(Outbox.Frame(bytes: frame, tag: tag, isAnswer: false))
        waitingFrames += 1
    }

    /// Sends the queue of one link while the controller has room.
    mutating func drainOutbox(of index: Int) {
        while !links[index].outbox.isEmpty, hasRoom(index) { sendFragment(of: index) }
    }

    /// Whether the controller accepts a packet of this link.
    private func hasRoom(_ index: Int) -> Bool {
        buffers.free > 0 && links[index].outstanding < buffers.share(among: links.count)
    }

    private mutating func hand(_ bytes: [UInt8], isFirst: Bool, from index: Int) {
        buffers.take()
        links[index].outstanding += 1
        outputs.append(
            .controller(
                .acl(
                    HCI.ACLData(
                        connectionHandle: links[index].handle,
                        packetBoundary: isFirst ? .firstNonFlushable : .continuing, data: bytes))))
    }

    /// Gives the next fragment of a link to the controller; both the fragment and the room must exist.
    private mutating func sendFragment(of index: Int) {
        let fragment = links[index].outbox.nextFragment(limit: buffers.packetLength)
        hand(fragment.bytes, isFirst: fragment.isFirst, from: index)
        guard fragment.isLast else { return }
        waitingFrames -= 1
        switch fragment.tag {
        case .attribute(let tag): links[index].bearer.sent(tag, into: &actions)
        case .channelFrame(let id): channelFrameLeft(id, on: index)
        case .credits(let id): creditsLeft(id, on: index)
        case nil: break
        }
    }

    /// Sends what is queued while the controller has room: one fragment of each link in turn.
    mutating func pump() {
        while waitingFrames > 0, buffers.free > 0 {
            let start = turn
            guard
                let step = links.indices.first(where: { step in
                    let index = (start + step) % links.count
                    return !links[index].outbox.isEmpty && hasRoom(index)
                })
            else { return }
            let index = (start + step) % links.count
            turn = (index + 1) % links.count
            sendFragment(of: index)
            perform(on: index)
        }
    }

    /// The controller sent or flushed packets. It cannot report more than it was given.
    mutating func packetsCompleted(_ completed: [HCI.CompletedPackets]) {
        for entry in completed {
            guard let index = index(ofHandle: entry.connectionHandle) else { continue }
            let count = min(Int(entry.numCompletedPackets), links[index].outstanding)
            links[index].outstanding -= count
            buffers.give(count)
        }
        pump()
    }
}
