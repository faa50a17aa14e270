import BluetoothHost
import BluetoothPort
import BluetoothTypes

// Connection parameters: `ParameterNegotiation` sees no more of a link than it needs.
extension LinkRouter {
    func negotiate(
        _ input: ParameterNegotiation.Input, on id: Host.LinkID, at now: Instant,
        into effects: inout PhoneEffects
    ) {
        let slot = links.slot(of: id)
        let view = slot.map {
            ParameterNegotiation.LinkView(role: links[$0].role, isEnding: links[$0].isEnding)
        }
        negotiation.handle(
            input, on: id, view, isInputDevice: slot.map(isInputDevice) ?? false, at: now, into: &effects)
    }

    /// Whether the peer is a keyboard or an instrument, as its database says or, before that is known, its
    /// advertising (9.2).
    private func isInputDevice(_ link: Int) -> Bool {
        let services = ParameterNegotiation.inputServices
        return links[link].database.services.contains { services.contains($0.uuid) }
            || peers[links[link].peer].sighting.advertises(oneOf: services)
    }

    /// A peripheral manager asks a central for another latency.
    func request(
        _ latency: Peripheral.Latency, of central: PeerIdentifier, at now: Instant,
        into effects: inout PhoneEffects
    ) {
        guard let slot = peers.slot(of: central), let link = peers[slot].link else { return }
        negotiate(.wantsLatency(latency), on: links[link].id, at: now, into: &effects)
    }
}
