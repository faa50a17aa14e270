import BluetoothTypes

/// Which advertising sets of a device are on air, wait for their delay, or are off.
///
/// It decides; the node gives the orders to the host. Sets are named by their place in the definition.
struct DeviceAdvertisingSets {
    /// The state of a set, as far as the host has reported it.
    enum State: UInt8 {
        case off
        case delayed
        case running
        /// Has sent its one advertisement.
        case spent
    }

    /// What the host is to do with a set.
    enum Order {
        case start
        case stop
    }

    private var states: States
    /// When delayed sets start; one entry for each of them.
    private var delays: [(set: Int, due: Instant)] = []
    /// Whether the test stopped advertising, so that it does not restart by itself.
    var isSilenced = false
    /// Whether centrals may connect.
    var isConnectable = true

    init(count: Int) { states = States(count: count) }

    /// The states of all sets. Most devices have one set, and need no array for it.
    private struct States {
        private var first = State.off
        private var others: [State]
        let count: Int

        init(count: Int) {
            self.count = count
            others = Array(repeating: .off, count: max(0, count - 1))
        }

        var indices: Range<Int> { 0..<count }

        subscript(set: Int) -> State {
            get {
                precondition(indices.contains(set), "no set \(set) of \(count)")
                return set == 0 ? first : others[set - 1]
            }
            set(state) {
                precondition(indices.contains(set), "no set \(set) of \(count)")
                if set == 0 { first = state } else { others[set - 1] = state }
            }
        }
    }

    var indices: Range<Int> { states.indices }

    subscript(set: Int) -> State { states[set] }

    func contains(_ state: State) -> Bool { indices.contains { states[$0] == state } }

    /// When the next delay ends.
    var nextDue: Instant? { delays.isEmpty ? nil : delays.lazy.map(\.due).min() }

    /// Other sets take the place of the present ones, which are off.
    mutating func replace(count: Int) {
        (states, delays) = (States(count: count), [])
    }

    /// Starts a set after its delay, or at once if it has none.
    mutating func start(_ set: Int, _ definition: DeviceAdvertising, at now: Instant) -> Order? {
        let delay = definition.delay
        guard delay > .zero else { return putOnAir(set, definition) }
        let order = stop(set)
        states[set] = .delayed
        delays.append((set, now + delay))
        return order
    }

    /// Starts a set at once, if it may be on air while the device is not connectable.
    private mutating func putOnAir(_ set: Int, _ definition: DeviceAdvertising) -> Order? {
        guard isConnectable || definition.runsUnconnectable else { return nil }
        states[set] = .running
        return .start
    }

    /// Stops a set, or cancels its start.
    mutating func stop(_ set: Int) -> Order? {
        let isRunning = states[set] == .running
        forget(set)
        return isRunning ? .stop : nil
    }

    /// Marks a set as off, without an order to the host.
    mutating func forget(_ set: Int) {
        if states[set] == .delayed { delays.removeAll { $0.set == set } }
        states[set] = .off
    }

    /// Cancels all starts.
    mutating func forgetDelays() {
        for set in states.indices where states[set] == .delayed { forget(set) }
    }

    /// Starts a delayed set if its time has come; `isLinked` says whether a central is connected.
    mutating func startIfDue(
        _ set: Int, _ definition: DeviceAdvertising, isLinked: Bool, at now: Instant
    ) -> Order? {
        guard states[set] == .delayed, delays.contains(where: { $0.set == set && $0.due <= now }) else {
            return nil
        }
        forget(set)
        return Self.mayRun(definition, isLinked: isLinked) ? putOnAir(set, definition) : nil
    }

    /// Starts a set that is off, without its delay. A connectable set stops when it leads to a connection. It restarts
    /// when the connection has ended, or at once if the definition says so.
    mutating func restart(_ set: Int, _ definition: DeviceAdvertising, isLinked: Bool) -> Order? {
        guard !isSilenced, states[set] == .off, Self.mayRun(definition, isLinked: isLinked) else {
            return nil
        }
        return putOnAir(set, definition)
    }

    /// A central has connected to another set: a set without `continuesWhileConnected` pauses.
    mutating func pause(_ set: Int, _ definition: DeviceAdvertising) -> Order? {
        guard states[set] == .running, !Self.mayRun(definition, isLinked: true) else { return nil }
        return stop(set)
    }

    /// The host reports that a set has started, or that it could not.
    mutating func started(_ set: Int, _ isOnAir: Bool) {
        if set < states.count { states[set] = isOnAir ? .running : .off }
    }

    /// The host reports that a set has ended.
    mutating func ended(_ set: Int, _ definition: DeviceAdvertising) {
        states[set] = definition.isOneShot ? .spent : .off
    }

    /// Whether a set may be on air: no central is connected, or the set continues while one is.
    static func mayRun(_ definition: DeviceAdvertising, isLinked: Bool) -> Bool {
        !isLinked || definition.continuesWhileConnected
    }

    /// What is wrong with the sets; `nil` if nothing is.
    var brokenInvariant: String? {
        let waiting = states.indices.filter { states[$0] == .delayed }
        return delays.map(\.set).sorted() == waiting
            ? nil : "delays of \(delays.map(\.set)) for sets \(waiting)"
    }
}
