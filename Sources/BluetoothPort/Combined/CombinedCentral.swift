import BluetoothTypes

/// Decides for one central manager that uses two phones, a real one and a simulated one: which of them gets a command, and
/// which of their events reach the app.
///
/// - The manager is on when both phones are. Otherwise it has the state of the real one, or, if only the simulated one is not
///   on, that one's. A phone without Bluetooth (`.unsupported`) does not count if the other one has it.
/// - The first state comes when both have told theirs. What is restored comes before it, joined.
/// - A peer belongs to the side that told of it first; what the other side says of this identifier is dropped.
/// - While the manager is not on, the side whose state it has gets all commands. The other one is quiet: its scan and its
///   links end, as those of a radio that goes off, and its events are dropped.
package struct CombinedCentral: Hashable, Sendable {
    /// One of the two phones.
    package enum Side: Hashable, Sendable, CaseIterable {
        case real
        case simulated

        /// The other one.
        package var other: Side { self == .real ? .simulated : .real }
    }

    /// A command for a side.
    package struct Order: Hashable, Sendable {
        package let command: Central.Command
        package let side: Side
        package init(_ command: Central.Command, _ side: Side) { (self.command, self.side) = (command, side) }
    }

    /// What an event leads to.
    package enum Output: Hashable, Sendable {
        /// The app gets an event.
        case tell(Central.Event)
        /// A side gets a command that the app has not given.
        case order(Order)
    }

    /// What is known of a side.
    struct Part: Hashable, Sendable {
        var state: ManagerState?
        var restored: Central.RestoredState?
        var isScanning = false
        /// The peers to which the app has links, or wants them.
        var wanted: Set<PeerIdentifier> = []
        /// Those whose links were ended because the manager went off; the app does not hear of their ends.
        var cancelled: Set<PeerIdentifier> = []

        var isOn: Bool { state == .poweredOn }
        /// Whether the side has told what its radio does.
        var isKnown: Bool { state ?? .unknown != .unknown }

        /// The radio has lost its links, its attempts and its scan.
        mutating func lose() { (isScanning, wanted, cancelled) = (false, [], []) }
    }

    private struct Early: Hashable {
        let event: Central.Event
        let side: Side
    }

    private var real = Part()
    private var simulated = Part()
    /// What the app knows; `nil` before the first state.
    private var told: ManagerState?
    /// What came before it.
    private var early: [Early] = []
    var owners: [PeerIdentifier: Side] = [:]
    var channels = CombinedChannels()

    package init() {}

    subscript(_ side: Side) -> Part {
        get { side == .real ? real : simulated }
        set { if side == .real { real = newValue } else { simulated = newValue } }
    }

    // MARK: State

    var isOn: Bool { told == .poweredOn }

    /// The side whose state the manager has, which also answers questions about the system.
    package var leader: Side {
        if real.state == .unsupported { return .simulated }
        return real.isOn && !simulated.isOn && simulated.state != .unsupported ? .simulated : .real
    }

    /// The sides that answer questions about all peers.
    package var askedSides: [Side] { isOn ? Side.allCases.filter { self[$0].isOn } : [leader] }

    /// The side to which a peer belongs.
    package func owner(of peer: PeerIdentifier) -> Side { owners[peer] ?? leader }

    private mutating func change(_ state: ManagerState, _ side: Side) -> [Output] {
        self[side].state = state
        if state != .poweredOn { self[side].lose() }
        guard told != nil || (real.isKnown && simulated.isKnown) else { return [] }
        guard let state = self[leader].state, state != told else { return [] }
        let isFirst = told == nil
        told = state
        var outputs = isFirst ? restoration() : []
        outputs.append(.tell(.stateChanged(state)))
        if !isOn { outputs += Side.allCases.flatMap { quieten($0) } }
        for item in early {
            if let event = pass(item.event, from: item.side) { outputs.append(.tell(event)) }
        }
        early = []
        return outputs
    }

    /// What ends the scan and the links of a side that is on while the manager is not.
    private mutating func quieten(_ side: Side) -> [Output] {
        var commands: [Central.Command] = self[side].isScanning ? [.stopScan] : []
        commands += self[side].wanted.sorted().map { .cancelConnection($0) }
        let cancelled = self[side].cancelled.union(self[side].wanted)
        self[side].lose()
        self[side].cancelled = cancelled
        return commands.map { .order(Order($0, side)) }
    }

    private mutating func restoration() -> [Output] {
        guard real.restored != nil || simulated.restored != nil else { return [] }
        var joined = Central.RestoredState()
        for side in Side.allCases {
            guard let state = self[side].restored else { continue }
            self[side].restored = nil
            let own = state.peripherals.filter { claim($0.peer.identifier, side) }
            joined.peripherals += own
            joined.scan = joined.scan ?? state.scan
            guard self[side].isOn else { continue }
            self[side].isScanning = state.scan != nil
            self[side].wanted = Set(own.filter { $0.state != .disconnected }.map(\.peer.identifier))
        }
        return [.tell(.willRestoreState(joined))]
    }

    // MARK: Events

    /// Takes an event of a side.
    package mutating func receive(_ event: Central.Event, from side: Side) -> [Output] {
        switch event {
        case .stateChanged(let state): return change(state, side)
        case .willRestoreState(let state) where told == nil:
            self[side].restored = state
            return []
        default:
            guard told != nil else {
                early.append(Early(event: event, side: side))
                return []
            }
            return pass(event, from: side).map { [.tell($0)] } ?? []
        }
    }

    /// The event as the app gets it, or nothing if it does not.
    private mutating func pass(_ event: Central.Event, from side: Side) -> Central.Event? {
        guard isOn ? self[side].isOn : side == leader else { return nil }
        if let peer = event.peer {
            guard claim(peer, side), !isLate(event, of: peer, side) else { return nil }
            if event.endsLink { self[side].wanted.remove(peer) }
            if case .connected = event { self[side].wanted.insert(peer) }
        }
        switch event {
        case .channelOpened(let peer, .success(let channel)):
            let identifier = channels.add(channel.identifier, of: side)
            return .channelOpened(peer, .success(Channel(identifier: identifier, psm: channel.psm)))
        case .channel(let own, let event):
            guard let identifier = channels.shown(own, of: side) else { return nil }
            if case .closed = event { channels.remove(identifier) }
            return .channel(identifier, event)
        default: return event
        }
    }

    /// Whether a peer is this side's, which it is if nobody has told of it before.
    mutating func claim(_ peer: PeerIdentifier, _ side: Side) -> Bool {
        if let owner = owners[peer] { return owner == side }
        owners[peer] = side
        return true
    }

    /// Whether the event is about a link of which the app knows since the manager went off that it is no more.
    private mutating func isLate(_ event: Central.Event, of peer: PeerIdentifier, _ side: Side) -> Bool {
        guard self[side].cancelled.contains(peer) else { return false }
        if case .discovered = event { return false }
        if event.endsLink { self[side].cancelled.remove(peer) }
        return true
    }
}
