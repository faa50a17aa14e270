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
