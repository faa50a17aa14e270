import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A device's requests to the databases of its centrals.
extension DeviceNode {
    /// The continuation of a procedure; runs under the world's lock.
    typealias ClientStep = @Sendable (DeviceNode, GATT.Outcome, Instant) -> Void

    /// Starts one procedure.
    func run(
        _ procedure: GATT.Procedure, on link: DeviceLink, at now: Instant, then next: @escaping ClientStep
    ) {
        begin(on: link, at: now, next) { .gatt(.procedure(link.id, $0, procedure)) }
    }

    /// Sends a write without response.
    func send(
        _ value: [UInt8], to handle: ATT.Handle, on link: DeviceLink, at now: Instant,
        then next: @escaping ClientStep
    ) {
        begin(on: link, at: now, next) { .gatt(.writeWithoutResponse(link.id, $0, handle, value)) }
    }

    private func begin(
        on link: DeviceLink, at now: Instant, _ next: @escaping ClientStep,
        _ command: (Host.Token) -> Host.Command
    ) {
        guard self.link(link.id) != nil else { return next(self, .failed(.linkLost), now) }
        let token = makeToken()
        client.begin(token, on: link.id, then: next)
        host.handle(command(token), at: now)
    }

    func procedureEnded(
        _ link: Host.LinkID, _ token: Host.Token, _ outcome: GATT.Outcome, at now: Instant
    ) {
        guard isClient, let next = client.end(token, on: link) else { return }
        next(self, outcome, now)
    }

    func valueReceived(_ link: Host.LinkID, _ handle: ATT.Handle, _ value: [UInt8]) {
        guard isClient else { return }
        for hear in client.listeners(to: handle, on: link) { later { hear(value) } }
    }

    /// One link has ended, or all links have: no more answers come.
    func endClientWork(on link: Host.LinkID?) {
        guard isClient else { return }
        for next in client.linkEnded(link) { next(self, .failed(.linkLost), .zero) }
    }

    /// Gives a result to the handler, outside the world's lock.
    func finish<Value: Sendable>(
        _ handler: @escaping DeviceClient.Handler<Value>, _ result: Result<Value, ATT.Failure>
    ) {
        later { handler(result) }
    }
}
