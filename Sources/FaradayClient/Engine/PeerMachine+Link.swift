import BluetoothPort
import BluetoothTypes

// The link: it comes up when somebody needs it, and stays until somebody ends it.
extension PeerMachine {
    /// Whether a request waits that needs a link, or the link is to be maintained.
    private var needsLink: Bool {
        !requests.isEmpty || maintenance?.wantsLink == true || isSystemConnecting
    }

    /// Begins or ends the attempt to connect, as it is needed.
    mutating func updateLink() {
        guard radio == .poweredOn else { return }
        switch link {
        case .none where needsLink: startConnecting()
        case .connecting where !needsLink: stopConnecting()
        default: break
        }
    }

    private mutating func startConnecting() {
        link = .connecting
        connects += 1
        log(.connecting)
        outputs.append(.connectionEvent(.connecting))
        outputs.append(.command(.connect(peer, connectOptions)))
        limitAttempt()
    }

    private mutating func limitAttempt() {
        guard let length = maintenance?.attemptLength else { return }
        outputs.append(.wake(.attempt(number: connects), after: length))
    }

    /// The attempt of a maintained connection has not made a link in its time: it counts as one that failed. It goes on for
    /// requests that wait for the link.
    mutating func attemptIsOverdue(number: Int) {
        guard link == .connecting, number == connects, maintenance != nil else { return }
        var reason = ClientError(.deadlineExceeded, .connect)
        (reason.peripheral, reason.peripheralName) = (peer, name)
        log(.linkFailed(reason))
        outputs.append(.connectionEvent(.connectionFailed(reason)))
        if requests.isEmpty {
            cancelAttempt()
        } else {
            connects += 1
            limitAttempt()
        }
        scheduleReconnection()
    }

    private mutating func stopConnecting() {
        log(.unwanted)
        cancelAttempt()
        outputs.append(.connectionEvent(.connectionCancelled))
    }

    /// Nothing says which attempt an event is about (behaviour 3.9), and the link may come up while the cancel is on its
    /// way. So the next attempt waits for the end of this one; not for ever, should the system not tell of it.
    private mutating func cancelAttempt() {
        link = .cancelling
        isSystemConnecting = false
        cancellations += 1
        sendCancel()
        outputs.append(.wake(.cancelled(number: cancellations), after: .seconds(2)))
    }

    /// A restored link may have to end before the radio's state is known.
    private mutating func sendCancel() {
        if radio == .poweredOn { outputs.append(.command(.cancelConnection(peer))) }
    }

    private mutating func cancellationEnded() {
        link = .none
        updateLink()
    }

    mutating func cancellationIsOverdue(number: Int) {
        guard link == .cancelling, number == cancellations else { return }
        // Should the end come after all, nothing in it says that it is of this attempt.
        isEndOwed = true
        cancellationEnded()
    }

    /// The port has nothing to cancel: the end is there already.
    mutating func cancelRefused() {
        switch link {
        case .cancelling: cancellationEnded()
        case .disconnecting: disconnected(nil, isReconnecting: false)
        case .none, .connecting, .connected: break
        }
    }

    // MARK: Requests of the app

    mutating func disconnect(_ request: Request) {
        maintenance = nil
        isSystemConnecting = false
        failAll { machine, request in machine.error(.disconnectedByApp, request) }
        endSubscriptions(all: true, ClientError(.disconnectedByApp, .subscribe))
        switch link {
        case .none, .cancelling: finish(request, .success(.done))
        case .connecting:
            stopConnecting()
            finish(request, .success(.done))
        case .connected:
            link = .disconnecting
            resetAttributes()
            sendCancel()
            requests.append(request)
        case .disconnecting: requests.append(request)
        }
    }

    mutating func maintain(_ new: Maintenance, _ options: PortCentral.ConnectOptions) {
        if link == .none { connectOptions = options }
        maintenance = new
        updateLink()
    }

    mutating func endMaintenance() {
        maintenance = nil
        updateLink()
    }

    // MARK: Events

    mutating func connected(_ newName: String?) {
        if let newName { name = newName }
        switch link {
        case .connecting where isEndOwed: return outputs.append(.verifyLink)
        case .connecting: break
        // Nobody has asked for it, so it would stay for ever.
        case .none: return radio == .poweredOn ? cancelAttempt() : ()
        // The link of an attempt that was cancelled at the last moment; its end is on its way.
        case .cancelling, .connected, .disconnecting: return
        }
        linkBegan()
    }

    /// An earlier attempt may have made a link at the last moment, of which the system tells late. That link has ended
    /// already, and its end follows: the port says whether there is a link now.
    mutating func linkVerified(_ isThere: Bool) { if isThere, link == .connecting { linkBegan() } }

    private mutating func linkBegan() {
        link = .connected
        isSystemConnecting = false
        generation += 1
        resetAttributes()
        maintenance?.attempt = 0
        log(.connected)
        outputs.append(.connectionEvent(.connected))
        resubscribe()
        advanceAll()
    }

    mutating func failedToConnect(_ underlying: PortError?) {
        if link == .cancelling { return cancellationEnded() }
        guard link == .connecting else { return }
        isEndOwed = false
        link = .none
        failAll { machine, request in machine.error(.connectionFailed, request, underlying) }
        linkEnded(ClientError(.connectionFailed, .connect, underlying: underlying), isReconnecting: false)
    }

    /// The port does not connect now. The state of the radio that says why may be on its way; without one, a maintained
    /// connection must not be tried again in the same instant.
    mutating func connectRefused() {
        guard link == .connecting else { return }
        link = .none
        failAll { machine, request in machine.error(.connectionFailed, request) }
        maintenance?.leastDelay = .seconds(1)
        linkEnded(ClientError(.connectionFailed, .connect), isReconnecting: false)
    }

    mutating func disconnected(_ underlying: PortError?, isReconnecting: Bool) {
        switch link {
        case .none: isEndOwed = false
        case .cancelling: cancellationEnded()
        // The end of an earlier link, of which the system tells late.
        case .connecting where isEndOwed: isEndOwed = false
        // Some systems tell so that a link could not be encrypted (behaviour 3.15). Without an error it is the late end of
        // a cancelled attempt.
        case .connecting: if underlying != nil { failedToConnect(underlying) }
        case .disconnecting:
            link = .none
            // What was asked for after `disconnect()` waits for the next link.
            let ended = requests.filter(\.kind.isDisconnect)
            requests.removeAll(where: \.kind.isDisconnect)
            for request in ended { finish(request, .success(.done)) }
            linkEnded(ClientError(.disconnectedByApp, .stayConnected), isReconnecting: false)
        case .connected:
            link = .none
            failAll { machine, request in machine.error(.disconnected, request, underlying) }
            linkEnded(
                ClientError(.disconnected, .stayConnected, underlying: underlying),
                isReconnecting: isReconnecting)
        }
    }

    /// The radio ends links without a word about each (behaviour 1.15, 1.18).
    mutating func radioChanged(to state: ManagerState) {
        let wasOn = radio == .poweredOn
        radio = state
        if state == .poweredOn {
            if !wasOn, link == .cancelling || link == .disconnecting { sendCancel() }
            updateLink()
            return advanceAll()
        }
        let hadLink = link != .none && link != .cancelling
        link = .none
        isEndOwed = false
        isSystemConnecting = false
        maintenance?.isPausing = false
        let reason: ClientError.Reason? = ClientError(state, .connect)?.reason ?? (wasOn ? .radioReset : nil)
        let ended = requests.filter(\.kind.isDisconnect)
        requests.removeAll(where: \.kind.isDisconnect)
        for request in ended { finish(request, .success(.done)) }
        guard let reason else { return }
        failAll { machine, request in machine.error(reason, request) }
        if hadLink {
            linkEnded(ClientError(reason, .stayConnected), isReconnecting: false)
        } else {
            endSubscriptions(all: false, ClientError(reason, .subscribe))
        }
    }

    private mutating func linkEnded(_ reason: ClientError, isReconnecting: Bool) {
        generation += 1
        resetAttributes()
        var reason = reason
        (reason.peripheral, reason.peripheralName) = (peer, name)
        lastEnd = reason
        log(.linkFailed(reason))
        let event: ConnectionEvent =
            reason.reason == .connectionFailed ? .connectionFailed(reason) : .disconnected(reason)
        outputs.append(.connectionEvent(event))
        endSubscriptions(all: false, reason)
        isSystemConnecting = isReconnecting
        if isReconnecting {
            link = .connecting
            outputs.append(.connectionEvent(.connecting))
        } else if radio == .poweredOn {
            scheduleReconnection()
        }
        updateLink()
    }

    mutating func resetAttributes() {
        database = PeerDatabase()
        discoveries = [:]
        isTurnAwaited = false
        isPieceOut = false
        answers = AwaitedAnswers()
        unread = [:]
    }

    // MARK: Restoration

    /// Takes over what the system kept for the app (behaviour 7.6).
    mutating func restore(_ restored: PortCentral.RestoredPeripheral) {
        name = restored.peer.name ?? name
        switch restored.state {
        case .disconnected: break
        case .connecting:
            link = .connecting
            isSystemConnecting = true
        case .connected:
            link = .connected
            let services = restored.services ?? []
            database.learn(services)
            // The value for which the system has launched the app comes before the app can ask for it.
            for characteristic in services.flatMap({ $0.characteristics ?? [] })
            where characteristic.isNotifying {
                unread[characteristic.characteristic.identifier] = []
            }
        }
    }

    // MARK: Maintaining

    private mutating func scheduleReconnection() {
        guard maintenance != nil else { return }
        maintenance!.isPausing = true
        maintenance!.attempt += 1
        outputs.append(.askPolicy(maintenance!.policy, attempt: maintenance!.attempt))
    }

    /// The policy's answer: how long to wait, or `nil` to give up.
    mutating func reconnect(attempt: Int, after delay: Nanoseconds?) {
        guard maintenance?.attempt == attempt, maintenance?.isPausing == true else { return }
        guard let delay else {
            maintenance = nil
            outputs.append(.connectionEvent(.gaveUp))
            return
        }
        let least = maintenance!.leastDelay
        maintenance!.leastDelay = .zero
        if max(delay, least) > .zero {
            outputs.append(
                .wake(.reconnect(attempt: attempt, generation: generation), after: max(delay, least)))
        } else {
            maintenance!.isPausing = false
            updateLink()
        }
    }

    mutating func reconnectionIsDue(attempt: Int, generation: Int) {
        guard maintenance?.attempt == attempt, generation == self.generation else { return }
        maintenance!.isPausing = false
        updateLink()
    }
}

/// A link that is to come back by itself.
struct Maintenance: Equatable {
    /// The number by which the driver knows the policy, until `policyEnded`.
    let policy: UInt64
    /// How long an attempt may take; `nil` for as long as the system tries.
    let attemptLength: Nanoseconds?
    /// How many reconnections were tried since the last link.
    var attempt = 0
    /// Whether the next attempt waits for its time.
    var isPausing = false
    /// The shortest time until the next attempt, whatever the policy says.
    var leastDelay = Nanoseconds.zero

    var wantsLink: Bool { !isPausing }

    /// Tells the driver of a policy that is not asked any more.
    static func changed(from old: Maintenance?, to new: Maintenance?, _ outputs: inout [Output]) {
        guard let policy = old?.policy, policy != new?.policy else { return }
        outputs.append(.policyEnded(policy))
    }
}

extension Request.Kind {
    var isDisconnect: Bool {
        if case .disconnect = self { true } else { false }
    }

    var isSubscribe: Bool {
        if case .subscribe = self { true } else { false }
    }
}
