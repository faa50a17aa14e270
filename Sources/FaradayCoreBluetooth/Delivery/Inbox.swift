import BluetoothPort

/// A manager as its inbox sees it: something that events are handed to on the right queue.
protocol EventHandler: AnyObject, SendableMetatype {
    associatedtype Event: Sendable
    func handle(_ event: Event)
}

/// Where a port's events arrive: brings each to the manager's queue and there to the manager.
///
/// The manager owns the inbox and the port holds it weakly, so nothing here keeps a manager alive;
/// one that is in the middle of a callback stays until the callback returns.
final class Inbox<Manager: EventHandler>: Sendable {
    private struct Gate {
        weak var manager: Manager?
        var isOpen = false
        /// What arrived while the manager's initialiser still ran; it follows at once (ledger 1.1).
        var early: [Manager.Event] = []
    }

    private let gate = Lock(Gate())
    private let queue: CallbackQueue
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

    func receive(_ events: [Manager.Event], _ delivery: Delivery) {
        let isEarly = gate.withLock { gate in
            if !gate.isOpen { gate.early += events }
            return !gate.isOpen
        }
        if isEarly { return }
        for event in events {
            switch delivery {
            case .waiting: queue.runAndWait { deliver(event) }
            case .posting: queue.post { self.deliver(event) }
            }
        }
    }

    /// Runs `body` on the manager's queue later, unless the manager is gone by then.
    func post(_ body: @escaping @Sendable (Manager) -> Void) {
        queue.post { self.withManager(body) }
    }

    private func deliver(_ event: Manager.Event) {
        withManager { $0.handle(event) }
    }

    /// App code runs with its phone bound, so that managers it creates find the same one.
    private func withManager(_ body: (Manager) -> Void) {
        guard let manager = gate.withLock({ $0.manager }) else { return }
        guard let provider else { return body(manager) }
        PortEnvironment.$current.withValue(provider) { body(manager) }
    }
}

extension Inbox: CentralSink where Manager == CBCentralManager {}
extension Inbox: PeripheralSink where Manager == CBPeripheralManager {}
