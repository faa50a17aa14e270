import BluetoothPort
import BluetoothWire

// What the router asks the server.
extension LocalServer {
    /// The manager that has published the value at a handle.
    func owner(of handle: ATT.Handle) -> SessionID? { characteristics[handle]?.session }

    /// What a manager has published, in the order of adding.
    func services(of session: SessionID) -> [Peripheral.Service] {
        index(of: session).map { managers[$0].services.map(\.definition) } ?? []
    }

    /// Who has subscribed to what a manager has published (behaviour 7.9).
    func subscriptions(of session: SessionID) -> [Peripheral.Subscription] {
        guard let index = index(of: session) else { return [] }
        return managers[index].services.flatMap(\.characteristics).compactMap { characteristics[$0] }
            .flatMap { local -> [Peripheral.Subscription] in
                // A central with two links is one subscriber.
                var known: Set<PeerIdentifier> = []
                return local.subscribers.compactMap { subscriber in
                    guard let client = self.index(of: subscriber.link),
                        known.insert(clients[client].central.identifier).inserted
                    else { return nil }
                    return Peripheral.Subscription(
                        central: clients[client].central, characteristic: local.identifier)
                }
            }
    }

    /// The services that wait to be added, with their managers, in order.
    var waitingServices: [(session: SessionID, service: Peripheral.Service)] {
        [addition.map { ($0.session, $0.service) }].compactMap { $0 } + additions.all
    }
}

extension LocalServer {
    /// Visits the services that are being added until `visit` returns false. Returns whether it visited all.
    func visitRequests(_ visit: (() -> OpenRequest) -> Bool) -> Bool {
        waitingServices.allSatisfy { session, service in
            visit { OpenRequest(session: session, peer: nil, kind: .addService(service.uuid)) }
        }
    }
}
