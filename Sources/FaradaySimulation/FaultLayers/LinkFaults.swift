import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// The layer between hosts and controllers: packets of links, of which some wait, some change, and some are added.
final class LinkFaults {
    private unowned let engine: FaultEngine
    let medium: Medium
    private let scheduler: Scheduler
    /// The links with traffic that faults have looked at.
    @exclusivity(unchecked) var links: [FaultyLink] = []

    init(_ engine: FaultEngine) {
        self.engine = engine
        (medium, scheduler) = (engine.medium, engine.scheduler)
    }

    var now: Instant { scheduler.now }
    func node(_ id: NodeID) -> Node { engine.node(id) }
    func want(at time: Instant) { engine.want(at: time) }
    func match(_ occasion: Occasion) -> FiringFault? { engine.match(occasion, at: .link) }
    func carryOut(_ fault: FiringFault) -> Bool { engine.carryOut(fault) }
    /// Ends a link. A device that says goodbye has still got and sent what was on the way; otherwise no packet of the
    /// link arrives any more, not even in the present connection event.
    func drop(_ state: FaultyLink, _ end: Fault.LinkEnd) {
        if end != .peer { state.silence() }
        engine.drop(state.link, end)
    }
    /// The next draw of a fault, below `bound`.
    func draw(_ fault: FiringFault, below bound: Int) -> Int {
        Int(engine.change(fault.place) { $0.stream.below(UInt64(bound)) })
    }

    /// What is kept of a link.
    func state(of link: RadioLink) -> FaultyLink {
        if let known = links.first(where: { $0.link === link }) { return known }
        links.removeAll { $0.isOver }
        let new = FaultyLink(link)
        links.append(new)
        return new
    }

    // MARK: To a host

    /// A packet passes on to its host.
    func give(_ packet: consuming HCI.Packet, to node: Node) {
        engine.record(packet, .up, of: node.id)
        node.receive(packet, at: now)
    }

    /// A packet of the central, behind those that wait.
    func passUp(_ packet: HCI.ACLData, _ state: FaultyLink, due: Instant? = nil) {
        if due != nil || !state.up.held.isEmpty {
            let due = max(due ?? now, state.up.held.last?.due ?? now)
            state.up.held.append(.init(packet: packet, due: due, isOfHost: false))
            want(at: due)
        } else {
            give(.acl(packet), to: node(state.peripheral))
        }
    }

    /// A whole frame for the peripheral's host.
    func passUp(frame: [UInt8], _ state: FaultyLink, due: Instant? = nil) {
        for packet in Frames.packets(of: frame, state.handle, size: 251, first: .firstFlushable) {
            passUp(packet, state, due: due)
        }
    }

    // MARK: To a controller

    /// A packet passes on to its controller.
    func give(_ packet: consuming HCI.Packet, toControllerOf node: NodeID) {
        engine.record(packet, .down, of: node)
        medium.receive(packet, from: node)
    }

    private func hasRoom(_ node: NodeID) -> Bool { medium.controller(of: node)?.hasRoomForData ?? true }

    /// A packet of the peripheral, behind those that wait, when the controller has room for it.
    func passDown(_ packet: HCI.ACLData, _ state: FaultyLink, isOfHost: Bool, due: Instant? = nil) {
        guard due != nil || !state.down.held.isEmpty || !hasRoom(state.peripheral) else {
            if !isOfHost { state.owed += 1 }
            return give(.acl(packet), toControllerOf: state.peripheral)
        }
        let due = max(due ?? now, state.down.held.last?.due ?? now)
        state.down.held.append(.init(packet: packet, due: due, isOfHost: isOfHost))
        // What is due waits for room: the controller tells when there is some.
        if due > now { want(at: due) }
    }

    /// A whole frame for the peripheral's controller, which the host does not count.
    func passDown(frame: [UInt8], _ state: FaultyLink, due: Instant? = nil) {
        let size = Int(medium.controller(of: state.peripheral)?.configuration.aclDataPacketLength ?? 27)
        for packet in Frames.packets(of: frame, state.handle, size: size, first: .firstNonFlushable) {
            passDown(packet, state, isOfHost: false, due: due)
        }
    }

    /// The host gets its buffer back: a layer took the packet away.
    func complete(_ state: FaultyLink) {
        let completed = HCI.CompletedPackets(connectionHandle: state.handle, numCompletedPackets: 1)
        give(.event(.numberOfCompletedPackets(.init(completed: [completed]))), to: node(state.peripheral))
    }

    /// The controller has sent packets: the host hears only of its own.
    func hostsShare(of event: HCI.NumberOfCompletedPackets, _ node: NodeID) -> HCI.NumberOfCompletedPackets {
        // Most often the layers have added no packet.
        guard links.contains(where: { $0.owed > 0 }) || event.completed.contains(where: \.isEmpty) else {
            return event
        }
        var event = event
        for index in event.completed.indices {
            let entry = event.completed[index]
            guard
                let state = links.first(where: {
                    $0.peripheral == node && $0.handle == entry.connectionHandle
                }),
                state.link.peripheral.isOpen
            else { continue }
            let own = min(state.owed, Int(entry.numCompletedPackets))
            state.owed -= own
            event.completed[index].numCompletedPackets -= UInt16(own)
        }
        event.completed.removeAll(where: \.isEmpty)
        return event
    }

    // MARK: Time

    /// Lets go what is due. Returns the nodes that got something.
    func releasePackets() -> [Node] {
        var touched: [Node] = []
        links.removeAll { $0.isOver }
        for state in links {
            guard state.link.peripheral.isOpen else {
                state.clear()
                continue
            }
            releaseUp(state, &touched)
            releaseDown(state)
        }
        return touched
    }

    private func releaseUp(_ state: FaultyLink, _ touched: inout [Node]) {
        if let overtaken = state.up.overtaken, overtaken.latest <= now {
            state.up.overtaken = nil
            passUp(frame: overtaken.frame, state)
            touched.append(node(state.peripheral))
        }
        while let first = state.up.held.first, first.due <= now {
            state.up.held.removeFirst()
            give(.acl(first.packet), to: node(state.peripheral))
            touched.append(node(state.peripheral))
        }
    }

    func releaseDown(_ state: FaultyLink) {
        if let overtaken = state.down.overtaken, overtaken.latest <= now {
            state.down.overtaken = nil
            passDown(frame: overtaken.frame, state)
        }
        while let first = state.down.held.first, first.due <= now, hasRoom(state.peripheral) {
            state.down.held.removeFirst()
            if !first.isOfHost { state.owed += 1 }
            give(.acl(first.packet), toControllerOf: state.peripheral)
        }
    }
}

extension HCI.CompletedPackets {
    /// Whether it is about no packet.
    fileprivate var isEmpty: Bool { numCompletedPackets == 0 }
}

extension HCI.Packet {
    /// Whether the layer looks into packets of this kind.
    var concernsFaults: Bool {
        switch self {
        case .acl, .command(.reset), .event(.numberOfCompletedPackets): true
        default: false
        }
    }
}
