import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// Room for writes without response (behaviour 5.16–5.18).
struct CommandCredit: Sendable {
    private(set) var inFlight = 0
    /// True some time after connecting, or from the first write on. Before that there is no room (5.18).
    private var isOpen: Bool
    private var owesReadiness = false

    init(isOpen: Bool) { self.isOpen = isOpen }

    /// `canSendWriteWithoutResponse`.
    func canSend(_ profile: OSProfile) -> Bool { isOpen && inFlight < profile.commandQueueDepth }

    /// The link has been up for some time. Returns whether the app gets a callback (5.18).
    mutating func open() -> Bool {
        defer { isOpen = true }
        return !isOpen
    }

    /// Takes room for a write. Returns false if there is none, and the write is lost (5.16).
    mutating func take(_ profile: OSProfile) -> Bool {
        if !canSend(profile) { owesReadiness = true }
        isOpen = true
        guard inFlight < profile.commandQueueDepth else { return false }
        inFlight += 1
        if inFlight == profile.commandQueueDepth { owesReadiness = true }
        return true
    }

    /// Gives room back. Returns whether the app gets a callback, once (5.17).
    mutating func giveBack() -> Bool {
        if inFlight > 0 { inFlight -= 1 }
        defer { owesReadiness = false }
        return owesReadiness
    }
}

// When apps can write without response, and when they get the callback for it.
extension PhoneModel {
    /// A manager is connected: it can write without response after some time (5.18).
    mutating func openCommands(_ slot: Int, _ attachment: Int, at now: Instant) {
        let session = peers[slot].attachments[attachment].session
        let isOpen = profile.canSendBeforeFirstWrite
        peers[slot].attachments[attachment].commands = CommandCredit(isOpen: isOpen)
        guard !isOpen, centralIndex(session) != nil else { return }
        effects.schedule(
            .commandReadiness(session, peers[slot].identifier), at: now + profile.commandReadinessDelay)
    }

    /// The time has passed. An app that has written meanwhile gets no callback.
    mutating func commandsReady(_ session: SessionID, _ identifier: PeerIdentifier) {
        guard let slot = peers.slot(of: identifier), let index = peers[slot].attachment(of: session),
            peers[slot].attachments[index].state == .connected,
            peers[slot].attachments[index].commands.open()
        else { return }
        tell(session, .readyToWriteWithoutResponse(identifier))
    }

    /// A write without response left the queue (5.17).
    mutating func commandSent(_ id: Host.LinkID, _ token: Host.Token) {
        guard let slot = slotOfLink[id] else { return }
        let peer = links[slot].peer
        let session = PhoneEffects.session(of: token)
        guard let index = peers[peer].attachment(of: session),
            peers[peer].attachments[index].state == .connected,
            peers[peer].attachments[index].commands.giveBack()
        else { return }
        tell(session, .readyToWriteWithoutResponse(peers[peer].identifier))
    }
}
