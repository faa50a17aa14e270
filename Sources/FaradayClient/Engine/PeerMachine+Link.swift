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
        log(.info, .connection) { "connecting" }
        outputs.append(.connectionEvent(.connecting))
        outputs.append(.command(.connect(peer, connectOptions)))
    }

    /// Nothing says which attempt the answer to a cancelled attempt ends, so it is counted (behaviour 3.9).
    private mutating func stopConnecting() {
        link = .none
        isSystemConnecting = false
        strayEnds += 1
        log(.info, .connection) { "nobody waits for the link any more" }
        outputs.append(.command(.cancelConnection(peer)))
        outputs.append(.connectionEvent(.connectionCancelled))
    }

    // MARK: Requests of the app

    mutating func disconnect(_ request: Request) {
        maintenance = nil
        isSystemConnecting = false
        failAll { machine, request in machine.error(.disconnectedByApp, request) }
        endSubscriptions(all: true, ClientError(.disconnectedByApp, .subscribe))
        if link != .none, radio != .poweredOn { return requests.append(request) }
        switch link {
        case .none: finish(request, .success(.done))
        case .connecting:
            stopConnecting()
            finish(request, .success(.done))
        case .connected:
            link = .disconnecting
            outputs.append(.command(.cancelConnection(peer)))
            requests.append(request)
        case .disconnecting: requests.append(request)
        }
    }

    /// Ends a restored link that the app has disconnected before the radio was on.
    private mutating func disconnectIfAsked() {
        let asked = requests.filter(\.kind.isDisconnect)
        guard !asked.isEmpty else { return }
        if link == .connected {
            link = .disconnecting
            outputs.append(.command(.cancelConnection(peer)))
        } else {
            requests.removeAll(where: \.kind.isDisconnect)
            for request in asked { finish(request, .success(.done)) }
        }
    }

    mutating func maintain(_ policy: ReconnectPolicy, _ options: PortCentral.ConnectOptions) {
        if link == .none { connectOptions = options }
        maintenance = Maintenance(policy: policy)
        updateLink()
    }

    mutating func endMaintenance() {
        maintenance = nil
        updateLink()
    }

    // MARK: Events

    mutating func connected(_ newName: String?) {
        if let newName { name = newName }
        // The link of an attempt that was cancelled at the last moment; its end is on its way.
        guard link == .connecting else { return }
        strayEnds = 0
        link = .connected
        isSystemConnecting = false
        generation += 1
        resetAttributes()
        maintenance?.attempt = 0
        log(.info, .connection) { "connected" }
        outputs.append(.connectionEvent(.connected))
        resubscribe()
        advanceAll()
    }

    mutating func failedToConnect(_ underlying: PortError?) {
        guard link == .connecting else { return }
        link = .none
        failAll { machine, request in machine.error(.connectionFailed, request, underlying) }
        linkEnded(ClientError(.connectionFailed, .connect, underlying: underlying), isReconnecting: false)
    }

    mutating func disconnected(_ underlying: PortError?, isReconnecting: Bool) {
        switch link {
        case .none, .connecting:
            if strayEnds > 0 { strayEnds -= 1 }
            return
        case .disconnecting:
            link = .none
            // What was asked for after `disconnect()` waits for the next link.
            let ended = requests.filter(\.kind.isDisconnect)
            requests.removeAll(where: \.kind.isDisconnect)
            for request in ended { finish(request, .success(.done)) }
            linkEnded(ClientError(.disconnectedByApp, .connect), isReconnecting: false)
        case .connected:
            link = .none
            failAll { machine, request in machine.error(.disconnected, request, underlying) }
            linkEnded(
                ClientError(.disconnected, .connect, underlying: underlying), isReconnecting: isReconnecting)
        }
    }

    /// The radio ends links without a word about each (behaviour 1.15, 1.18).
    mutating func radioChanged(to state: ManagerState) {
        let wasOn = radio == .poweredOn
        radio = state
        if state == .poweredOn {
            disconnectIfAsked()
            updateLink()
            return advanceAll()
        }
        let hadLink = link != .none
        link = .none
        isSystemConnecting = false
        strayEnds = 0
        maintenance?.isPausing = false
        let reason: ClientError.Reason? = ClientError(state, .connect)?.reason ?? (wasOn ? .radioReset : nil)
        guard let reason else { return }
        let ended = requests.filter(\.kind.isDisconnect)
        requests.removeAll(where: \.kind.isDisconnect)
        for request in ended { finish(request, .success(.done)) }
        failAll { machine, request in machine.error(reason, request) }
        if hadLink {
            linkEnded(ClientError(reason, .connect), isReconnecting: false)
        } else if ClientError(state, .connect) != nil {
            endSubscriptions(all: false, ClientError(reason, .subscribe))
        }
    }

    private mutating func linkEnded(_ reason: ClientError, isReconnecting: Bool) {
        generation += 1
        resetAttributes()
        var reason = reason
        (reason.peripheral, reason.peripheralName) = (peer, name)
        log(.info, .connection) { [reason] in "\(reason)" }
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

    private mutating func resetAttributes() {
        database = PeerDatabase()
        discoveries = [:]
        isTurnAwaited = false
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
        if delay > .zero {
            outputs.append(.wake(.reconnect(attempt: attempt, generation: generation), after: delay))
        } else {
            maintenance!.isPausing = false
            updateLink()
        }
    }

    mutating func reconnectionIsDue(attempt: Int) {
        guard maintenance?.attempt == attempt else { return }
        maintenance!.isPausing = false
        updateLink()
    }
}

/// A link that is to come back by itself.
struct Maintenance {
    let policy: ReconnectPolicy
    /// How many reconnections were tried since the last link.
    var attempt = 0
    /// Whether the next attempt waits for its time.
    var isPausing = false

    var wantsLink: Bool { !isPausing }
}

extension Request.Kind {
    var isDisconnect: Bool {
        if case .disconnect = self { true } else { false }
    }

    var isSubscribe: Bool {
        if case .subscribe = self { true } else { false }
    }
}
