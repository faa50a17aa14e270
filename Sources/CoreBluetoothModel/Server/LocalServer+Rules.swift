import BluetoothWire

extension LocalServer {
    /// What is wrong with the server; `nil` for nothing.
    var brokenRule: String? {
        brokenDatabase ?? brokenSubscription ?? brokenCount
            ?? (addition == nil && !additions.isEmpty ? "a service waits behind none" : nil)
    }

    private var brokenDatabase: String? {
        for (name, handle) in handles {
            let local = characteristics[handle]
            if local?.session != name.session || local?.identifier != name.identifier {
                return "\(name) has handle \(handle), which is another's"
            }
        }
        var left = Set(characteristics.keys)
        for manager in managers {
            for handle in manager.services.flatMap(\.characteristics) {
                if left.remove(handle) == nil { return "handle \(handle) is in two services, or in none" }
                if owner(of: handle) != manager.session { return "handle \(handle) has another owner" }
            }
        }
        return left.isEmpty ? nil : "handles \(left.sorted()) are in no service"
    }

    private var brokenSubscription: String? {
        for client in clients {
            for handle in client.subscriptions {
                let places = characteristics[handle]?.subscribers.filter { $0.link == client.link } ?? []
                if places.count != 1 {
                    return "\(client.link) is subscribed to \(handle) \(places.count) times"
                }
            }
        }
        let known = clients.reduce(0) { $0 + $1.subscriptions.count }
        let all = characteristics.values.reduce(0) { $0 + $1.subscribers.count }
        return known == all ? nil : "links have \(known) subscriptions, and characteristics \(all)"
    }

    private var brokenCount: String? {
        for manager in managers {
            let open = clients.flatMap(\.updatesInFlight).filter { $0.session == manager.session }
                .reduce(0) { $0 + $1.count }
            if open != manager.updatesInFlight {
                return "\(manager.session) counts \(manager.updatesInFlight) updates, its links \(open)"
            }
            if manager.owesReadiness, open == 0 { return "\(manager.session) waits for room that it has" }
        }
        for request in requests.pending.values {
            if !clients.contains(where: { $0.link == request.link }) {
                return "a request waits on \(request.link), which is gone"
            }
            if !managers.contains(where: { $0.session == request.session }) {
                return "a request waits for \(request.session), which is gone"
            }
        }
        return nil
    }
}
