import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// The phone's links and what runs on them.
extension PhoneModel {
    mutating func addLink(_ link: Link) -> Int {
        let slot = slotOfLink.add(link.id)
        if slot < links.count { links[slot] = link } else { links.append(link) }
        return slot
    }

    mutating func removeLink(_ slot: Int) {
        slotOfLink.remove(slot)
        links[slot] = Link(id: links[slot].id, role: links[slot].role, peer: links[slot].peer)
        links[slot].isFree = true
    }

    /// The first manager is connected: the phone begins its own work on the link (5.38, 9.7).
    mutating func startClient(_ slot: Int) {
        guard !links[slot].isClientStarted, !links[slot].isEnding else { return }
        links[slot].isClientStarted = true
        let id = links[slot].id
        if links[slot].role == .central {
            if profile.dataLength > 27 {
                effects.append(.host(.link(.setDataLength(id, octets: profile.dataLength))))
            }
            if profile.prefers2M { effects.append(.host(.link(.setPHY(id, .le2M)))) }
        }
        links[slot].background = nextBackground(after: .off, slot)
        // 5.11: the MTU exchange is the first request of all.
        if links[slot].background == .exchangeMTU { startBackground(slot) }
    }

    /// Starts everything that can start, in call order: writes without response at once, and one request at a
    /// time. The phone's own steps follow when no app waits (4.27, 5.19).
    mutating func pump(_ slot: Int) {
        while !links[slot].isEnding {
            if links[slot].current != nil {
                guard let next = links[slot].queue.first, case .command = next.kind else { return }
            }
            guard let operation = links[slot].queue.popFirst() else {
                if links[slot].current == nil { startBackground(slot) }
                return
            }
            start(operation, slot)
        }
    }

    /// Sends a procedure to the host; the result goes to `operation`.
    mutating func run(_ procedure: GATT.Procedure, for operation: Operation, _ slot: Int) {
        let token = effects.token(for: operation.session)
        links[slot].current = operation
        links[slot].currentToken = token
        effects.append(.host(.gatt(.procedure(links[slot].id, token, procedure))))
    }

    mutating func enqueue(_ kind: Operation.Kind, from session: SessionID?, _ slot: Int) {
        let operation = Operation(session: session, kind: kind)
        // The link is already down, but the app does not know it yet (section 8, CB 3).
        if links[slot].isEnding { return fail(operation, .notConnected, slot) }
        if links[slot].current == nil, links[slot].queue.isEmpty, !links[slot].isEnding {
            // The usual case: nothing waits, so nothing is queued.
            start(operation, slot)
            if links[slot].current == nil { pump(slot) }
        } else {
            links[slot].queue.append(operation)
            pump(slot)
        }
    }

    mutating func procedureEnded(
        _ id: Host.LinkID, _ token: Host.Token, _ outcome: GATT.Outcome, at now: Instant
    ) {
        guard let slot = slotOfLink[id], links[slot].currentToken == token,
            let operation = links[slot].current
        else { return }
        if case .failed(.linkLost) = outcome {
            links[slot].isEnding = true  // `.disconnected` is on its way, and decides about the request.
            return
        }
        links[slot].current = nil
        if case .failed(.error(let code)) = outcome, waitForPairing(operation, code, slot) { return }
        finish(operation, outcome, slot)
        if case .failed(let failure) = outcome { endIfDead(slot, failure) }
        pump(slot)
    }

    /// A bearer that does not answer is dead, and the link ends with it (4.26, 4.28).
    private mutating func endIfDead(_ slot: Int, _ failure: ATT.Failure) {
        switch failure {
        case .timeout: end(slot, saying: .connectionTimeout)
        case .invalidResponse: end(slot, saying: .unknown)
        case .linkLost, .error, .echoMismatch, .signedWritesUnsupported: break
        }
    }

    /// The link has ended, or `session` has released it. Open requests get no completion, unless the profile
    /// says otherwise (3.24).
    mutating func cutOffRequests(_ slot: Int, of session: SessionID?) {
        switch profile.cutOffRequests {
        case .unanswered: break
        case .writeInFlightFails:
            guard session == nil, let current = links[slot].current, case .write = current.kind else {
                return
            }
            links[slot].current = nil
            fail(current, .unknown, slot)
        }
    }

    /// Forgets a manager that releases the link, and its requests. Ends the subscriptions that only this
    /// manager had (5.25).
    mutating func dropInterest(_ slot: Int, of session: SessionID) {
        if let current = links[slot].current, current.session == session {
            links[slot].current?.session = nil
            // If the peer accepts it, `finish` turns the notifications off again.
            if case .setNotify(let handle, true) = current.kind {
                removeSubscriber(session, from: handle, slot)
            }
        }
        _ = links[slot].queue.extract { $0.session == session }
        links[slot].signalReads.removeAll { $0.session == session }
        for (handle, _) in links[slot].database.subscriptions {
            guard removeSubscriber(session, from: handle, slot) else { continue }
            if !links[slot].isEnding {
                links[slot].queue.append(Operation(session: nil, kind: .unsubscribe(handle)))
            }
        }
    }

    mutating func rssiRead(
        _ id: Host.LinkID, _ token: Host.Token, _ result: Result<Int8, HCI.ErrorCode>
    ) {
        guard let slot = slotOfLink[id],
            let index = links[slot].signalReads.firstIndex(where: { $0.token == token })
        else { return }
        // The link is gone: `.disconnected` follows, and decides about the request (3.24).
        if case .failure(.unknownConnectionIdentifier) = result { return }
        let session = links[slot].signalReads.remove(at: index).session
        let value: Result<Int, PortError> =
            switch result {
            case .success(let level): .success(Int(level))
            case .failure: .failure(.unknown)
            }
        tell(session, .rssi(peers[links[slot].peer].identifier, value))
    }
}
