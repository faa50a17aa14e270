import BluetoothPort
import BluetoothTypes

/// The connection to one peer, as the phone's managers share it (behaviour section 3): who asks for it, who has it, and
/// whether the host was asked for it.
///
/// Each manager goes its own way from `.waiting` over `.connecting` and `.connected` to `.disconnecting`; the link and
/// the request to the host are common to all. Answers say what the phone has to do.
struct PeerConnection: Sendable {
    /// The managers that connect or are connected, in the order they asked.
    private(set) var attachments: [Attachment] = []
    /// The link to this peer, of either role, by slot.
    private(set) var link: Int?
    /// Whether the host has been asked to connect.
    private(set) var isPending = false

    /// Whether somebody uses the peer, or the host looks for it.
    var isInUse: Bool { !attachments.isEmpty || link != nil || isPending }

    /// Whether a manager waits for the link.
    var isWanted: Bool { attachments.contains { $0.state == .connecting } }

    @inline(__always)
    func attachment(of session: SessionID) -> Int? { attachments.firstIndex { $0.session == session } }

    func state(of session: SessionID) -> Attachment.State? {
        attachments.first { $0.session == session }?.state
    }

    /// The managers that are connected, in the order they asked.
    var users: [SessionID] { attachments.filter { $0.state == .connected }.map(\.session) }

    // MARK: Connecting

    /// What follows from a manager's call of `connect`.
    enum Call: Hashable {
        /// The options are wrong (3.22).
        case refused
        /// The attempt starts now.
        case starts
        /// The attempt starts after this time (3.25).
        case startsAfter(Nanoseconds)
        /// The manager is connected already (3.4).
        case isConnected
        /// The attempt that runs goes on (3.2), or the next one begins when the link is down (3.9).
        case goesOn
    }

    /// A manager calls `connect`.
    mutating func connect(_ session: SessionID, _ options: Central.ConnectOptions) -> Call {
        guard let index = attachment(of: session) else {
            guard options.isValid else { return .refused }
            attachments.append(Attachment(session: session, state: .waiting, options: options))
            return options.start
        }
        // Wrong options of a further call do not end the attempt: the call repeats the first one (3.2).
        if options.isValid { attachments[index].options = options }
        switch attachments[index].state {
        case .waiting: return options.isValid ? options.start : .goesOn
        case .connecting:
            attachments[index].isReconnecting = false  // 3.2
            return .goesOn
        case .connected: return .isConnected
        case .disconnecting:
            attachments[index].connectsAgain = options  // 3.9
            return .goesOn
        }
    }

    /// What a link is good for.
    enum LinkPhase: Hashable, CaseIterable {
        case none
        /// It is bonded, and managers have to wait until it is encrypted (3.16).
        case securing
        case usable
        case ending
    }

    /// What an attempt that starts needs.
    enum Start: Hashable {
        /// `attachNext` connects the manager to this link (3.3).
        case attach(Int)
        /// The link that is there is not ready, or the host looks for the peer already.
        case wait
        /// The host has to look for the peer.
        case askHost
        /// The phone has no room for another link; the attempt is over (3.27).
        case noRoom
    }

    /// A manager's attempt starts. `isKnown` says whether the phone still knows the peer's address.
    mutating func start(_ session: SessionID, _ phase: LinkPhase, hasRoom: Bool, isKnown: Bool) -> Start {
        guard let index = attachment(of: session), attachments[index].state == .waiting else { return .wait }
        if phase == .none, !hasRoom {
            attachments.remove(at: index)
            return .noRoom
        }
        attachments[index].state = .connecting
        if phase == .usable, let link { return .attach(link) }
        return askHost(isKnown: isKnown) ? .askHost : .wait
    }

    /// Asks the host, if it has not been asked: one request serves all managers. While the old link still goes down the
    /// host is not asked. Returns whether it has to be asked now.
    private mutating func askHost(isKnown: Bool) -> Bool {
        guard !isPending, link == nil, isKnown else { return false }
        isPending = true
        return true
    }

    /// The request to the host ends, because it has failed or nobody needs it. Returns whether there was one.
    mutating func cancelRequest() -> Bool {
        defer { isPending = false }
        return isPending
    }

    /// Takes back the request to the host if no manager waits any more. Returns whether the host has to be told.
    mutating func cancelUnwantedRequest() -> Bool { isWanted ? false : cancelRequest() }

    // MARK: The link

    /// What a new link means for the connection.
    struct Beginning: Hashable {
        /// It is the only link to the peer.
        let isFirst: Bool
        /// The host need not look for the peer any more, and has to be told.
        let cancelsRequest: Bool
    }

    /// A link to the peer is up. `isRequested` says whether it is what the host was asked for.
    mutating func linkBegan(_ new: Int, isRequested: Bool) -> Beginning {
        let wasPending = cancelRequest()
        let isFirst = link == nil
        if isFirst { link = new }
        return Beginning(isFirst: isFirst, cancelsRequest: wasPending && !isRequested)
    }

    /// A manager that is connected now.
    struct Attached {
        let session: SessionID
        let options: Central.ConnectOptions
        /// What it had discovered stays valid (3.19).
        let keepsView: Bool
    }

    /// Connects the next manager that waits for the link (3.2, 3.3).
    mutating func attachNext(commandsAreOpen: Bool) -> Attached? {
        guard let index = attachments.firstIndex(where: { $0.state == .connecting }) else { return nil }
        let keepsView = attachments[index].isReconnecting
        attachments[index].state = .connected
        attachments[index].isReconnecting = false
        attachments[index].commands = CommandCredit(isOpen: commandsAreOpen)
        return Attached(
            session: attachments[index].session, options: attachments[index].options, keepsView: keepsView)
    }

    /// A manager is connected to the link that is there, without having asked for it.
    mutating func join(_ session: SessionID, commandsAreOpen: Bool = false) {
        precondition(link != nil, "a manager joins a link, but there is none")
        var attachment = Attachment(session: session, state: .connected, options: Central.ConnectOptions())
        attachment.commands = CommandCredit(isOpen: commandsAreOpen)
        attachments.append(attachment)
    }

    /// The link that the managers wait for did not come about: the attempts are over.
    mutating func endAttempts() { attachments.removeAll { $0.state == .connecting } }

    /// A link has ended. Returns whether it was the one that managers use.
    mutating func linkEnded(_ ended: Int) -> Bool {
        guard link == ended else { return false }
        link = nil
        return true
    }

    // MARK: Writes without response

    /// Takes room for a manager's write. Returns false if there is none, and the write is lost (5.16).
    mutating func takeCommandRoom(_ index: Int, _ profile: OSProfile) -> Bool {
        attachments[index].commands.take(profile)
    }

    /// The link, or the empty queue, has been there for some time. Returns whether the app gets a callback (5.17, 5.18).
    mutating func commandsSettle(_ session: SessionID, _ profile: OSProfile) -> Bool {
        guard let index = attachment(of: session), attachments[index].state == .connected else {
            return false
        }
        return attachments[index].commands.settle(profile)
    }

    /// A write without response left the queue (5.17).
    mutating func commandSent(_ session: SessionID, _ profile: OSProfile) -> CommandCredit.Sequel {
        guard let index = attachment(of: session), attachments[index].state == .connected else {
            return .nothing
        }
        return attachments[index].commands.giveBack(profile)
    }

    // MARK: Ends

    /// What the end of the link means for one manager.
    struct Ending: Hashable {
        let session: SessionID
        /// The manager itself has ended the connection (3.6).
        let isOwnWish: Bool
        /// The system connects again.
        let reconnects: Reconnecting?
        /// The options of a `connect` that came while the link went down (3.9).
        let connectsAgain: Central.ConnectOptions?
    }

    /// How the system connects again.
    enum Reconnecting: Hashable {
        /// For an app that asked for it: what the app has discovered stays valid (3.19).
        case keepingView
        /// For the system itself.
        case anew
    }

    /// What the end of the link means for the managers that have it, in order. `reconnecting` are those for which the
    /// system connects again.
    func endings(_ reconnecting: [SessionID: Reconnecting]) -> [Ending] {
        attachments.compactMap { attachment in
            switch attachment.state {
            case .waiting, .connecting: nil
            case .connected:
                Ending(
                    session: attachment.session, isOwnWish: false,
                    reconnects: reconnecting[attachment.session],
                    connectsAgain: nil)
            case .disconnecting:
                Ending(
                    session: attachment.session, isOwnWish: true, reconnects: nil,
                    connectsAgain: attachment.connectsAgain)
            }
        }
    }

    /// Ends the connections of managers after the link has ended. Returns whether the host has to look for the peer.
    mutating func end(_ endings: [Ending], isKnown: Bool) -> Bool {
        for ending in endings {
            guard let index = attachment(of: ending.session) else { continue }
            if let reconnects = ending.reconnects {
                attachments[index].state = .connecting
                attachments[index].isReconnecting = reconnects == .keepingView
            } else {
                attachments.remove(at: index)
            }
        }
        return isWanted && askHost(isKnown: isKnown)
    }

    // MARK: Releasing

    /// Whether no other manager is connected.
    func isLastUser(_ session: SessionID) -> Bool {
        !attachments.contains { $0.session != session && $0.state == .connected }
    }

    /// A manager no longer uses the peer.
    mutating func remove(_ session: SessionID) { attachments.removeAll { $0.session == session } }

    /// The last manager ends the connection, and waits for the link to go down.
    mutating func disconnect(_ session: SessionID) {
        guard let index = attachment(of: session) else { return }
        attachments[index].state = .disconnecting
    }

    /// A manager that waits for the link to go down does not want to connect again after that.
    mutating func cancelNextAttempt(_ session: SessionID) {
        guard let index = attachment(of: session) else { return }
        attachments[index].connectsAgain = nil
    }

    /// The radio is off: everything has ended.
    mutating func reset() { self = PeerConnection() }

    // MARK: Managers whose app has ended

    /// The system continues the work of a manager under another number. What the app was about to end, ends.
    mutating func preserve(_ old: SessionID, as new: SessionID) {
        guard let index = attachment(of: old) else { return }
        guard attachments[index].state != .disconnecting else {
            attachments.remove(at: index)
            return
        }
        attachments[index].session = new
        // When the app creates the manager again, no write is in flight any more.
        attachments[index].commands = CommandCredit(isOpen: true)
    }

    /// The app has created its manager again, which knows of no services (7.6).
    mutating func restore(_ session: SessionID) {
        guard let index = attachment(of: session) else { return }
        attachments[index].isReconnecting = false
    }

    /// A restored attempt never completes until the app asks again (7.8). Returns whether there was an attempt.
    mutating func stall(_ session: SessionID) -> Bool {
        guard let index = attachment(of: session), attachments[index].state == .connecting else {
            return false
        }
        attachments[index].state = .waiting
        return true
    }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? {
        if Set(attachments.map(\.session)).count != attachments.count { return "a manager is there twice" }
        if isPending, link != nil { return "the host looks for a peer that has a link" }
        if isPending, !isWanted { return "the host looks for a peer that nobody waits for" }
        if link == nil, attachments.contains(where: { $0.state == .connected || $0.state == .disconnecting })
        {
            return "a manager is connected without a link"
        }
        if attachments.contains(where: { $0.isReconnecting && $0.state != .connecting }) {
            return "a manager reconnects without connecting"
        }
        return nil
    }
}

extension Central.ConnectOptions {
    /// When an attempt with these options starts; no later than time can be counted.
    fileprivate var start: PeerConnection.Call {
        startDelay > 0 ? .startsAfter(.seconds(min(startDelay, 1e9))) : .starts
    }
}
