import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A device's GATT database: stored values, and requests to the definition's handlers.
extension DeviceNode {
    func publishServices(at now: Instant) {
        isPublished = true
        var handles: [ATT.Handle] = []
        for (index, service) in definition.services.enumerated() {
            guard case .success(let range) = publish(index, behind: handles, at: now) else {
                leaveOut(from: index, service.uuid)
                break
            }
            handles.append(range.first)
        }
        for index in handles.indices { nameIncludes(of: index, handles, at: now) }
    }

    /// There is no room for this service and those after it: the test gets a mistake.
    private func leaveOut(from index: Int, _ uuid: BluetoothUUID) {
        let left = definition.services.count - index
        definition.services.removeLast(left)
        let message = "device \(name) has no handles left for service \(uuid): \(left) services are left out"
        later { [world] in world.report(message, at: nil) }
    }

    /// Puts a service of the definition into the database; `handles` are those of the services before it.
    func publish(
        _ index: Int, behind handles: [ATT.Handle], at now: Instant
    ) -> Result<ATT.HandleRange, GATT.DatabaseError> {
        let service = definition.services[index]
        let included = definition.services.includes(of: index).compactMap { include -> ATT.Handle? in
            include.place.map { $0 < index ? handles[$0] : 0 }
        }
        lastAddition = nil
        let new = service.attributes(includes: included)
        ask(.gatt(.addService(Host.Token(UInt64(index)), new)), at: now)
        guard let lastAddition else { preconditionFailure("the host did not answer addService at once") }
        self.lastAddition = nil
        return lastAddition
    }

    /// Adds to a service those included services that come after it in the definition.
    func nameIncludes(of index: Int, _ handles: [ATT.Handle], at now: Instant) {
        let places = definition.services.includes(of: index).compactMap(\.place).filter { $0 >= index }
        guard !places.isEmpty else { return }
        let later = places.filter(handles.indices.contains).map { handles[$0] }
        ask(.gatt(.includeServices(later, in: handles[index])), at: now)
    }

    func published(_ handles: GATT.ServiceHandles, service: Int) {
        lastAddition = .success(handles.range)
        database.add(definition.services[service], at: service, handles)
    }

    /// The characteristics in the database, in handle order.
    var characteristics: [DeviceDatabase.Characteristic] { _read { yield database.characteristics } }

    func characteristicIndex(_ handle: ATT.Handle) -> Int? { database.index(of: handle) }

    func uuid(at index: Int) -> BluetoothUUID { item(at: index).uuid }

    func item(at index: Int) -> DeviceCharacteristic { database.item(at: index, in: definition.services) }

    // MARK: Requests

    func answer(_ request: GATT.ReadRequest, at now: Instant) {
        guard let index = characteristicIndex(request.handle), let link = link(request.link) else {
            return answerDescriptor(request, at: now)
        }
        guard let gate = item(at: index).readGate else {
            return answer(request, at: index, on: link, at: now)
        }
        pass(gate, on: link) { node, error, now in node.answerPassed(request, error, on: link, at: now) }
    }

    /// Answers a read of the characteristic at `index`.
    func answer(_ request: GATT.ReadRequest, at index: Int, on link: DeviceLink, at now: Instant) {
        guard let handler = item(at: index).read else {
            host.handle(
                .gatt(
                    .respond(
                        request.id, DeviceDatabase.part(of: characteristics[index].value, request.offset))),
                at: now)
            return
        }
        let read = DeviceRead(
            device: device, characteristic: uuid(at: index), offset: request.offset, link: link)
        run(handler, read, on: link) { node, result, now in
            let answer = result.flatMap { DeviceDatabase.part(of: $0, request.offset) }
            node.ask(.gatt(.respond(request.id, answer)), at: now)
        }
    }

    func answer(_ request: GATT.WriteRequest, at now: Instant) {
        var request = request
        request.parts = request.joinedParts
        answerParts(of: request, from: 0, at: now)
    }

    /// Handlers get the parts one after the other; the first refusal is the answer for all.
    func answerParts(of request: GATT.WriteRequest, from first: Int, at now: Instant) {
        guard first < request.parts.count else {
            if let id = request.id { ask(.gatt(.respond(id, .success([]))), at: now) }
            return
        }
        let part = request.parts[first]
        guard let index = characteristicIndex(part.handle), let link = link(request.link) else {
            return answerDescriptorPart(of: request, first, at: now)
        }
        guard let gate = item(at: index).writeGate else {
            return answerPart(of: request, first, at: index, on: link, at: now)
        }
        pass(gate, on: link) { node, error, now in
            node.answerPassedPart(of: request, first, error, on: link, at: now)
        }
    }

    /// Handles one part of a write, for the characteristic at `index`.
    func answerPart(
        of request: GATT.WriteRequest, _ number: Int, at index: Int, on link: DeviceLink, at now: Instant
    ) {
        let part = request.parts[number]
        guard let handler = item(at: index).write else {
            database.store(part, at: index)
            rangingWritten(part.value, at: index, by: link.id, at: now)
            answerParts(of: request, from: number + 1, at: now)
            return
        }
        let write = DeviceWrite(
            device: device, characteristic: uuid(at: index), value: part.value, offset: part.offset,
            expectsResponse: request.id != nil, link: link)
        run(handler, write, on: link) { node, result, now in
            switch result {
            case .success:
                // Other services may have moved meanwhile.
                if let index = node.characteristicIndex(part.handle) {
                    node.database.store(part, at: index)
                    node.rangingWritten(part.value, at: index, by: link.id, at: now)
                    node.drainHost(at: now)
                }
                node.answerParts(of: request, from: number + 1, at: now)
            case .failure(let failure): node.refuse(request, number, failure, at: now)
            }
        }
    }

    /// Answers a write, of which a part is refused.
    func refuse(_ request: GATT.WriteRequest, _ number: Int, _ failure: ATT.Failure, at now: Instant) {
        guard let id = request.id else { return }
        ask(.gatt(.respond(id, .failure(failure), refused: request.parts[number].handle)), at: now)
    }

    func link(_ id: Host.LinkID) -> DeviceLink? { links.first { $0.id == id } }

    /// Runs a handler outside the lock and then continues with its result.
    func run<Input: Sendable, Output: Sendable>(
        _ handler: DeviceHandler<Input, Output>, _ input: Input, on link: DeviceLink,
        then finish: @escaping @Sendable (DeviceNode, Result<Output, ATT.Failure>, Instant) -> Void
    ) {
        let (world, id, installation) = (world, id, installation)
        later {
            let spawn = { (body: @escaping @Sendable () async -> Void) in
                guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
                    preconditionFailure("this system has no suspending handlers")
                }
                world.spawn(body)
            }
            handler.call(input, spawn: spawn) { result in
                world.perform(on: id) { node, now in
                    guard let node = node as? DeviceNode, node.installation == installation,
                        !handler.isDeferred || node.link(link.id) != nil
                    else { return }
                    finish(node, result, now)
                }
            }
        }
    }

    static func failure(_ error: any Error) -> ATT.Failure { ATT.Failure(thrown: error) }
}

extension GATT.WriteRequest {
    /// The parts, joined where parts of a long write follow each other in one value: the handler gets one write.
    fileprivate var joinedParts: [Part] {
        guard parts.count > 1 else { return parts }
        var joined: [Part] = []
        for part in parts {
            if let last = joined.last, last.handle == part.handle,
                last.offset + last.value.count == part.offset
            {
                joined[joined.count - 1].value += part.value
            } else {
                joined.append(part)
            }
        }
        return joined
    }
}
