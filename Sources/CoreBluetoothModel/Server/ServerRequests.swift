import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Requests of centrals to the phone's database (behaviour 6.4, 6.14, 6.22–6.24).
extension PhoneModel {
    /// The central on a link, as a manager hands it out (6.18).
    func subscriber(_ slot: Int) -> Peripheral.Subscriber {
        Peripheral.Subscriber(
            identifier: peers[links[slot].peer].identifier, maximumUpdateLength: Int(links[slot].mtu) - 3)
    }

    // MARK: Requests

    mutating func attributeRead(_ request: GATT.ReadRequest, at now: Instant) {
        guard let slot = slotOfLink[request.link], let local = server.characteristics[request.handle],
            serves(local.session), expect(request.id, local.session, request.link, isRead: true, at: now)
        else {
            refuse(request.id)
            return
        }
        tell(
            local.session,
            .readRequest(
                Peripheral.ReadRequest(
                    identifier: RequestIdentifier(rawValue: request.id.rawValue), central: subscriber(slot),
                    characteristic: local.identifier, offset: request.offset)))
    }

    mutating func attributeWritten(_ request: GATT.WriteRequest, at now: Instant) {
        guard let slot = slotOfLink[request.link], let first = request.parts.first,
            let session = server.characteristics[first.handle]?.session, serves(session)
        else {
            if let id = request.id { refuse(id) }
            return
        }
        guard isOneService(request.parts) else {  // 6.25
            if let id = request.id { refuse(id) }
            return
        }
        let central = subscriber(slot)
        var parts: [Peripheral.WriteRequest] = []
        for part in request.parts {
            guard let local = server.characteristics[part.handle], local.session == session, !local.isStatic
            else {
                // Parts for two managers can't be one atomic write.
                if let id = request.id { refuse(id) }
                return
            }
            parts.append(
                Peripheral.WriteRequest(
                    central: central, characteristic: local.identifier, offset: part.offset,
                    value: part.value))
        }
        var identifier = server.lastCommand | ServerState.commandBit
        if let id = request.id {
            guard expect(id, session, request.link, isRead: false, at: now) else {
                refuse(id)
                return
            }
            identifier = id.rawValue
        } else {  // 6.24
            server.lastCommand &+= 1
        }
        tell(session, .writeRequests(RequestIdentifier(rawValue: identifier), parts))
    }

    /// Whether all parts of one Execute Write are in the same service.
    private func isOneService(_ parts: [GATT.WriteRequest.Part]) -> Bool {
        guard parts.count > 1, let session = server.characteristics[parts[0].handle]?.session,
            let index = peripheralIndex(session)
        else { return true }
        let service = peripherals[index].services.first { $0.characteristics.contains(parts[0].handle) }
        return parts.allSatisfy { service?.characteristics.contains($0.handle) == true }
    }

    /// Services stay visible while their app is absent without the background mode, but requests to them get
    /// errors (6.12).
    private func serves(_ session: SessionID) -> Bool {
        guard screensEvents, let index = peripheralIndex(session) else { return true }
        return presence(of: peripherals[index].core, .peripheral) != .absent
    }

    /// Notes a request that the app has to answer. Returns false if the peer has too many open requests.
    private mutating func expect(
        _ id: GATT.RequestID, _ session: SessionID, _ link: Host.LinkID, isRead: Bool, at now: Instant
    ) -> Bool {
        guard server.requests.count < ServerState.requestLimit * max(slotOfLink.count, 1) else {
            return false
        }
        server.requests[id.rawValue] = PendingRequest(
            session: session, link: link, isRead: isRead, arrived: now)
        return true
    }

    private mutating func refuse(_ id: GATT.RequestID) {
        effects.append(.host(.gatt(.respond(id, .failure(.error(.unlikelyError))))))
    }

    /// The app answers a request. It can do so once, and only to its own requests (6.22).
    mutating func respond(
        _ request: RequestIdentifier, _ code: UInt8, _ value: [UInt8]?, _ session: SessionID,
        at now: Instant
    ) -> CommandResult {
        let id = request.rawValue
        if id & ServerState.commandBit != 0 { return .accepted }  // 6.24
        guard let pending = server.requests[id], pending.session == session else {
            if server.abandoned.contains(id) { return .ignored }
            effects.append(.misuse(session, .unknownRequest(session)))
            return .ignored
        }
        server.requests[id] = nil
        if now - pending.arrived >= ServerState.requestTimeout {
            effects.append(.misuse(session, .unansweredRequest(session)))
        }
        let result: Result<[UInt8], ATT.Failure> =
            code == 0
            ? .success(pending.isRead ? value ?? [] : [])
            : .failure(.error(ATT.ErrorCode(rawValue: code)))
        effects.append(.host(.gatt(.respond(GATT.RequestID(id), result))))
        return .accepted
    }

    /// A manager that ends can no longer answer: the centrals get errors.
    mutating func abandonRequests(of session: SessionID) {
        for id in server.requests.filter({ $0.value.session == session }).keys.sorted() {
            server.requests[id] = nil
            refuse(GATT.RequestID(id))
        }
    }
}
