import BluetoothTypes

extension Medium {
    /// What a `.radio` event is about; its `index` is a beat, a node or a link.
    enum Code: UInt8 {
        /// An advertising event begins; `index` is a beat.
        case advertise
        /// The duration of an advertising set has ended; `index` is a beat.
        case advertisingTimeout
        /// With collisions: the packet on channel 37, 38 or 39 has ended; `index` is a beat.
        case packetEnd37, packetEnd38, packetEnd39
        /// A scan's duration or period has ended; `index` is a node.
        case scanTimeout
        /// A connection event that must be run; `index` is a link.
        case connectionEvent
        /// An end of a link may have received nothing for too long; `index` is a link.
        case supervision
        /// An end's link-layer procedure may have waited too long; `index` is a link.
        case procedureTimeout
        /// A controller has computed a key; `index` is a node.
        case keyComputation
        /// The last packet of an event has ended: hosts get their reports; `index` is a place in the report queue.
        case report
        /// A set's private addresses may have to change; `index` is a beat.
        case addressChange
        /// A subevent of Channel Sounding begins; `index` is a link.
        case subevent
    }

    func schedule(_ code: Code, index: Int, generation: UInt32, at time: Int64) {
        scheduler.schedule(
            .init(
                .radio, code: code.rawValue, index: UInt32(truncatingIfNeeded: index), generation: generation),
            at: Instant(nanoseconds: time))
    }

    /// Runs a `.radio` event that has come up.
    package func run(_ event: Scheduler.Event) {
        let index = Int(event.index)
        guard let code = Code(rawValue: event.code) else {
            preconditionFailure("a radio event of code \(event.code)")
        }
        if code == .report { return reportsDue(index) }
        moment = scheduler.now.nanoseconds
        reports.open()
        run(code, index, event.generation)
        if !removedLinks.isEmpty { removedLinks.removeAll() }
        closeReports()
    }

    @inline(__always)
    private func run(_ code: Code, _ index: Int, _ generation: UInt32) {
        switch code {
        case .advertise: advertise(index, generation: generation)
        case .advertisingTimeout: advertisingTimedOut(index, generation: generation)
        case .packetEnd37: packetEnded(index, generation: generation, channel: 37)
        case .packetEnd38: packetEnded(index, generation: generation, channel: 38)
        case .packetEnd39: packetEnded(index, generation: generation, channel: 39)
        case .scanTimeout: scanner(index, generation)?.timedOut()
        case .connectionEvent:
            linkPlace(index)?._withUnsafeGuaranteedRef { $0.eventDue(generation: generation) }
        case .supervision: link(index)?.supervisionDue(generation: generation)
        case .procedureTimeout: link(index)?.procedureDue(generation: generation)
        case .subevent: link(index)?.subeventDue(generation: generation)
        case .keyComputation: controllers[index]?.keyComputed(generation: generation)
        case .report: break
        case .addressChange:
            if beats[index].generation == generation { beats.set(index)?.addressChangeDue() }
        }
    }

    /// Whether `event` is outdated and will do nothing.
    package func isVoid(_ event: Scheduler.Event) -> Bool {
        let index = Int(event.index)
        guard let code = Code(rawValue: event.code) else { return true }
        return switch code {
        case .advertise, .advertisingTimeout, .packetEnd37, .packetEnd38, .packetEnd39, .addressChange:
            beats[index].generation != event.generation
        case .scanTimeout: scanner(index, event.generation) == nil
        case .connectionEvent: link(index)?.eventGeneration != event.generation
        case .supervision: link(index)?.supervisionGeneration != event.generation
        case .procedureTimeout: link(index)?.procedureGeneration != event.generation
        case .subevent: link(index)?.soundingGeneration != event.generation
        case .keyComputation: controllers[index]?.keyPairs?.isRunning(event.generation) != true
        case .report: false
        }
    }

    /// The description of a pending `.radio` event, for lists of what is pending; `name` is what a node is called.
    package func pendingDescription(of event: Scheduler.Event, _ name: (NodeID) -> String) -> String {
        let index = Int(event.index)
        guard !isVoid(event), let code = Code(rawValue: event.code) else {
            return "an event that is no longer wanted"
        }
        return switch code {
        case .advertise: "\(name(beats.node(index))) advertises"
        case .advertisingTimeout: "\(name(beats.node(index))): the end of an advertising set"
        case .packetEnd37, .packetEnd38, .packetEnd39:
            "\(name(beats.node(index))): the end of an advertisement"
        case .scanTimeout: "\(name(NodeID(UInt32(index)))): the end of a scan or of its period"
        case .connectionEvent: "\(linkName(index, name)): a connection event"
        case .supervision: "\(linkName(index, name)): the supervision timeout"
        case .procedureTimeout: "\(linkName(index, name)): the timeout of a link-layer procedure"
        case .subevent: "\(linkName(index, name)): a subevent of Channel Sounding"
        case .addressChange: "\(name(beats.node(index))): a new private address of an advertising set"
        case .keyComputation: "\(name(NodeID(UInt32(index)))): the computation of a key"
        case .report: "the end of packets on air, which hosts will get"
        }
    }

    private func linkName(_ index: Int, _ name: (NodeID) -> String) -> String {
        guard let link = link(index) else { return "link \(index)" }
        let (central, peripheral) = (link.central.controller.node, link.peripheral.controller.node)
        return "link of \(name(central)) and \(name(peripheral))"
    }

    private func link(_ index: Int) -> RadioLink? { index < links.count ? links[index] : nil }

    private func scanner(_ node: Int, _ generation: UInt32) -> Scanner? {
        guard node < controllers.count, let scanner = controllers[node]?.scanner,
            scanner.timerGeneration == generation
        else { return nil }
        return scanner
    }
}
