import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// Counts what the records of a trace reach, one after the other.
struct CoverageCounter: Sendable {
    /// A peripheral as one manager sees it.
    struct Place: Hashable {
        let node: NodeID?
        let session: SessionID
        let peer: PeerIdentifier
    }

    /// What a manager's app knows of a peripheral, from its calls and callbacks.
    struct Known {
        enum State: String {
            case disconnected, connecting, connected, disconnecting
        }

        var state = State.disconnected
        /// The last call or callback.
        var last: String?
        /// The app called `connect` after a cancel that has had no answer yet.
        var connectsAgain = false
        /// The app cancelled a link, not an attempt.
        var wasConnected = false
    }

    private(set) var coverage = Coverage()
    private var peripherals: [Place: Known] = [:]
    /// The last state of each manager.
    private var managers: [Manager: ManagerState] = [:]

    private struct Manager: Hashable {
        let node: NodeID?
        let session: SessionID
    }

    mutating func add(_ record: TraceRecord) {
        switch record.payload {
        case .hci, .air: return
        case .centralEvent(let session, let event): add(event, Manager(node: record.node, session: session))
        case .peripheralEvent(let session, let event):
            add(event, Manager(node: record.node, session: session))
        case .accessoryEvent(_, let event):
            let (name, error) = AccessoryText.names(of: event)
            coverage.add(.callback, "accessorySession \(name)")
            if let error { coverage.add(.error, "accessorySession \(name) \(error)") }
        case .nearbyEvent(_, let event):
            let (name, error) = NearbyText.names(of: event)
            coverage.add(.callback, "nearbySession \(name)")
            if let error { coverage.add(.error, "nearbySession \(name) \(error)") }
        case .centralCommand(let session, .connect(let peer, _)):
            called("connect", Place(node: record.node, session: session, peer: peer))
        case .centralCommand(let session, .cancelConnection(let peer)):
            called("cancelPeripheralConnection", Place(node: record.node, session: session, peer: peer))
        case .world(.misuse(let misuse)):
            coverage.add(.misuse, misuse.kind.rawValue)
            recognize(Behaviours.of(misuse))
        case .world(.fault(let firing)):
            let fault = firing.fault
            let effect = CompactText.caseName(fault.effect)
            coverage.add(.fault, "\(fault.point.operation.rawValue) \(effect)")
        case .world(let happening): recognize(Behaviours.of(happening))
        default: return
        }
    }

    private mutating func recognize(_ numbers: [String]) {
        for number in numbers { coverage.add(.behaviour, number) }
    }

    // MARK: Central managers

    private mutating func called(_ call: String, _ place: Place) {
        var known = peripherals[place] ?? Known()
        follow(&known, call)
        if call == "connect" {
            known.connectsAgain = known.state == .disconnecting
            if known.state != .connected { enter(.connecting, &known) }
        } else {
            known.connectsAgain = false
            known.wasConnected = known.state == .connected
            if known.state != .disconnected { enter(.disconnecting, &known) }
        }
        peripherals[place] = known
    }

    private mutating func add(_ event: Central.Event, _ manager: Manager) {
        let callback = CallbackName(event)
        guard let name = callback.name else { return }
        coverage.add(.callback, name)
        if let error = callback.error { coverage.add(.error, "\(name) \(error.fullName)") }
        if case .stateChanged(let state) = event {
            coverage.add(.state, "central \(state)")
            recognize(Behaviours.of(state, after: managers.updateValue(state, forKey: manager)))
            if state != .poweredOn { powerLost(manager) }
        }
        guard let peer = callback.peer else { return recognize(Behaviours.of(event, about: nil)) }
        let place = Place(node: manager.node, session: manager.session, peer: peer)
        var known = peripherals[place] ?? Known()
        recognize(Behaviours.of(event, about: known))
        follow(&known, name)
        switch event {
        case .connected: enter(.connected, &known)
        case .failedToConnect: enter(.disconnected, &known)
        case .disconnected(_, _, _, let isReconnecting):
            enter(known.connectsAgain || isReconnecting ? .connecting : .disconnected, &known)
            known.connectsAgain = false
        default: break
        }
        peripherals[place] = known
    }

    private mutating func follow(_ known: inout Known, _ name: String) {
        if let last = known.last { coverage.add(.pair, "\(last) > \(name)") }
        known.last = name
    }

    private mutating func enter(_ state: Known.State, _ known: inout Known) {
        known.state = state
        coverage.add(.state, "peripheral \(state.rawValue)")
    }

    /// Without power no peripheral is connected, and none has a callback about that (1.15).
    private mutating func powerLost(_ manager: Manager) {
        for place in peripherals.keys where place.node == manager.node && place.session == manager.session {
            peripherals[place]?.state = .disconnected
            peripherals[place]?.connectsAgain = false
        }
    }

    // MARK: Peripheral managers

    private mutating func add(_ event: Peripheral.Event, _ manager: Manager) {
        let callback = CallbackName(event)
        guard let name = callback.name else { return }
        coverage.add(.callback, "peripheralManager \(name)")
        if let error = callback.error {
            coverage.add(.error, "peripheralManager \(name) \(error.fullName)")
        }
        if case .stateChanged(let state) = event {
            coverage.add(.state, "peripheralManager \(state)")
            let numbers = Behaviours.of(state, after: managers.updateValue(state, forKey: manager))
            recognize(numbers.filter { $0 != "1.15" })  // It is about central managers.
        }
        recognize(Behaviours.of(event))
    }
}
