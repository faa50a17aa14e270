import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What joins channels to links and to their pairing.
extension PhoneModel {
    mutating func openChannel(_ psm: UInt16, of session: SessionID, _ slot: Int) {
        let (peer, link) = (peers[links[slot].peer].identifier, links[slot].id)
        screened { $0.channels.open(psm, to: peer, on: link, for: session, into: &$0.effects) }
    }

    mutating func channelOpened(_ id: Host.ChannelID, _ channel: Host.Channel, _ token: Host.Token?) {
        let central = slotOfLink[channel.link].map { subscriber($0) }
        screened { $0.channels.opened(id, channel, token, by: central, into: &$0.effects) }
    }

    mutating func channelFailed(_ token: Host.Token, _ failure: Host.ChannelFailure) {
        let refusal = screened { $0.channels.failed(token, failure, into: &$0.effects) }
        guard let refusal else { return }
        let verdict = verdict(on: refusal)
        screened { $0.channels.answer(refusal, verdict, into: &$0.effects) }
    }

    /// Begins to pair if that may help; a pairing that is already running serves the channel too.
    private mutating func verdict(on refusal: Channels.Refusal) -> LinkSecurity.Verdict {
        guard let slot = slotOfLink[refusal.link], !links[slot].isEnding else { return .useless }
        let barrier = peers.barrier(links[slot].peer)
        return links[slot].security.channelRefused(
            refusal.code, after: refusal.pairings, barrier: barrier, into: &effects)
    }

    /// The link's pairing has ended. On a link that is ending nothing is asked for again.
    mutating func resumeOpenings(_ slot: Int, isSecured: Bool) {
        let (link, asksAgain) = (links[slot].id, isSecured && !links[slot].isEnding)
        screened { $0.channels.pairingEnded(on: link, isSecured: asksAgain, into: &$0.effects) }
    }
}
