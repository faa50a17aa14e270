import BluetoothTypes
import BluetoothWire

/// The shared air of a world, with its controllers; `World.configureMedium(_:)` changes its conditions.
///
/// A receiver gets a packet if it listens on the packet's channel for the whole packet and is near enough. The packet
/// can be lost by fading, random loss, a collision or a fault layer, which are checked in this order.
//
// It belongs to one world and is called only under that world's lock. Controllers get HCI packets through `receive` and
// put theirs into `nextOutput`. Later work is in the world's scheduler as `.radio` events, which come back through
// `run`.
//
// Properties that every event reads have no run-time checks for exclusive access, because the checks would cost as much
// as the event itself. No such property is read while it is being changed.
package final class Medium {
    let scheduler: Scheduler
    let entropy: Entropy
    /// The conditions on the air; changes take effect at once, also for links.
    @exclusivity(unchecked) package var configuration = MediumConfiguration() {
        didSet { configurationDidChange(from: oldValue) }
    }
    /// Called for each frame on air; with `nil` no frames are created.
    @exclusivity(unchecked) package var air: ((AirFrame) -> Void)?
    /// HCI packets for the hosts: ready to be taken, of the running event, and of earlier events that are not due yet.
    @exclusivity(unchecked) var reports = ReportQueue()
    @exclusivity(unchecked) var completions = CompletionReports()
    /// When a controller was last reset; a controller that is removed from the world counts as reset.
    @exclusivity(unchecked) var lastReset: UInt64 = 0
    /// How far the running event has been processed: the end of its last processed packet on air.
    @exclusivity(unchecked) var moment: Int64 = 0

    @exclusivity(unchecked) private(set) var controllers: ContiguousArray<Controller?> = []
    @exclusivity(unchecked) private(set) var positions: ContiguousArray<Position> = []
    /// The hot part of every advertising set.
    @exclusivity(unchecked) var beats = AdvertisingBeats()
    @exclusivity(unchecked) private var freeBeats: [Int] = []
    /// The stretch of time whose beats have been fetched, and something that depends on all of them.
    @exclusivity(unchecked) private var fetched: (stretch: Int64, sum: UInt32) = (-1, 0)
    /// The active scanners, in the order in which they began.
    @exclusivity(unchecked) var scanners: ContiguousArray<Scanner> = []
    @exclusivity(unchecked) var initiators: ContiguousArray<Initiator> = []
    @exclusivity(unchecked) package private(set) var links: ContiguousArray<RadioLink?> = []
    /// The same links, to be called without a retain.
    @exclusivity(unchecked) private var linkPlaces: ContiguousArray<Unmanaged<RadioLink>?> = []
    /// Links that were removed in the running event; they may be the one that runs it.
    @exclusivity(unchecked) var removedLinks: [RadioLink] = []
    @exclusivity(unchecked) private var linkGenerations: [UInt32] = []
    @exclusivity(unchecked) private var freeLinks: [Int] = []
    @exclusivity(unchecked) private var layers: [(fault: any MediumFault, entropy: EntropyStream)] = []
    /// Packets on the three primary channels that may still collide.
    @exclusivity(unchecked) var onAir = OnAir()
    /// Whether frames in range can be lost at random, by fading or by a layer.
    @exclusivity(unchecked) private(set) var isLossy = false
    /// Whether the measured power differs from packet to packet.
    @exclusivity(unchecked) private(set) var isUneven = false

    package init(scheduler: Scheduler, entropy: Entropy) {
        self.scheduler = scheduler
        self.entropy = entropy
    }

    // Nodes

    /// Adds the controller of `node`; nodes are added in the order of their numbers.
    package func addController(
        _ node: NodeID, _ configuration: ControllerConfiguration, at position: Position
    ) {
        while controllers.count <= node.index {
            controllers.append(nil)
            positions.append(.origin)
        }
        precondition(controllers[node.index] == nil, "node \(node.rawValue) has a controller")
        positions[node.index] = position
        controllers[node.index] = Controller(node: node, configuration: configuration, medium: self)
    }

    /// The controller of `node`, unless it was removed.
    package func controller(of node: NodeID) -> Controller? {
        node.index < controllers.count ? controllers[node.index] : nil
    }

    /// Takes a packet from the host of `node`.
    package func receive(_ packet: consuming HCI.Packet, from node: NodeID) {
        guard node.index < controllers.count, let controller = controllers[node.index] else { return }
        controller.receive(packet)
    }

    /// Whether there is a packet for a host.
    package var hasOutput: Bool { reports.hasDue }

    /// The next packet for a host.
    package func nextOutput() -> (NodeID, HCI.Packet)? { reports.popDue() }

    /// Ends the processing of an event: its reports go to the hosts when its last packet on air has ended.
    ///
    /// The medium processes an event as a whole at its start, which saves a queue entry for each packet. But no host
    /// may learn of a packet that is still on air.
    func closeReports() {
        let now = scheduler.now.nanoseconds
        guard !reports.isEmpty, moment > now else { return reports.close() }
        let slot = reports.postpone(from: scheduler.eventCount)
        schedule(.report, index: slot, generation: 0, at: moment)
    }

    /// The last packet of an event has ended: its reports go to the hosts, unless their controller was reset.
    func reportsDue(_ slot: Int) {
        let begin = reports.begin(of: slot)
        if lastReset < begin { return reports.release(slot) }
        reports.release(slot) { hasRun($0, since: begin) }
    }

    /// Whether the controller of `node` is still there and was not reset in event `begin` or later.
    private func hasRun(_ node: NodeID, since begin: UInt64) -> Bool {
        guard let controller = controller(of: node) else { return false }
        return controller.lastReset < begin
    }

    /// The position of `node`.
    package func position(of node: NodeID) -> Position {
        node.index < positions.count ? positions[node.index] : .origin
    }

    /// Moves `node`; its links may break or recover.
    package func move(_ node: NodeID, to position: Position) {
        guard let moved = controller(of: node), positions[node.index] != position else { return }
        positions[node.index] = position
        moved.pathLosses.removeAll(keepingCapacity: true)
        for case let controller? in controllers where node.index < controller.pathLosses.count {
            controller.pathLosses[node.index] = .nan
        }
        for end in moved.ends { end.link.conditionsDidChange() }
    }

    /// Treats the links of `node` as established, even if their first packets have not arrived.
    package func establishLinks(of node: NodeID) {
        for end in controller(of: node)?.ends ?? [] { end.link.establish() }
    }

    /// Switches the radio of `node` on or off. Off, it stops at once, and its peers notice it only by their supervision
    /// timeouts. On, its controller is in the state after a reset.
    package func setPowered(_ node: NodeID, _ isPowered: Bool) {
        guard let controller = controller(of: node), controller.isPowered != isPowered else { return }
        controller.isPowered = isPowered
        controller.reset()
    }

    /// Removes `node` from the world, with the effect of `setPowered(node, false)`.
    package func remove(_ node: NodeID) {
        guard let controller = controller(of: node) else { return }
        controller.isPowered = false
        controller.reset()
        controllers[node.index] = nil
    }

    // Conditions

    /// The fault layers, in the order in which they are asked.
    package var faults: [any MediumFault] { layers.map(\.fault) }

    /// Replaces the fault layers; each draws from a stream of its place in the list.
    package func setFaults(_ faults: [any MediumFault]) {
        layers = faults.enumerated().map { ($1, entropy.stream("fault \($0)")) }
        conditionsDidChange()
    }

    private func configurationDidChange(from old: MediumConfiguration) {
        if configuration.pathLossExponent != old.pathLossExponent {
            for case let controller? in controllers {
                controller.pathLosses.removeAll(keepingCapacity: true)
            }
        }
        if !configuration.collides { onAir = OnAir() }
        conditionsDidChange()
    }

    private func conditionsDidChange() {
        isLossy = configuration.perPacketLoss > 0 || configuration.fadingDeviation > 0 || !layers.isEmpty
        isUneven = configuration.fadingDeviation > 0 || configuration.powerVariation > 0
        for case let link? in links { link.conditionsDidChange() }
    }

    /// Sets the weakest packet that `node` receives; links to it may break or recover.
    package func setSensitivity(_ dBm: Int8, of node: NodeID) {
        guard let controller = controller(of: node) else { return }
        controller.configuration.sensitivity = dBm
        for end in controller.ends { end.link.conditionsDidChange() }
    }

    /// Whether a layer may lose the empty packets of idle links.
    var layersWatchIdleLinks: Bool { layers.contains { $0.fault.watchesIdleLinks } }
    /// Whether any layer wants to see frames.
    var hasLayers: Bool { !layers.isEmpty }

    /// The loss of power between two nodes in dB.
    func pathLoss(between one: Int, and other: Int) -> Double {
        PathLoss.decibels(
            meters: positions[one].distance(to: positions[other]), exponent: configuration.pathLossExponent)
    }

    /// Asks the fault layers about a frame.
    func layersDeliver(_ frame: MediumFrame) -> Bool {
        for index in layers.indices {
            var (fault, entropy) = layers[index]
            let verdict = fault.verdict(on: frame, &entropy)
            layers[index] = (fault, entropy)
            if verdict == .lose { return false }
        }
        return true
    }

    // Tables

    /// A beat for the `number`th advertising set that `node` has made.
    func addBeat(node: NodeID, number: UInt32) -> Int {
        var name = StreamName("advertising", node.rawValue)
        name.add(" ")
        name.add(number)
        let stream = entropy.stream(name)
        if let index = freeBeats.popLast() {
            beats[index].reuse(entropy: stream)
            return index
        }
        beats.append(AdvertisingBeat(entropy: stream))
        return beats.count - 1
    }

    /// Reads the beats of the next events, once for each stretch of time.
    ///
    /// A hundred thousand beats are more than the caches hold, and waiting for one at each event would cost more than
    /// the event. Read in one loop, the processor waits for many of them at once.
    @inline(__always)
    func fetchBeats() {
        guard beats.count >= Self.crowd, fetched.stretch != scheduler.stretch else { return }
        fetchAhead()
    }

    /// The number of beats that caches surely hold.
    private static let crowd = 4_096

    private func fetchAhead() {
        var sum: UInt32 = 0
        scheduler.lookAhead { event in
            guard event.kind == .radio, event.code == Code.advertise.rawValue else { return }
            let index = Int(event.index)
            sum &+= beats[index].generation
            for scanner in scanners { sum &+= scanner.reported(index) }
        }
        fetched = (scheduler.stretch, sum)
    }

    /// Gives a beat back.
    func removeBeat(_ index: Int) {
        beats.use(index, for: nil)
        freeBeats.append(index)
    }

    /// Makes room for the `number`th link that `central` has made; `make` gets its index, its generation and
    /// its stream of draws.
    func addLink(
        central: NodeID, number: UInt32,
        _ make: (_ index: Int, _ generation: UInt32, EntropyStream) -> RadioLink
    ) -> RadioLink {
        var name = StreamName("link", central.rawValue)
        name.add(" ")
        name.add(number)
        let stream = entropy.stream(name)
        let index = freeLinks.popLast() ?? links.count
        if index == links.count {
            links.append(nil)
            linkPlaces.append(nil)
            linkGenerations.append(1)
        }
        let link = make(index, linkGenerations[index], stream)
        links[index] = link
        linkPlaces[index] = .passUnretained(link)
        return link
    }

    /// The link with this index, for calls that cost no retain.
    @inline(__always)
    func linkPlace(_ index: Int) -> Unmanaged<RadioLink>? {
        index < linkPlaces.count ? linkPlaces[index] : nil
    }

    /// Gives the place of a link back; its events in the queue are void from now on.
    func removeLink(_ index: Int, lastGeneration: UInt32) {
        linkGenerations[index] = lastGeneration &+ 1
        if reports.isOpen, let link = links[index] { removedLinks.append(link) }
        links[index] = nil
        linkPlaces[index] = nil
        freeLinks.append(index)
    }
}
