import BluetoothTypes
import BluetoothWire

/// One side of a link: its queue, its part of the acknowledgement scheme, its link-layer procedures.
package final class LinkEnd {
    package let controller: Controller
    /// The link, which owns its ends; the ends do not own it.
    private var owner: Unmanaged<RadioLink>?
    /// `nil` until `join(_:)`, which follows the creation.
    package var link: RadioLink! { owner?.takeUnretainedValue() }

    // Small properties follow each other, so that they take no more room than they need.

    /// The address of the other side.
    package let peer: DeviceAddress
    let role: HCI.Role
    /// Whether this side takes part in the link; once closed, it stays closed.
    @exclusivity(unchecked) package private(set) var isOpen = false
    /// Whether something has been sent since the last acknowledgement: `pending`, or a PDU without payload.
    //
    // Half of all packets are empty. As a case of `pending` each would be written there and released, 150 instructions a read.
    private var isLoaded = false
    /// Whether `pending` contains a PDU.
    private var isWaiting = false
    /// The sequence number of `pending`, and the next expected one.
    private(set) var sn = false
    private(set) var nesn = false
    /// Whether `pending` is encrypted.
    private(set) var isSealed = false
    /// Whether the next sent PDU is encrypted.
    var seals = false
    /// Whether data waits because encryption is being started or paused.
    var pausesData = false
    /// Whether a packet was ever received.
    var isEstablished = false
    /// This side has sent LL_TERMINATE_IND.
    var isTerminating = false
    /// The connection handle, once the controller has adopted the link.
    @exclusivity(unchecked) package private(set) var handle: UInt16 = 0
    /// How many packets of the host were acknowledged in this connection event.
    private var completed: UInt16 = 0
    /// Why the link will be closed at the end of the connection event.
    var closing: HCI.ErrorCode?
    /// The other side has sent LL_TERMINATE_IND: one more packet acknowledges it.
    var farewell: HCI.ErrorCode?

    // Sending

    /// A data PDU as it waits for its acknowledgement.
    enum Pending {
        /// Nothing, or a PDU without payload.
        case none
        case control(LL.ControlPDU)
        /// L2CAP data; `ends` when it is the last of an ACL packet.
        case data(starts: Bool, ends: Bool, payload: [UInt8])
    }

    @exclusivity(unchecked) private(set) var pending: Pending = .none
    /// The length of `pending` in bytes, with the MIC of an encrypted PDU.
    private(set) var pendingLength: Int32 = 0
    /// How many bytes of the first packet have been sent.
    private var offset: Int32 = 0
    @exclusivity(unchecked) private var packets = Ring<HCI.ACLData>()
    /// Few control PDUs are sent on a link, so there is no storage for them while none waits.
    @exclusivity(unchecked) var controls: [LL.ControlPDU] = []
    /// Control PDUs caused by a received one: they are sent in the next connection event.
    @exclusivity(unchecked) var deferred: [LL.ControlPDU] = []

    // Receiving

    /// When a packet was last received.
    var lastHeard: Int64 = 0
    @exclusivity(unchecked) var lengths = DataLengths()
    @exclusivity(unchecked) var procedures = Procedures()

    /// The private addresses of both sides, if they were used and resolved.
    @exclusivity(unchecked) var privateAddresses: PrivateAddresses?
    /// Encryption, once either side has requested it.
    @exclusivity(unchecked) var encryption: LinkEncryption?

    /// Channel Sounding, once either side has begun with it.
    @exclusivity(unchecked) private(set) var sounding: SoundingEnd?

    init(controller: Controller, role: HCI.Role, peer: DeviceAddress) {
        self.controller = controller
        self.role = role
        self.peer = peer
        lengths.local = .init(
            maxRxOctets: controller.configuration.maximumDataOctets,
            maxRxTime: controller.configuration.maximumDataTime,
            maxTxOctets: controller.preferences.suggestedTxOctets,
            maxTxTime: controller.preferences.suggestedTxTime)
    }

    package var isCentral: Bool { role == .central }
    /// The other side.
    var other: LinkEnd { isCentral ? link.peripheral : link.central }

    /// Stores `link`.
    func join(_ link: RadioLink) { owner = .passUnretained(link) }

    /// Channel Sounding at this side; `nil` if the controller does not support it.
    var madeSounding: SoundingEnd? {
        if let sounding { return sounding }
        guard let radio = controller.configuration.channelSounding else { return nil }
        let made = SoundingEnd(self, radio)
        sounding = made
        return made
    }

    func open(_ handle: UInt16) {
        self.handle = handle
        isOpen = true
    }

    // Queues

    /// Whether this side needs a connection event to send something or to get an acknowledgement.
    var hasWork: Bool { isWaiting || hasMore || farewell != nil }

    /// Whether more data waits after the pending PDU.
    var hasMore: Bool { !controls.isEmpty || !packets.isEmpty && !pausesData }

    /// The place for an ACL packet of the host, which has to be initialised before anything else happens.
    func packetPlace() -> UnsafeMutablePointer<HCI.ACLData> { packets.appendPlace() }

    /// A packet has been queued.
    func packetQueued() { owner?._withUnsafeGuaranteedRef { $0.reschedule() } }

    /// Queues a control PDU for the next connection event, or until encryption is settled.
    func queue(_ control: LL.ControlPDU) {
        if pausesData, control.opcode != LL.ControlPDU.terminateOpcode, let encryption {
            encryption.outgoing.append(control)
        } else {
            send(control)
        }
    }

    /// Queues a control PDU for the next connection event.
    func send(_ control: LL.ControlPDU) {
        if link.isInEvent {
            deferred.append(control)
        } else {
            controls.append(control)
            link.reschedule()
        }
    }

    /// Sends LL_TERMINATE_IND with `reason`; the link ends when the other side has acknowledged it.
    package func terminate(_ reason: HCI.ErrorCode) {
        guard !isTerminating else { return }
        isTerminating = true
        // Data of the host that has not been sent by now is dropped.
        controller.heldPackets -= packets.count
        packets.removeAll()
        offset = 0
        if pausesData { abandonEncryption() }
        queue(.terminateInd(errorCode: reason.rawValue))
    }

    /// Chooses the PDU to send on `phy`, unless one waits for its acknowledgement.
    @inline(__always)
    func load(_ phy: LL.PHY) {
        guard !isLoaded else { return }
        isLoaded = true
        if !controls.isEmpty { return loadControl() }
        guard !pausesData, let packet = packets.first else { return }
        let limit = lengths.effectiveTxOctets(phy)
        let starts = offset == 0 && packet.pointee.packetBoundary != .continuing
        let size = packet.pointee.data.count
        isWaiting = true
        if offset == 0, size <= limit, let whole = packets.popFirst() {
            pending = .data(starts: starts, ends: true, payload: whole.data)
            pendingLength = Int32(truncatingIfNeeded: size)
            if seals { seal() }
            return
        }
        let start = Int(offset)
        let end = min(size, start + limit)
        pending = .data(starts: starts, ends: end == size, payload: Array(packet.pointee.data[start..<end]))
        pendingLength = Int32(truncatingIfNeeded: end - start)
        if seals { seal() }
        offset = Int32(truncatingIfNeeded: end)
        if end == size {
            _ = packets.popFirst()
            offset = 0
        }
    }

    private func loadControl() {
        let control = controls.removeFirst()
        if controls.isEmpty { controls = [] }
        pending = .control(control)
        (isWaiting, pendingLength) = (true, Int32(truncatingIfNeeded: control.encodedLength))
        if encryption != nil { willSend(control) }
        if seals { seal() }
    }

    /// Encrypts the pending PDU, which grows by its message integrity code (Core 6.0, Vol 6, Part B, 2.4).
    private func seal() {
        isSealed = true
        pendingLength += Self.integrityCodeLength
    }

    static let integrityCodeLength: Int32 = 4

    /// The other side has acknowledged the pending PDU.
    @inline(__always)
    private func acknowledged() {
        guard isLoaded else { return }
        isLoaded = false
        sn.toggle()
        guard isWaiting else { return }
        switch pending {
        case .none: break
        case .control(.terminateInd): closing = .connectionTerminatedByLocalHost
        case .control: break
        case .data(_, let ends, _):
            if ends {
                completed += 1
                controller.heldPackets -= 1
            }
        }
        pending = .none
        (isWaiting, isSealed, pendingLength) = (false, false, 0)
    }

    // Receiving

    /// The result for a packet that arrived.
    enum Reception {
        case taken
        /// The host's buffers are full; the packet is not acknowledged.
        case refused
    }

    /// Receives the pending packet of `sender`, the other side.
    @inline(__always)
    func receive(from sender: LinkEnd, at time: Int64) -> Reception {
        lastHeard = time
        isEstablished = true
        if sender.nesn != sn { acknowledged() }
        // A repeated packet: only its acknowledgement was lost.
        guard sender.sn == nesn else { return .taken }
        if encryption != nil, !admits(sender) {
            closing = .connectionTerminatedDueToMICFailure
            return .taken
        }
        switch sender.pending {
        case .none: nesn.toggle()
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

    /// The connection event has ended: processes what waited for its end.
    func finishEvent() {
        if !deferred.isEmpty {
            // Mostly nothing waits before them: then the list changes its place.
            if controls.isEmpty { swap(&controls, &deferred) } else { controls += deferred }
            deferred = []
        }
        if completed > 0 { tellCompleted() }
    }

    private func tellCompleted() {
        // No mask is asked: a host can't mask this event.
        if isOpen {
            let report = controller.withMedium { $0.completions.report(handle, completed) }
            controller.send(.event(.numberOfCompletedPackets(report)))
        }
        completed = 0
    }

    // Ends

    /// Closes this side and reports the reason to the host.
    package func close(_ reason: HCI.ErrorCode) {
        guard isOpen else { return }
        // An LL_TERMINATE_IND without acknowledgement in time has ended the link anyway.
        let reason = isTerminating && reason == .connectionTimeout ? .connectionTerminatedByLocalHost : reason
        // The link may now be removed from the medium, and its ends with it.
        let link: RadioLink = link
        release()
        controller.emit(
            .disconnectionComplete(.init(status: .success, connectionHandle: handle, reason: reason)))
        controller.fillHost()
        link.endDidClose()
    }

    /// Closes this side without a report to the host, which reset the controller or lost its power.
    func vanish() {
        guard isOpen else { return }
        let link: RadioLink = link
        release()
        link.endDidClose()
    }

    private func release() {
        isOpen = false
        controller.links.remove(handle)
        controller.hostFlow?.linkEnded(handle)
        var held = 0
        if case .data(_, true, _) = pending { held += 1 }
        controller.heldPackets -= held + packets.count
        packets.removeAll()
        pending = .none
        isLoaded = false
    }
}
