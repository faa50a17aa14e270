import BluetoothPort

/// A manager as its inbox sees it: it handles events on its queue.
protocol EventHandler: AnyObject, SendableMetatype {
    associatedtype Event: Sendable
    /// The class of the objects that represent the manager's peers.
    associatedtype Peer: AnyObject
    /// Handles an event that concerns one peer and not the manager; most events are of this kind. `false` leaves the
    /// event to the manager.
    static func handle(_ event: Event, among peers: WeakTable<Peer>) -> Bool
    func handle(_ event: Event)
    /// Whether streams report this event in run loops of the app.
    static func reachesStreams(_ event: Event) -> Bool
}

/// Receives a port's events and hands each one to the manager on the manager's queue.
///
/// The manager owns the inbox, and the port holds the inbox weakly, so nothing here keeps a manager alive. A manager
/// that is in the middle of a callback stays alive until the callback returns.
final class Inbox<Manager: EventHandler>: ManagerSink {
    private struct Gate {
        weak var manager: Manager?
        var isOpen = false
        /// Events that arrived while the manager's initialiser was running; they are delivered right after it
        /// (behaviour 1.1).
        var early: [Manager.Event] = []
    }

    private let gate = Lock(Gate())
    private let queue: CallbackQueue
    let peers = WeakTable<Manager.Peer>()
    let channels = ChannelBoard()
    let errands = StreamErrands()
    let provider: (any PortProvider)?

    init(queue: CallbackQueue, provider: (any PortProvider)?) {
        self.queue = queue
        self.provider = provider
    }

    /// Begins delivery, as the last step of the manager's initialiser.
    func open(for manager: Manager) {
        gate.withLock { gate in
            gate.manager = manager
            gate.isOpen = true
            for event in gate.early { queue.post { self.deliver(event) } }
            gate.early = []
        }
    }

    func receive(_ event: Manager.Event, _ delivery: Delivery) {
        let isEarly = gate.withLock { gate in
            if !gate.isOpen { gate.early.append(event) }
            return !gate.isOpen
        }
        if isEarly { return }
        switch delivery {
        case .inTurn: queue.runInTurn { deliver(event) }
        case .waiting:
            queue.runAndWait { deliver(event) }
            // The inbox settles after each event by itself. Otherwise the room that a stream finds would depend on
            // the machine's speed.
            if Manager.reachesStreams(event) { errands.settle() }
        case .posting: queue.post { self.deliver(event) }
        }
    }

    /// Whether the manager's queue is the main one.
    var isOnMainQueue: Bool { queue.isMain }

    func isAtHomeOnMainQueue(_ event: Manager.Event) -> Bool {
        isOnMainQueue && !Manager.reachesStreams(event)
    }

    /// Returns when the pending work has run, on the manager's queue and in the run loops in which its streams are
    /// scheduled.
    func settle() {
        queue.settle()
        errands.settle()
    }

    /// Runs `body` on the manager's queue with its phone bound, as a callback; at once if this code runs on that queue.
    func run(_ body: @escaping @Sendable () -> Void) {
        if queue.isCurrent { withPhone(body) } else { post(body) }
    }

    /// Runs `body` on the manager's queue with its phone bound, as a world's driver does: returns when it has run.
    func runAndWait(_ body: () -> Void) { queue.runAndWait { withPhone(body) } }

    /// Whether this code runs on the manager's queue.
    var isCurrent: Bool { queue.isCurrent }

    /// Runs `body` on the manager's queue with its phone bound, later.
    func post(_ body: @escaping @Sendable () -> Void) { queue.post { self.withPhone(body) } }

    private var manager: Manager? { gate.withLock { $0.manager } }

    private func deliver(_ event: Manager.Event) {
        withPhone {
            if Manager.handle(event, among: peers) { return }
            manager?.handle(event)
        }
    }

    /// App code runs with its phone bound, so that managers it creates find the same one.
    private func withPhone(_ body: () -> Void) {
        // In a simulated test the same phone is bound already, and another binding takes a fiftieth of a read.
        guard let provider, PortEnvironment.current !== provider else { return body() }
        PortEnvironment.$current.withValue(provider, operation: body)
    }
}
