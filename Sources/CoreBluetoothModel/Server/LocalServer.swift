import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// The phone's own GATT server, shared by its peripheral managers: what they have published, who has subscribed to it,
/// the requests of centrals and the updates to them (behaviour section 6).
///
/// Services are added one at a time, because one may include an earlier one (6.1). What centrals want comes from the
/// host, with the numbers of links; managers get events with the centrals as apps know them.
///
/// ```swift
/// var server = LocalServer(profile: .iOS(18))
/// server.open(session)
/// server.add(service, for: session, into: &effects)
/// server.serviceAdded(token, .success(handles), into: &effects)
/// ```
struct LocalServer: Sendable {
    /// In the order they were opened.
    private(set) var managers: [Manager] = []
    private(set) var clients: [Client] = []
    private(set) var requests = RequestTable()

    /// By value handle.
    private(set) var characteristics: [ATT.Handle: LocalCharacteristic] = [:]
    private(set) var handles: [Name: ATT.Handle] = [:]
    private(set) var additions = Fifo<(session: SessionID, service: Peripheral.Service)>()
    private(set) var addition: Addition?

    /// How many updates a manager may have in flight (6.19).
    private let updateQueueDepth: Int
    /// The services that apps may not publish (section 8, CB 8).
    private let reservedServices: [BluetoothUUID]

    init(profile: OSProfile) {
        (updateQueueDepth, reservedServices) = (profile.updateQueueDepth, profile.reservedServices)
    }

    @inline(__always)
    func index(of session: SessionID) -> Int? { managers.firstIndex { $0.session == session } }

    @inline(__always)
    func index(of link: Host.LinkID) -> Int? { clients.firstIndex { $0.link == link } }

    // MARK: Managers

    /// There is a new manager.
    mutating func open(_ session: SessionID) { managers.append(Manager(session: session)) }

    /// A manager is gone, and with it all it has published.
    mutating func close(_ session: SessionID, into effects: inout PhoneEffects) {
        endWork(of: session, into: &effects)
        managers.removeAll { $0.session == session }
    }

    /// A manager can publish nothing and answer nothing more: centrals get errors.
    mutating func endWork(of session: SessionID, into effects: inout PhoneEffects) {
        removeAll(of: session, into: &effects)
        refuseRequests(of: session, into: &effects)
    }

    /// A manager's app has ended, and the system continues its work under another number. What the app has asked for
    /// gets no answer.
    mutating func preserve(_ old: SessionID, as new: SessionID, into effects: inout PhoneEffects) {
        refuseRequests(of: old, into: &effects)
        _ = additions.extract { $0.session == old }
        for client in clients.indices { clients[client].updatesInFlight.removeAll { $0.session == old } }
        guard let index = index(of: old) else { return }
        for handle in managers[index].services.flatMap(\.characteristics) {
            guard let identifier = characteristics[handle]?.identifier else { continue }
            characteristics[handle]?.session = new
            handles[Name(session: old, identifier: identifier)] = nil
            handles[Name(session: new, identifier: identifier)] = handle
        }
        managers[index].session = new
        managers[index].updatesInFlight = 0
        managers[index].owesReadiness = false
    }

    // MARK: Links

    /// There is a new link, and with it a central that may use the server.
    mutating func linkBegan(_ link: Host.LinkID, _ central: Peripheral.Subscriber) {
        clients.append(Client(link: link, central: central))
    }

    /// A link's MTU grew.
    mutating func lengthChanged(_ link: Host.LinkID, _ central: Peripheral.Subscriber) {
        if let index = index(of: link) { clients[index].central = central }
    }

    /// The link has ended: each subscription ends. An app gets nothing else for it (6.15).
    mutating func linkEnded(_ link: Host.LinkID, at now: Instant, into effects: inout PhoneEffects) {
        guard let index = index(of: link) else { return }
        let client = clients.remove(at: index)
        for handle in client.subscriptions {
            guard let local = characteristics[handle] else { continue }
            characteristics[handle]?.subscribers.removeAll { $0.link == link }
            guard !isSubscribed(client.central, to: handle) else { continue }
            effects.tell(
                local.session, .unsubscribed(client.central, characteristic: local.identifier))
        }
        for request in requests.abandon(link)
        where now - request.arrived >= RequestTable.timeout - RequestTable.travel {
            // 6.22: the central gave up, so the app is at fault.
            effects.append(.misuse(request.session, .unansweredRequest(request.session)))
        }
        for (session, count) in client.updatesInFlight { giveBack(count, to: session, into: &effects) }
    }

    /// All links end at once, and with `isCleared` the database is cleared too (6.13). Apps only get the new state, as
    /// in the central role (1.15): no `didUnsubscribeFrom` for each subscription.
    mutating func radioEnded(isCleared: Bool, into effects: inout PhoneEffects) {
        requests.abandonAll()
        clients = []
        // Each entry is changed in place, so the order does not matter.
        for handle in characteristics.keys { characteristics[handle]?.subscribers = [] }
        for index in managers.indices {
            managers[index].updatesInFlight = 0
            managers[index].owesReadiness = false
        }
        guard isCleared else { return }
        for session in managers.map(\.session) { removeAll(of: session, into: &effects) }
    }

    // MARK: Publishing

    /// Publishes a service when the ones before it are published.
    mutating func add(
        _ service: Peripheral.Service, for session: SessionID, into effects: inout PhoneEffects
    ) {
        additions.append((session, service))
        addNext(into: &effects)
    }

    private mutating func addNext(into effects: inout PhoneEffects) {
        while addition == nil, let (session, service) = additions.popFirst() {
            guard let index = index(of: session) else { continue }
            switch definition(of: service, index, into: &effects) {
            case .success(let definition):
                let token = effects.token(for: session)
                addition = Addition(token: token, session: session, service: service)
                effects.append(.host(.gatt(.addService(token, definition))))
            case .failure(let error): effects.tell(session, .serviceAdded(service.identifier, error))
            }
        }
    }

    /// A service as the host knows it, or an error for what Apple refuses.
    private func definition(
        of service: Peripheral.Service, _ index: Int, into effects: inout PhoneEffects
    ) -> Result<GATT.ServiceDefinition, PortError> {
        let isReserved = service.uuid.width == .bits16 && reservedServices.contains(service.uuid)
        if isReserved { return .failure(.uuidNotAllowed) }  // section 8, CB 8
        let published = managers[index].services
        // 6.13: a service that is already added has to be removed before it can be added again.
        if published.contains(where: { $0.identifier == service.identifier }) {
            return .failure(.invalidParameters)
        }
        var included: [ATT.Handle] = []
        for identifier in service.includedServices {  // 6.1
            guard let other = published.first(where: { $0.identifier == identifier }) else {
                return .failure(.invalidParameters)
            }
            included.append(other.handle)
        }
        var characteristics: [GATT.CharacteristicDefinition] = []
        for characteristic in service.characteristics {
            let readsOnly: UInt = 0x02
            if characteristic.value != nil, characteristic.properties & ~readsOnly != 0 {  // 6.3
                effects.append(.misuse(managers[index].session, .staticValueWritable))
                return .failure(.invalidParameters)
            }
            characteristics.append(GATT.CharacteristicDefinition(characteristic))
        }
        return .success(
            GATT.ServiceDefinition(
                uuid: service.uuid, isPrimary: service.isPrimary, includedServices: included,
                characteristics: characteristics))
    }

    /// The host has added a service, or could not.
    mutating func serviceAdded(
        _ token: Host.Token, _ result: Result<GATT.ServiceHandles, GATT.DatabaseError>,
        into effects: inout PhoneEffects
    ) {
        guard let added = addition, added.token == token else { return }
        addition = nil
        switch result {
        case .success(let handles):
            // The app may have removed the service meanwhile, or the manager may have ended.
            if !added.isTakenBack, let index = index(of: added.session) {
                publish(added.service, handles, index, into: &effects)
            } else {
                effects.append(.host(.gatt(.removeService(handles.range.first))))
            }
        case .failure(let error):
            if !added.isTakenBack, index(of: added.session) != nil {
                effects.tell(added.session, .serviceAdded(added.service.identifier, PortError(error)))
            }
        }
        addNext(into: &effects)
    }

    private mutating func publish(
        _ service: Peripheral.Service, _ placed: GATT.ServiceHandles, _ index: Int,
        into effects: inout PhoneEffects
    ) {
        let session = managers[index].session
        for (characteristic, placed) in zip(service.characteristics, placed.characteristics) {
            characteristics[placed.value] = LocalCharacteristic(
                session: session, identifier: characteristic.identifier,
                isStatic: characteristic.value != nil)
            handles[Name(session: session, identifier: characteristic.identifier)] = placed.value
        }
        managers[index].services.append(
            PublishedService(
                definition: service, handle: placed.range.first,
                characteristics: placed.characteristics.map(\.value)))
        effects.tell(session, .serviceAdded(service.identifier, nil))
    }

    /// Removes a service that is published or waits to be. Returns false where that is misuse: another service includes
    /// it (6.1).
    mutating func remove(
        _ identifier: AttributeIdentifier, of session: SessionID, into effects: inout PhoneEffects
    ) -> Bool {
        guard let index = index(of: session),
            let place = managers[index].services.firstIndex(where: { $0.identifier == identifier })
        else {
            // It may still wait to be added, or the host may be adding it.
            _ = additions.extract { $0.session == session && $0.service.identifier == identifier }
            if addition?.session == session, addition?.service.identifier == identifier {
                addition?.isTakenBack = true
            }
            return true
        }
        if isIncluded(identifier, index) {  // A database can't include what it does not have.
            effects.append(.misuse(session, .serviceStillIncluded))
            return false
        }
        unpublish(managers[index].services.remove(at: place), into: &effects)
        return true
    }

    /// Whether another service of the manager includes this one.
    private func isIncluded(_ identifier: AttributeIdentifier, _ index: Int) -> Bool {
        if let addition, addition.session == managers[index].session,
            addition.service.includedServices.contains(identifier)
        {
            return true
        }
        return managers[index].services.contains { $0.includes.contains(identifier) }
    }

    /// Removes all services in reverse order of adding, so that included services come last (6.1).
    mutating func removeAll(of session: SessionID, into effects: inout PhoneEffects) {
        _ = additions.extract { $0.session == session }
        if addition?.session == session { addition?.isTakenBack = true }
        guard let index = index(of: session) else { return }
        let services = managers[index].services
        managers[index].services = []
        for service in services.reversed() { unpublish(service, into: &effects) }
    }

    private mutating func unpublish(_ service: PublishedService, into effects: inout PhoneEffects) {
        effects.append(.host(.gatt(.removeService(service.handle))))
        for handle in service.characteristics {
            guard let local = characteristics.removeValue(forKey: handle) else { continue }
            handles[Name(session: local.session, identifier: local.identifier)] = nil
            for subscriber in local.subscribers {
                guard let client = index(of: subscriber.link) else { continue }
                clients[client].subscriptions.removeAll { $0 == handle }
            }
        }
    }

    // MARK: Requests (6.4, 6.14, 6.22–6.24)

    /// A central reads. `isServed` says whether the app that has published the value can answer (6.12).
    mutating func read(
        _ request: GATT.ReadRequest, isServed: Bool, at now: Instant, into effects: inout PhoneEffects
    ) {
        guard let client = index(of: request.link), let local = characteristics[request.handle], isServed,
            expect(request.id, local.session, request.link, [], at: now)
        else { return refuse(request.id, into: &effects) }
        effects.tell(
            local.session,
            .readRequest(
                Peripheral.ReadRequest(
                    identifier: RequestIdentifier(rawValue: request.id.rawValue),
                    central: clients[client].central, characteristic: local.identifier,
                    offset: request.offset)))
    }

    /// A central writes. `isServed` says whether the app that has published the first value can answer (6.12).
    mutating func written(
        _ request: GATT.WriteRequest, isServed: Bool, at now: Instant, into effects: inout PhoneEffects
    ) {
        guard isServed, let (session, parts) = accepted(request) else {
            if let id = request.id { refuse(id, into: &effects) }
            return
        }
        guard let id = request.id else {  // 6.24
            return effects.tell(session, .writeRequests(requests.makeCommand(), parts))
        }
        guard expect(id, session, request.link, request.parts.map(\.handle), at: now) else {
            return refuse(id, into: &effects)
        }
        effects.tell(session, .writeRequests(RequestIdentifier(rawValue: id.rawValue), parts))
    }

    /// The parts of a write as their manager gets them; `nil` if it can't be one atomic write of one manager.
    private func accepted(_ request: GATT.WriteRequest) -> (SessionID, [Peripheral.WriteRequest])? {
        guard let client = index(of: request.link), let first = request.parts.first,
            let session = owner(of: first.handle), isOneService(request.parts, of: session)
        else { return nil }
        var parts: [Peripheral.WriteRequest] = []
        for part in request.parts {
            guard let local = characteristics[part.handle], local.session == session, !local.isStatic else {
                return nil
            }
            parts.append(
                Peripheral.WriteRequest(
                    central: clients[client].central, characteristic: local.identifier,
                    offset: part.offset, value: part.value))
        }
        return (session, parts)
    }

    /// Whether all parts of one Execute Write are in the same service (6.25).
    private func isOneService(_ parts: [GATT.WriteRequest.Part], of session: SessionID) -> Bool {
        guard parts.count > 1, let index = index(of: session) else { return true }
        let service = managers[index].services.first { $0.characteristics.contains(parts[0].handle) }
        return parts.allSatisfy { service?.characteristics.contains($0.handle) == true }
    }

    /// Notes a request that the app has to answer, with the attributes that it writes. Returns false if the peer has too many
    /// open requests.
    private mutating func expect(
        _ id: GATT.RequestID, _ session: SessionID, _ link: Host.LinkID, _ written: [ATT.Handle],
        at now: Instant
    ) -> Bool {
        let request = PendingRequest(session: session, link: link, written: written, arrived: now)
        return requests.expect(id, request, links: clients.count)
    }

    private func refuse(_ id: GATT.RequestID, into effects: inout PhoneEffects) {
        effects.append(.host(.gatt(.respond(id, .failure(.error(.unlikelyError))))))
    }

    private mutating func refuseRequests(of session: SessionID, into effects: inout PhoneEffects) {
        for id in requests.withdraw(session) { refuse(id, into: &effects) }
    }

    /// The app answers a request. It can do so once, and only to its own requests (6.22). An error of several writes is about
    /// one `part` of them (6.23).
    mutating func respond(
        _ request: RequestIdentifier, _ code: UInt8, _ value: [UInt8]?, part: Int = 0,
        by session: SessionID, at now: Instant, into effects: inout PhoneEffects
    ) -> CommandResult {
        switch requests.answer(request, by: session) {
        case .command: return .accepted  // 6.24
        case .abandoned: return .ignored
        case .unknown:
            effects.append(.misuse(session, .unknownRequest(session)))
            return .ignored
        case .pending(let pending):
            if now - pending.arrived >= RequestTable.timeout {
                effects.append(.misuse(session, .unansweredRequest(session)))
            }
            let result: Result<[UInt8], ATT.Failure> =
                code == 0
                ? .success(pending.isRead ? value ?? [] : [])
                : .failure(.error(ATT.ErrorCode(rawValue: code)))
            let isPart = code != 0 && pending.written.indices.contains(part) && part > 0
            let refused = isPart ? pending.written[part] : nil
            effects.append(.host(.gatt(.respond(GATT.RequestID(request.rawValue), result, refused: refused))))
            return .accepted
        }
    }

    // MARK: Subscriptions and updates (6.15–6.20)

    /// A central wrote a configuration, or the host found it in the central's bond.
    ///
    /// The configuration of a bonded central outlives the link (Core 6.0, Vol 3, Part G, 3.3.3.3). So the
    /// central is subscribed again as soon as the link is encrypted; the app gets `didSubscribeTo`, and
    /// updates to all subscribers are sent to it from then on. An app on that central gets no values before
    /// it has called `setNotifyValue` again (behaviour 5.25). That call writes the same configuration, so
    /// there is no second callback.
    mutating func subscriptionChanged(
        _ link: Host.LinkID, _ handle: ATT.Handle, _ subscription: GATT.Subscription,
        into effects: inout PhoneEffects
    ) {
        guard let client = index(of: link), let local = characteristics[handle] else { return }
        let central = clients[client].central
        let place = local.subscribers.firstIndex { $0.link == link }
        switch (place, subscription.isEmpty) {
        case (let place?, false):
            characteristics[handle]?.subscribers[place].subscription = subscription
        case (nil, false):
            let isFirst = !isSubscribed(central, to: handle)
            let new = LocalCharacteristic.Subscriber(link: link, subscription: subscription)
            characteristics[handle]?.subscribers.append(new)
            clients[client].subscriptions.append(handle)
            if isFirst { effects.tell(local.session, .subscribed(central, characteristic: local.identifier)) }
        case (let place?, true):
            characteristics[handle]?.subscribers.remove(at: place)
            clients[client].subscriptions.removeAll { $0 == handle }
            guard !isSubscribed(central, to: handle) else { return }
            effects.tell(local.session, .unsubscribed(central, characteristic: local.identifier))
        case (nil, true): break
        }
    }

    /// Whether a central is subscribed on any of its links. It has two after it lost one that this end still takes for
    /// alive; for the app it is one central, and subscribes once.
    private func isSubscribed(_ central: Peripheral.Subscriber, to handle: ATT.Handle) -> Bool {
        characteristics[handle]?.subscribers.contains { subscriber in
            index(of: subscriber.link).map { clients[$0].central.identifier } == central.identifier
        } ?? false
    }

    /// Sends a value to subscribers. Returns false if the queue is not empty and has no room for all of them
    /// (6.19).
    mutating func update(
        _ update: Peripheral.Update, by session: SessionID, into effects: inout PhoneEffects
    ) -> Bool {
        guard let handle = handles[Name(session: session, identifier: update.characteristic)],
            let local = characteristics[handle], let index = index(of: session)
        else {
            effects.append(.misuse(session, .foreignObject(call: Peripheral.Update.call)))
            return false
        }
        let targets = local.subscribers.compactMap { subscriber in
            self.index(of: subscriber.link).map { (client: $0, subscription: subscriber.subscription) }
        }.filter { update.centrals?.contains(clients[$0.client].central.identifier) ?? true }
        let inFlight = managers[index].updatesInFlight
        guard inFlight == 0 || inFlight + targets.count <= updateQueueDepth else {
            managers[index].owesReadiness = true
            return false
        }
        managers[index].updatesInFlight += targets.count
        let value = update.value
        let short = targets.first { value.count > clients[$0.client].central.maximumUpdateLength }
        if let short {  // 6.18
            let length = clients[short.client].central.maximumUpdateLength
            effects.append(.misuse(session, .truncatedUpdate(value.count, length)))
        }
        for (client, subscription) in targets {
            let token = effects.token(for: session)
            let kind: GATT.UpdateKind = subscription.contains(.notifications) ? .notification : .indication
            clients[client].countUpdate(of: session, by: 1)
            effects.append(.host(.gatt(.update(clients[client].link, token, handle, value, kind))))
        }
        return true
    }

    /// The host has sent an update, or never will.
    mutating func updateSent(_ link: Host.LinkID, _ token: Host.Token, into effects: inout PhoneEffects) {
        guard let client = index(of: link) else { return }
        let session = PhoneEffects.session(of: token)
        guard clients[client].countUpdate(of: session, by: -1) else { return }
        giveBack(1, to: session, into: &effects)
    }

    private mutating func giveBack(_ count: Int, to session: SessionID, into effects: inout PhoneEffects) {
        guard count > 0, let index = index(of: session) else { return }
        managers[index].updatesInFlight -= count
        guard managers[index].owesReadiness else { return }
        managers[index].owesReadiness = false
        effects.tell(session, .readyToUpdateSubscribers)
    }
}
