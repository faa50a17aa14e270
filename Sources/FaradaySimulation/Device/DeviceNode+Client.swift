import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A device's requests to the databases of its centrals.
extension DeviceNode {
    /// The request that is running, and its handlers.
    struct ClientWork {
        /// The continuation of a step; runs under the world's lock.
        typealias Step = @Sendable (DeviceNode, GATT.Outcome, Instant) -> Void

        /// A characteristic of a central.
        struct Place {
            let value: ATT.Handle
            /// The last handle that belongs to it.
            let last: ATT.Handle
            let properties: GATT.Properties
        }

        var steps: [(token: Host.Token, link: Host.LinkID, next: Step)] = []
        var listeners: [(link: Host.LinkID, handle: ATT.Handle, hear: @Sendable ([UInt8]) -> Void)] = []
        var isUsed: Bool { !steps.isEmpty || !listeners.isEmpty }
    }

    /// Starts one procedure.
    func run(
        _ procedure: GATT.Procedure, on link: DeviceLink, at now: Instant,
        then next: @escaping ClientWork.Step
    ) {
        begin(on: link, at: now, next) { .gatt(.procedure(link.id, $0, procedure)) }
    }

    /// Sends a write without response.
    func send(
        _ value: [UInt8], to handle: ATT.Handle, on link: DeviceLink, at now: Instant,
        then next: @escaping ClientWork.Step
    ) {
        begin(on: link, at: now, next) { .gatt(.writeWithoutResponse(link.id, $0, handle, value)) }
    }

    private func begin(
        on link: DeviceLink, at now: Instant, _ next: @escaping ClientWork.Step,
        _ command: (Host.Token) -> Host.Command
    ) {
        guard self.link(link.id) != nil else { return next(self, .failed(.linkLost), now) }
        let token = makeToken()
        client.steps.append((token, link.id, next))
        host.handle(command(token), at: now)
    }

    func procedureEnded(
        _ link: Host.LinkID, _ token: Host.Token, _ outcome: GATT.Outcome, at now: Instant
    ) {
        guard isClient, let place = client.steps.firstIndex(where: { $0.token == token && $0.link == link })
        else { return }
        client.steps.remove(at: place).next(self, outcome, now)
    }

    func valueReceived(_ link: Host.LinkID, _ handle: ATT.Handle, _ value: [UInt8]) {
        guard isClient else { return }
        for listener in client.listeners where listener.link == link && listener.handle == handle {
            let hear = listener.hear
            later { hear(value) }
        }
    }

    /// One link has ended, or all links have: no more answers come.
    func endClientWork(on link: Host.LinkID?) {
        guard isClient else { return }
        client.listeners.removeAll { link == nil || $0.link == link }
        let ended = client.steps.filter { link == nil || $0.link == link }
        client.steps.removeAll { link == nil || $0.link == link }
        for step in ended { step.next(self, .failed(.linkLost), .zero) }
    }

    /// Gives a result to the handler, outside the world's lock.
    func finish<Value: Sendable>(
        _ handler: @escaping DeviceClient.Handler<Value>, _ result: Result<Value, ATT.Failure>
    ) {
        later { handler(result) }
    }

    /// Sends a value to every central, because no central can subscribe to it.
    func sendToAll(_ value: [UInt8], at index: Int, at now: Instant) {
        let kind: GATT.UpdateKind = item(at: index).properties.contains(.notify) ? .notification : .indication
        for link in links {
            host.handle(
                .gatt(.update(link.id, makeToken(), characteristics[index].handle, value, kind)), at: now)
        }
    }
}
