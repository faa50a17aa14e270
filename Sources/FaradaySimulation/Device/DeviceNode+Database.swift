import BluetoothHost
import BluetoothPort
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
        let new = Self.definition(of: service, includes: included)
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

    private static func definition(
        of service: DeviceService, includes: [ATT.Handle]
    ) -> GATT.ServiceDefinition {
        GATT.ServiceDefinition(
            uuid: service.uuid, isPrimary: service.isPrimary, includedServices: includes,
            characteristics: service.characteristics.map { item in
                GATT.CharacteristicDefinition(
                    uuid: item.uuid, properties: item.properties, permissions: item.permissions,
                    value: item.isDynamic ? .dynamic : .stored(item.value),
                    descriptors: item.descriptors + item.askingDescriptors.map(\.definition),
                    hasConfiguration: item.hasConfiguration)
            })
    }

    func published(_ handles: GATT.ServiceHandles, service: Int) {
        lastAddition = .success(handles.range)
        for (index, handle) in handles.characteristics.enumerated() {
            let item = definition.services[service].characteristics[index]
            characteristics.append(
                Characteristic(
                    handle: handle.value, service: service, index: index,
                    value: item.isDynamic ? item.value : [], isDynamic: item.isDynamic))
            let asking = item.askingDescriptors
            if !asking.isEmpty { add(asking, handle.descriptors.suffix(asking.count), of: handle.value) }
        }
    }

    func characteristicIndex(_ handle: ATT.Handle) -> Int? {
        characteristics.firstIndex { $0.handle == handle }
    }

    func uuid(at index: Int) -> BluetoothUUID { item(at: index).uuid }

    func item(at index: Int) -> DeviceCharacteristic {
        let place = characteristics[index]
        return definition.services[Int(place.service)].characteristics[Int(place.index)]
    }

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
                .gatt(.respond(request.id, Self.part(of: characteristics[index].value, request.offset))),
                at: now)
            return
        }
        let read = DeviceRead(
            device: device, characteristic: uuid(at: index), offset: request.offset, link: link)
        run(handler, read, on: link) { node, result, now in
            let answer = result.flatMap { Self.part(of: $0, request.offset) }
            node.ask(.gatt(.respond(request.id, answer)), at: now)
        }
    }

    static func part(of value: [UInt8], _ offset: Int) -> Result<[UInt8], ATT.Failure> {
        guard offset <= value.count else { return .failure(.error(.invalidOffset)) }
        return .success(offset == 0 ? value : Array(value[offset...]))
    }

    func answer(_ request: GATT.WriteRequest, at now: Instant) {
        var request = request
        request.parts = Self.joined(request.parts)
        answerParts(of: request, from: 0, at: now)
    }

    /// Joins parts of a long write that follow each other in one value: the handler gets them as one write.
    private static func joined(_ parts: [GATT.WriteRequest.Part]) -> [GATT.WriteRequest.Part] {
        guard parts.count > 1 else { return parts }
        var joined: [GATT.WriteRequest.Part] = []
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
            store(part, at: index)
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
                if let index = node.characteristicIndex(part.handle) { node.store(part, at: index) }
                node.answerParts(of: request, from: number + 1, at: now)
            case .failure(let failure):
                if let id = request.id { node.ask(.gatt(.respond(id, .failure(failure))), at: now) }
            }
        }
    }

    private func store(_ part: GATT.WriteRequest.Part, at index: Int) {
        guard characteristics[index].isDynamic else { return }
        let kept = characteristics[index].value.prefix(part.offset)
        characteristics[index].value = Array(kept) + part.value
    }

    func link(_ id: Host.LinkID) -> DeviceLink? { links.first { $0.id == id } }

    /// Runs a handler outside the lock and then continues with its result.
    func run<Input: Sendable, Output: Sendable>(
        _ handler: DeviceHandler<Input, Output>, _ input: Input, on link: DeviceLink,
        then finish: @escaping @Sendable (DeviceNode, Result<Output, ATT.Failure>, Instant) -> Void
    ) {
        let (world, id, installation) = (world, id, installation)
        let complete: @Sendable (Result<Output, ATT.Failure>) -> Void = { result in
            world.perform(on: id) { node, now in
                guard let node = node as? DeviceNode, node.installation == installation else { return }
                finish(node, result, now)
            }
        }
        switch handler {
        case .deferred(let body):
            let isAnswered = Lock(false)
            later {
                body(input) { result in
                    let isFirst = isAnswered.withLock { isAnswered in
                        defer { isAnswered = true }
                        return !isAnswered
                    }
                    guard isFirst else { return }
                    world.perform(on: id) { node, now in
                        guard let node = node as? DeviceNode, node.installation == installation,
                            node.link(link.id) != nil
                        else { return }
                        finish(node, result, now)
                    }
                }
            }
        case .immediate(let body):
            later { complete(Result { try body(input) }.mapError(Self.failure)) }
        case .suspending(let body):
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
                preconditionFailure("this system has no suspending handlers")
            }
            later {
                world.spawn {
                    do {
                        complete(.success(try await body(input)))
                    } catch {
                        complete(.failure(Self.failure(error)))
                    }
                }
            }
        }
    }

    static func failure(_ error: any Error) -> ATT.Failure {
        switch error {
        case let failure as ATT.Failure: failure
        case let code as ATT.ErrorCode: .error(code)
        default: .error(.unlikelyError)
        }
    }
}

extension [DeviceService] {
    /// What the service at `index` includes, with its place; `nil` if it is not in the list.
    func includes(of index: Int) -> [(uuid: BluetoothUUID, place: Int?)] {
        let service = self[index]
        if service.includedServices.isEmpty, service.includedPlaces.isEmpty { return [] }
        let named = service.includedServices.map { uuid in
            (
                uuid,
                self[..<index].lastIndex { $0.uuid == uuid } ?? self[index...].firstIndex { $0.uuid == uuid }
            )
        }
        return named
            + service.includedPlaces.map {
                ($0 < count ? self[$0].uuid : service.uuid, $0 < count ? $0 : nil)
            }
    }
}
