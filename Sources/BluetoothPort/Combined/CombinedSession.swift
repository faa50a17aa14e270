import BluetoothTypes

/// One central manager on two phones: the ports that it has there, and what `CombinedCentral` decides about them.
final class CombinedSession: Sendable {
    typealias Side = CombinedCentral.Side

    struct Ports {
        let real: any CentralPort
        let simulated: any CentralPort

        subscript(_ side: Side) -> any CentralPort { side == .real ? real : simulated }
    }

    private struct Incoming {
        let event: Central.Event
        let side: Side
        let delivery: Delivery
    }

    private struct State {
        var machine = CombinedCentral()
        weak var sink: (any CentralSink)?
        var ports: Ports?
        /// What came before both ports were open.
        var early: [Incoming] = []
        /// Events for the app, in order, while a thread tells it of them.
        var posts: [Central.Event] = []
        var isPosting = false
        var isClosed = false
    }

    private let state: Lock<State>

    init(_ sink: any CentralSink) { state = Lock(State(sink: sink)) }

    /// Both ports are open.
    func begin(_ ports: Ports) {
        state.withLock { $0.ports = ports }
        while let next = state.withLock({ $0.early.first }) {
            take(next)
            state.withLock { _ = $0.early.removeFirst() }
        }
    }

    var sink: (any CentralSink)? { state.withLock { $0.sink } }

    // MARK: Events

    func receive(_ event: Central.Event, from side: Side, _ delivery: Delivery) {
        let incoming = Incoming(event: event, side: side, delivery: delivery)
        let isEarly = state.withLock { state in
            guard state.ports == nil || !state.early.isEmpty else { return false }
            state.early.append(incoming)
            return true
        }
        if !isEarly { take(incoming) }
    }

    private func take(_ incoming: Incoming) {
        let (events, orders) = state.withLock { state -> ([Central.Event], [CombinedCentral.Order]) in
            guard !state.isClosed else { return ([], []) }
            let outputs = state.machine.receive(incoming.event, from: incoming.side)
            let events = outputs.compactMap { if case .tell(let event) = $0 { event } else { nil } }
            if incoming.delivery == .posting { state.posts += events }
            return (events, outputs.compactMap { if case .order(let order) = $0 { order } else { nil } })
        }
        for order in orders { _ = perform(order) }
        if incoming.delivery == .posting { return post() }
        for event in events { sink?.receive(event, incoming.delivery) }
    }

    /// Tells the app of what waits. Two threads could otherwise tell it in another order than that of the decisions.
    private func post() {
        let isOther = state.withLock { state in
            defer { state.isPosting = true }
            return state.isPosting
        }
        if isOther { return }
        while let (event, sink) = state.withLock({ state -> (Central.Event, (any CentralSink)?)? in
            guard !state.posts.isEmpty else {
                state.isPosting = false
                return nil
            }
            return (state.posts.removeFirst(), state.sink)
        }) {
            sink?.receive(event, .posting)
        }
    }

    // MARK: Commands

    func send(_ command: Central.Command) -> CommandResult {
        let orders = state.withLock { $0.machine.perform(command) }
        return orders.map { perform($0) }.first ?? .ignored
    }

    private func perform(_ order: CombinedCentral.Order) -> CommandResult {
        guard let port = state.withLock({ $0.ports?[order.side] }) else { return .ignored }
        let result = port.send(order.command)
        state.withLock { $0.machine.take(result, of: order) }
        return result
    }

    func close() {
        let ports = state.withLock { state in
            state.isClosed = true
            state.posts = []
            return state.ports
        }
        ports?.real.close()
        ports?.simulated.close()
    }

    // MARK: Questions

    /// The port that answers for the manager.
    var leader: any CentralPort { state.withLock { $0.ports?[$0.machine.leader] } ?? AbsentPort() }

    func port(of peer: PeerIdentifier) -> any CentralPort {
        state.withLock { $0.ports?[$0.machine.owner(of: peer)] } ?? AbsentPort()
    }

    func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] {
        let answers = ask { $0.retrieve(peers) }
        return state.withLock { $0.machine.join(answers, inOrderOf: peers) }
    }

    func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        let answers = ask { $0.retrieveConnected(with: services) }
        return state.withLock { $0.machine.join(answers) }
    }

    private func ask(
        _ question: (any CentralPort) -> [Central.Peer]
    ) -> [(side: Side, peers: [Central.Peer])] {
        let ports = state.withLock { state in
            state.machine.askedSides.compactMap { side in state.ports.map { (side, $0[side]) } }
        }
        return ports.map { side, port in (side, question(port)) }
    }
}
