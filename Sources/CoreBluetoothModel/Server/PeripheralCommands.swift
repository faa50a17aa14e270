import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// A peripheral manager's commands and updates (behaviour section 6).
extension PhoneModel {
    /// Executes a command of a peripheral manager; events follow as outputs.
    @discardableResult
    public mutating func handle(
        _ command: Peripheral.Command, from session: SessionID, at now: Instant
    ) -> CommandResult {
        guard let index = peripheralIndex(session) else { return .ignored }
        if screensEvents { clock = now }
        if case .reportMisuse(let misuse) = command {
            effects.append(.misuse(session, misuse))
            return .accepted
        }
        if case .channel(let channel, let command) = command {
            // Channel streams outlive the radio; using them after power off is no misuse.
            return handle(command, on: channel, of: session) ? .accepted : .ignored
        }
        guard peripherals[index].core.state == .poweredOn else {  // 1.11
            effects.append(.misuse(session, .peripheralNotPoweredOn(session, call: command.call)))
            return .ignored
        }
        switch command {
        case .add(let service):
            server.additions.append((session, service))
            addNextService()
        case .remove(let service): return removeService(service, index)
        case .removeAllServices: removeAllServices(index)
        case .startAdvertising(let request): startAdvertising(index, request)
        case .stopAdvertising: stopAdvertising(index)
        case .respond(let request, let code, let value):
            return respond(request, code, value, session, at: now)
        case .setDesiredConnectionLatency(let latency, let central): request(latency, of: central)
        case .publishChannel(let isEncrypted): publishChannel(isEncrypted: isEncrypted, index)
        case .unpublishChannel(let psm): unpublishChannel(psm, index)
        case .reportMisuse, .channel: break
        }
        return .accepted
    }

    /// Sends a peripheral manager's update to subscribers. Returns false if it was not sent: if the queue had no room,
    /// an event says when there is room again (6.19); otherwise it was misuse.
    @discardableResult
    public mutating func update(
        _ update: Peripheral.Update, from session: SessionID, at now: Instant
    ) -> Bool {
        guard let index = peripheralIndex(session) else { return false }
        if screensEvents { clock = now }
        guard peripherals[index].core.state == .poweredOn else {  // 1.11
            effects.append(
                .misuse(session, .peripheralNotPoweredOn(session, call: Peripheral.Update.call)))
            return false
        }
        return self.update(update, index)
    }

    /// Only a request: the central may refuse, and no callback says so (6.27).
    private mutating func request(_ latency: Peripheral.Latency, of central: PeerIdentifier) {
        guard let slot = peers.slot(of: central), let link = peers[slot].link, !links[link].isEnding else {
            return
        }
        let interval =
            switch latency {
            case .low: profile.lowLatencyInterval
            case .medium: profile.mediumLatencyInterval
            case .high: profile.highLatencyInterval
            }
        let parameters = Host.ConnectionParameters(
            minimumInterval: interval, maximumInterval: interval + .milliseconds(15), latency: 0,
            supervisionTimeout: .seconds(6))
        effects.append(.host(.link(.updateParameters(links[link].id, parameters))))
    }

    // MARK: Services

    /// Adds the next service in the queue.
    private mutating func addNextService() {
        while server.addition == nil, let (session, service) = server.additions.popFirst() {
            guard let index = peripheralIndex(session) else { continue }
            switch definition(of: service, index) {
            case .success(let definition):
                let token = effects.token(for: session)
                server.addition = Addition(token: token, session: session, service: service)
                effects.append(.host(.gatt(.addService(token, definition))))
            case .failure(let error): tell(session, .serviceAdded(service.identifier, error))
            }
        }
    }

    /// A service as the host knows it, or an error for what Apple refuses.
    private mutating func definition(
        of service: Peripheral.Service, _ index: Int
    ) -> Result<GATT.ServiceDefinition, PortError> {
        let isReserved = service.uuid.width == .bits16 && profile.reservedServices.contains(service.uuid)
        if isReserved { return .failure(.uuidNotAllowed) }  // section 8, CB 8
        let published = peripherals[index].services
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
                effects.append(.misuse(peripherals[index].core.id, .staticValueWritable))
                return .failure(.invalidParameters)
            }
            characteristics.append(GATT.CharacteristicDefinition(characteristic))
        }
        return .success(
            GATT.ServiceDefinition(
                uuid: service.uuid, isPrimary: service.isPrimary, includedServices: included,
                characteristics: characteristics))
    }

    mutating func serviceAdded(
        _ token: Host.Token, _ result: Result<GATT.ServiceHandles, GATT.DatabaseError>
    ) {
        guard let addition = server.addition, addition.token == token else { return }
        server.addition = nil
        let (session, service) = (addition.session, addition.service)
        switch result {
        case .success(let handles) where addition.isTakenBack:
            effects.append(.host(.gatt(.removeService(handles.range.first))))
        case .failure where addition.isTakenBack: break
        case .success(let handles): publish(service, handles, session)
        case .failure(let error):
            let code: PortError =
                switch error {
                case .handlesExhausted: .outOfSpace
                case .unknownIncludedService, .unknownService, .valueTooLong: .invalidParameters
                }
            if peripheralIndex(session) != nil { tell(session, .serviceAdded(service.identifier, code)) }
        }
        addNextService()
    }

    private mutating func publish(
        _ service: Peripheral.Service, _ handles: GATT.ServiceHandles, _ session: SessionID
    ) {
        guard let index = peripheralIndex(session) else {  // The manager has ended meanwhile.
            effects.append(.host(.gatt(.removeService(handles.range.first))))
            return
        }
        for (characteristic, placed) in zip(service.characteristics, handles.characteristics) {
            server.characteristics[placed.value] = LocalCharacteristic(
                session: session, identifier: characteristic.identifier,
                isStatic: characteristic.value != nil)
            let name = ServerState.Name(session: session, identifier: characteristic.identifier)
            server.handles[name] = placed.value
        }
        peripherals[index].services.append(
            PublishedService(
                definition: service, handle: handles.range.first,
                characteristics: handles.characteristics.map(\.value)))
        tell(session, .serviceAdded(service.identifier, nil))
    }

    private mutating func removeService(
        _ identifier: AttributeIdentifier, _ index: Int
    ) -> CommandResult {
        let session = peripherals[index].core.id
        guard let place = peripherals[index].services.firstIndex(where: { $0.identifier == identifier })
        else {
            // It may still wait to be added, or the host may be adding it.
            _ = server.additions.extract { $0.session == session && $0.service.identifier == identifier }
            if server.addition?.session == session, server.addition?.service.identifier == identifier {
                server.addition?.isTakenBack = true
            }
            return .accepted
        }
        if isIncluded(identifier, index) {  // 6.1: a database can't include what it does not have.
            effects.append(.misuse(session, .serviceStillIncluded))
            return .ignored
        }
        unpublish(peripherals[index].services.remove(at: place))
        return .accepted
    }

    /// Whether another service of the manager includes this one.
    private func isIncluded(_ identifier: AttributeIdentifier, _ index: Int) -> Bool {
        if let addition = server.addition, addition.session == peripherals[index].core.id,
            addition.service.includedServices.contains(identifier)
        {
            return true
        }
        return peripherals[index].services.contains { $0.includes.contains(identifier) }
    }

    /// Removes all services in reverse order of adding, so that included services come last (6.1).
    mutating func removeAllServices(_ index: Int) {
        let session = peripherals[index].core.id
        _ = server.additions.extract { $0.session == session }
        if server.addition?.session == session { server.addition?.isTakenBack = true }
        let services = peripherals[index].services
        peripherals[index].services = []
        for service in services.reversed() { unpublish(service) }
    }

    private mutating func unpublish(_ service: PublishedService) {
        effects.append(.host(.gatt(.removeService(service.handle))))
        for handle in service.characteristics {
            guard let local = server.characteristics.removeValue(forKey: handle) else { continue }
            server.handles[ServerState.Name(session: local.session, identifier: local.identifier)] = nil
            for subscriber in local.subscribers {
                links[subscriber.link].subscriptions.removeAll { $0 == handle }
            }
        }
    }
}
