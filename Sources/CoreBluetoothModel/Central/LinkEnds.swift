import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// How links end (behaviour section 3).
extension PhoneModel {
    /// Asks the host to end a link. Managers that are still connected will get `error`.
    mutating func end(_ link: Int, saying error: PortError?) {
        guard !links[link].isEnding else { return }
        links[link].client.end()
        links[link].endCause = error
        effects.append(.host(.link(.disconnect(links[link].id, .remoteUserTerminatedConnection))))
    }

    /// No app has used a lingering link again, or another link needs its place (3.8).
    mutating func lingerOver(_ id: Host.LinkID) {
        guard let link = slotOfLink[id], lingering.contains(id) else { return }
        end(link, saying: nil)
    }

    /// The link has ended: managers get the event, and no answers to requests on the link (3.24).
    mutating func linkEnded(_ id: Host.LinkID, _ code: HCI.ErrorCode, at now: Instant) {
        guard let link = slotOfLink[id] else { return }
        let slot = links[link].peer
        client(link) { $0.linkEnded(into: &$1) }
        screened { $0.channels.linkEnded(id, into: &$0.effects) }
        screened { $0.server.linkEnded(id, at: now, into: &$0.effects) }
        rememberAttributes(link)
        keepAttributes(link)
        let error = links[link].endCause ?? PortError(linkEndedBy: code)
        if links[link].security.state == .beforeConnect {
            failWaiting(slot, profile.error(bondLostBy: code), at: now)
        }
        tellLinkEnded(link)
        lingering.end(id, into: &effects)
        if !effects.timers.isEmpty { effects.cancel(.refusedParameters(id)) }
        pairingPromptEnded(id)
        let next = links.indices.first { $0 != link && !links[$0].isFree && links[$0].peer == slot }
        if peers[slot].link == link, let next { links[next].client.takeDiscoveries(of: links[link].client) }
        removeLink(link)
        if peers[slot].connection.linkEnded(link, next: next) { endConnections(slot, error, at: now) }
        resumeAdvertising()
    }

    /// A peer has no link any more: its managers get the event, and some connect again.
    private mutating func endConnections(_ slot: Int, _ error: PortError, at now: Instant) {
        let identifier = peers[slot].identifier
        let time = absoluteTime(now)
        let endings = peers[slot].connection.endings(reconnecting(slot, at: now))
        for ending in endings where !systemDevices.contains(ending.session) {
            if !ending.isOwnWish { effects.cancel(.commandReadiness(ending.session, identifier)) }
            // 3.6: no error for the manager's own wish, also when the peer disconnected first.
            tell(
                ending.session,
                .disconnected(
                    identifier, ending.isOwnWish ? nil : error, timestamp: time,
                    isReconnecting: ending.reconnects == .keepingView))
        }
        let asksHost = peers[slot].connection.end(endings, isKnown: !peers[slot].isForgotten)
        endHolds(slot)
        if asksHost { effects.append(.host(.gap(.connect(peers[slot].address)))) }
        for ending in endings where hostPhase == .ready {  // 3.9
            guard let options = ending.connectsAgain else { continue }
            connect(identifier, options, from: ending.session, at: now)
        }
    }

    /// How the system connects again for the managers that have lost a peer (3.19, 3.36).
    private mutating func reconnecting(
        _ slot: Int, at now: Instant
    ) -> [SessionID: PeerConnection.Reconnecting] {
        var all: [SessionID: PeerConnection.Reconnecting] = [:]
        for attachment in peers[slot].attachments where attachment.state == .connected {
            let session = attachment.session
            if systemDevices.contains(session) {
                if systemDevices.linkEnded(session, at: now) { all[session] = .anew }
            } else if reconnects(attachment) {
                all[session] = .keepingView
            }
        }
        return all
    }
}
