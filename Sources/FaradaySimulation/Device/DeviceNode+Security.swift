import BluetoothHost
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// A device's pairings, as its host reports them.
extension DeviceNode {
    /// Handles the host's events about pairing and encryption.
    func handleSecurity(_ event: Host.Event, at now: Instant) {
        switch event {
        case .pairingPrompted(let id, let prompt): prompted(id, prompt)
        case .pairingPromptEnded(let id): pairings.endPrompt(on: id)
        case .securityRequested(let id, _): host.handle(.security(.answerPairing(id, .reject)), at: now)
        case .securityChanged(let id, let security):
            if let link = link(id) { announce(.secured(link, security)) }
        case .securityEnded(let id, .success):
            guard let link = link(id), pairings.announce(host.pairingCount(of: id), on: id) else { return }
            announce(.paired(link))
        case .securityEnded(let id, .failure(let failure)):
            if let link = link(id) { announce(.pairingFailed(link, failure)) }
        case .outOfBandData(let data):
            for receiver in pairings.takeReceivers() { later { receiver(data) } }
        case .identityResolved(let id, let identity):
            guard let index = links.firstIndex(where: { $0.id == id }) else { return }
            links[index] = DeviceLink(id: id, peer: identity)
        default: break
        }
    }

    private func prompted(_ id: Host.LinkID, _ prompt: Host.PairingPrompt) {
        guard let link = link(id) else { return }
        announce(.pairingPrompted(link, prompt))
        let pairing = DevicePairing(device: device, link: link, prompt: prompt)
        let (world, node, agent) = (world, self.id, definition.security.agent)
        let number = pairings.show(prompt, on: id)
        later {
            PromptedUser(world: world, node: node, prompt: prompt, number: number).carryOut(agent(pairing))
        }
    }
}
