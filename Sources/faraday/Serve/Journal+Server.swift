import FaradayBridge

extension Journal {
    /// What happens to the hosts of a server, in words.
    func event(_ event: HCIServer.Event) {
        switch event {
        case .listening(let endpoint, let other):
            line("server", "listens on \(endpoint); clients open \(other)")
        case .connected(let client):
            line(client.name, "connected to \(client.endpoint), controller \(client.address)")
        case .ignored(let client, let data):
            line(client.name, "sends \(data), which is ignored: no controller here has such links")
        case .dropsReports(let client):
            line(client.name, "does not read: reports of advertising for it are dropped")
        case .droppedReports(let client, let count):
            line(client.name, "reads again; \(count) reports for it were dropped")
        case .disconnected(let client, .lostSync(let bytes)):
            line(client.name, "was disconnected: \(HCIServer.Departure.lostSync(bytes))")
        case .disconnected(let client, let departure): line(client.name, "left: \(departure)")
        case .refused(let endpoint):
            line("server", "refused a client on \(endpoint): --max-clients are connected")
        case .blocked(let endpoint, let reason):
            line("server", "can't accept clients on \(endpoint) at the moment: \(reason)")
        }
    }
}
