import BluetoothTypes
import BluetoothWire

/// The data of links: frames of the controller to the channel's machine, and what the machines have queued to the
/// controller.
extension Host {
    // MARK: In

    /// Takes data from the controller; data of an unknown link is dropped.
    mutating func received(_ data: consuming HCI.ACLData, at now: Instant) {
        guard isOn, let index = index(ofHandle: data.connectionHandle) else { return }
        if !links[index].channels.isEmpty, data.packetBoundary.isFirst {
            links[index].channels.checkStart(of: data.data, at: now, into: &sink)
            findDeadline()
        }
        guard let frame = sink.data.received(data, on: index) else { return }
        sink.data.isAnswering = true
        if ACLDataPath.channel(of: frame) == .att {
            takePDU(frame, from: index, at: now)
        } else {
            route(frame, from: index, at: now)
            findDeadline()
        }
        sink.data.isAnswering = false
    }

    /// Passes a frame of the attribute protocol to the link's bearer.
    @inline(__always) private mutating func takePDU(_ frame: [UInt8], from index: Int, at now: Instant) {
        let due = links[index].bearer.due()
        links[index].received(frame, from: index, server: &server, at: now, into: &sink, &actions)
        if !actions.isEmpty { perform(on: index) }
        if !links[index].ranging.isEmpty { serveRanging(index, at: now) }
        if server.hasChangedClients { keepClients() }
        bearerActed(index, dueBefore: due, at: now)
    }

    /// Passes a whole frame to its channel, if that is not the attribute protocol's; frames of unknown channels are
    /// ignored (Core 6.0, Vol 3, Part A, 2.2).
    private mutating func route(_ frame: [UInt8], from index: Int, at now: Instant) {
        switch ACLDataPath.channel(of: frame) {
        case .leSignaling:
            let security = server.security(of: links[index].id)
            links[index].signaled(
                ACLDataPath.payload(of: frame), security, &channelRegistry, configuration.parameterRequests,
                at: now, into: &sink)
            drain(index)
            settle(at: now)
        case .smp:
            let payload = ACLDataPath.payload(of: frame)
            secure(index, at: now) { $0.received(payload, &$1, into: &$2) }
            settle(at: now)
        case let channel:
            guard channel.isDynamic, !links[index].channels.isEmpty else { return }
            links[index].channels.received(frame, on: channel, at: now, into: &sink)
            drain(index)
        }
    }

    // MARK: Out

    /// Executes the actions of a bearer, in order, and those that follow from them.
    mutating func perform(on index: Int) {
        // Mostly there is just one.
        while actions.count == 1 { perform(actions.removeLast(), on: index) }
        if !actions.isEmpty { performAll(on: index) }
    }

    private mutating func performAll(on index: Int) {
        var next = 0
        while next < actions.count {
            // It is not copied: its bytes then have one owner.
            var action = AttributeBearer.Action.failLink(.success)
            swap(&action, &actions[next])
            perform(action, on: index)
            next += 1
        }
        actions.removeAll(keepingCapacity: next < 8)
    }

    @inline(__always) mutating func perform(_ action: consuming AttributeBearer.Action, on index: Int) {
        switch consume action {
        case .send(let pdu, let tag):
            let isSent = sink.send(pdu, on: .att, tag: tag.map { .attribute($0) }, from: index)
            if isSent, let tag { links[index].bearer.sent(tag, into: &actions) }
        case .event(let event):
            if links[index].ranging.isEmpty || !keepForRanging(event, on: index) { emit(event) }
        case .failLink(let reason): links[index].disconnect(reason, into: &sink)
        }
    }

    /// Sends what a link has queued while the controller has room.
    mutating func drain(_ index: Int) {
        while let sent = sink.sendNext(of: index) {
            if let tag = sent.tag { left(tag, on: index) }
        }
    }

    /// Sends what is queued while the controller has room: one fragment of each link in turn.
    mutating func pump() {
        while let index = sink.data.nextTurn() {
            if let tag = sink.sendNext(of: index)?.tag { left(tag, on: index) }
            if !actions.isEmpty { perform(on: index) }
        }
    }

    /// A whole frame is with the controller.
    private mutating func left(_ tag: ACLDataPath.Outbox.Tag, on index: Int) {
        switch tag {
        case .attribute(let tag): links[index].sent(tag, into: &sink, &actions)
        case .channelFrame(let id): links[index].channels.frameLeft(id, into: &sink)
        case .credits(let id): links[index].channels.creditsLeft(id, into: &sink)
        }
    }
}

extension HCI.ACLData.PacketBoundary {
    /// Whether a frame begins with the packet.
    fileprivate var isFirst: Bool { self == .firstFlushable || self == .firstNonFlushable }
}
