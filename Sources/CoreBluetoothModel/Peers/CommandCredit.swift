/// Room for writes without response (behaviour 5.16–5.18).
struct CommandCredit: Sendable {
    private(set) var inFlight = 0
    /// True some time after connecting, or from the first write on. Before that there is no room (5.18).
    private var isOpen: Bool
    private var owesReadiness = false
    /// The app has written since its last callback.
    private var hasUntoldWrite = false
    /// A call of `settle(_:)` is due.
    private var isSettling = false

    init(isOpen: Bool) { self.isOpen = isOpen }

    /// `canSendWriteWithoutResponse`.
    func canSend(_ profile: OSProfile) -> Bool { isOpen && inFlight < profile.commandQueueDepth }

    /// The link has been up for some time, or the queue has been empty for some time. Returns whether the app gets a
    /// callback (5.17, 5.18).
    mutating func settle(_ profile: OSProfile) -> Bool {
        isSettling = false
        let isNews = !isOpen || profile.commandReadiness == .whenEmpty && inFlight == 0 && hasUntoldWrite
        isOpen = true
        if isNews { hasUntoldWrite = false }
        return isNews
    }

    /// Takes room for a write. Returns false if there is none, and the write is lost (5.16).
    mutating func take(_ profile: OSProfile) -> Bool {
        if !canSend(profile) { owesReadiness = true }
        isOpen = true
        guard inFlight < profile.commandQueueDepth else { return false }
        inFlight += 1
        hasUntoldWrite = true
        if inFlight == profile.commandQueueDepth { owesReadiness = true }
        return true
    }

    /// What follows from a write that left the queue.
    enum Sequel: Hashable {
        case nothing
        /// The app gets a callback: it found no room, or filled the queue.
        case callback
        /// The queue is empty: `settle(_:)` shall be called in a while.
        case settles
    }

    /// Gives room back (5.17).
    mutating func giveBack(_ profile: OSProfile) -> Sequel {
        if inFlight > 0 { inFlight -= 1 }
        if owesReadiness {
            (owesReadiness, hasUntoldWrite) = (false, false)
            return profile.commandReadiness == .never ? .nothing : .callback
        }
        guard profile.commandReadiness == .whenEmpty, inFlight == 0, hasUntoldWrite, !isSettling else {
            return .nothing
        }
        isSettling = true
        return .settles
    }
}
