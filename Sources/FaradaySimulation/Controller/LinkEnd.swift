import BluetoothTypes
import BluetoothWire

/// One side of a link: its queue, its half of the acknowledgement scheme, its link-layer procedures.
final class LinkEnd {
    unowned let controller: Controller
    unowned let link: RadioLink
    let role: HCI.Role
    /// The address of the other side.
    let peer: DeviceAddress
    /// The connection handle, once the controller has taken the link.
    var handle: UInt16 = 0
    /// Whether this side takes part; once closed it never does again.
    private(set) var isOpen = false

    // Sending

    /// A data PDU as it waits for its acknowledgement.
    enum Pending {
        /// Nothing has been sent since the last acknowledgement.
        case none
        /// A PDU without payload.
        case empty
        case control(LL.ControlPDU)
        /// L2CAP data; `ends` when it is the last of an ACL packet.
        case data(starts: Bool, ends: Bool, payload: [UInt8])
    }

    /// An ACL packet from the host.
    private struct Packet {
        var data: [UInt8]
        var starts: Bool
    }

    private(set) var pending: Pending = .none
    /// The sequence number of `pending`, and the one expected next.
    private(set) var sn = false
    private(set) var nesn = false
    private var packets = Ring<Packet>()
    /// How much of the first packet has been sent.
    private var offset = 0
    private var controls = Ring<LL.ControlPDU>()
    /// Control PDUs that a received one has caused: they go into the next connection event.
    var deferred: [LL.ControlPDU] = []
    /// How many packets of the host were acknowledged in this connection event.
    private var completed: UInt16 = 0

    // Receiving

    /// When a packet was last received.
    var lastHeard: Int64 = 0
    /// Whether a packet was ever received.
    var isEstablished = false
    /// Why the link will be closed at the end of the connection event.
    var closing: HCI.ErrorCode?
    /// The other side has said goodbye: one more packet acknowledges that.
    var farewell: HCI.ErrorCode?
    /// This side has said goodbye.
    var isTerminating = false

    var lengths = DataLengths()
    var procedures = Procedures()

    init(controller: Controller, link: RadioLink, role: HCI.Role, peer: DeviceAddress) {
        self.controller = controller
        self.link = link
        self.role = role
        self.peer = peer
        lengths.local = .init(
            maxRxOctets: controller.configuration.maximumDataOctets,
            maxRxTime: controller.configuration.maximumDataTime,
            maxTxOctets: controller.preferences?.suggestedTxOctets ?? 27,
            maxTxTime: controller.preferences?.suggestedTxTime ?? 328)
    }

    var isCentral: Bool { role == .central }
    /// The other side.
    var other: LinkEnd { isCentral ? link.peripheral : link.central }

    func open(_ handle: UInt16) {
        self.handle = handle
        isOpen = true
    }

    // Queues

    /// Whether this side needs a connection event to send something or have it acknowledged.
    var hasWork: Bool {
        switch pending {
        case .control, .data: true
        case .none, .empty: hasMore || farewell != nil
        }
    }

    /// Whether something waits behind the pending PDU.
    var hasMore: Bool { !controls.isEmpty || !packets.isEmpty }

    func queue(_ data: [UInt8], starts: Bool) {
        packets.append(Packet(data: data, starts: starts))
        link.reschedule()
    }

    /// Queues a control PDU for the next connection event.
    func queue(_ control: LL.ControlPDU) {
        if link.isInEvent {
            deferred.append(control)
        } else {
            controls.append(control)
            link.reschedule()
        }
    }

    /// Says goodbye for `reason`; the link ends when the other side has acknowledged it.
    func terminate(_ reason: HCI.ErrorCode) {
        guard !isTerminating else { return }
        isTerminating = true
        // What the host has not got through by now stays behind.
        controller.heldPackets -= packets.count
        packets.removeAll()
        offset = 0
        queue(.terminateInd(errorCode: reason.rawValue))
    }

    /// Chooses the PDU to send, unless one waits for its acknowledgement.
    func load() {
        switch pending {
        case .empty, .control, .data: return
        case .none: break
        }
        if let control = controls.popFirst() {
            pending = .control(control)
            return
        }
        guard let packet = packets.first else {
            pending = .empty
            return
        }
        let limit = lengths.effectiveTxOctets(link.phy(from: self))
        let starts = packet.starts && offset == 0
        if offset == 0, packet.data.count <= limit {
            _ = packets.popFirst()
            pending = .data(starts: starts, ends: true, payload: packet.data)
            return
        }
        let end = min(packet.data.count, offset + limit)
        pending = .data(starts: starts, ends: end == packet.data.count, payload: Array(packet.data[offset..<end]))
        offset = end
        if end == packet.data.count {
            _ = packets.popFirst()
            offset = 0
        }
    }

    /// How many bytes the pending PDU carries.
    var pendingLength: Int {
        switch pending {
        case .none, .empty: 0
        case .control(let control): control.bytes.count
        case .data(_, _, let payload): payload.count
        }
    }

    /// The other side has acknowledged the pending PDU.
    private func acknowledged() {
        switch pending {
        case .none: return
        case .empty: break
        case .control(.terminateInd): closing = .connectionTerminatedByLocalHost
        case .control: break
        case .data(_, let ends, _):
            if ends {
                completed += 1
                controller.heldPackets -= 1
            }
        }
        pending = .none
        sn.toggle()
    }

    // Receiving

    /// What became of a packet that arrived.
    enum Reception {
        case taken
        /// The host's buffers are full; the packet is not acknowledged.
        case refused
    }

    /// Takes in the pending packet of the other side.
    func receive(at time: Int64) -> Reception {
        let sender = other
        lastHeard = time
        isEstablished = true
        if sender.nesn != sn { acknowledged() }
        // A packet from before: only its acknowledgement was lost.
        guard sender.sn == nesn else { return .taken }
        switch sender.pending {
        case .none, .empty: nesn.toggle()
        case .control(let control):
            nesn.toggle()
            receive(control)
        case .data(let starts, _, let payload):
            guard controller.mayDeliver else { return .refused }
            nesn.toggle()
            if !isTerminating, closing == nil, !payload.isEmpty {
                controller.deliver(
                    .init(
                        connectionHandle: handle, packetBoundary: starts ? .firstFlushable : .continuing,
                        data: payload))
            }
        }
        return .taken
    }

    /// The connection event is over: what waited for that happens.
    func finishEvent() {
        for control in deferred { controls.append(control) }
        deferred.removeAll()
        guard completed > 0 else { return }
        if isOpen {
            controller.emit(
                .numberOfCompletedPackets(
                    .init(completed: [.init(connectionHandle: handle, numCompletedPackets: completed)])))
        }
        completed = 0
    }

    // Ends

    /// Closes this side and tells the host why.
    func close(_ reason: HCI.ErrorCode) {
        guard isOpen else { return }
        // A goodbye that nobody acknowledged in time has ended the link all the same.
        let reason = isTerminating && reason == .connectionTimeout ? .connectionTerminatedByLocalHost : reason
        // The link may leave the medium now, and its ends with it.
        let link = link
        release()
        controller.emit(
            .disconnectionComplete(.init(status: .success, connectionHandle: handle, reason: reason)))
        link.endDidClose()
    }

    /// Closes this side without a word to the host: it reset the controller or lost its power.
    func vanish() {
        guard isOpen else { return }
        let link = link
        release()
        link.endDidClose()
    }

    private func release() {
        isOpen = false
        controller.ends[Int(handle) - 1] = nil
        var held = 0
        if case .data(_, true, _) = pending { held += 1 }
        controller.heldPackets -= held + packets.count
        packets.removeAll()
        pending = .none
    }
}
