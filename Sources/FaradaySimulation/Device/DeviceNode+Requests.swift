import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Clients' requests. `DeviceDatabase` says what becomes of them.
extension DeviceNode {
    // MARK: Reads

    func answer(_ request: GATT.ReadRequest, at now: Instant) {
        guard let link = link(request.link) else {
            return respond(request, .failure(.error(.unlikelyError)), at: now)
        }
        answer(request, on: link, hasPassed: false, at: now)
    }

    private func answer(
        _ request: GATT.ReadRequest, on link: DeviceLink, hasPassed: Bool, at now: Instant
    ) {
        switch database.read(
            request.handle, at: request.offset, hasPassed: hasPassed, in: definition.services)
        {
        case .answer(let answer): respond(request, answer, at: now)
        case .wait(let gate):
            pass(gate, on: link) { node, error, now in
                if let error { return node.respond(request, .failure(.error(error)), at: now) }
                node.answer(request, on: link, hasPassed: true, at: now)
            }
        case .ask(let handler, let uuid):
            let device = device
            let read = DeviceRead(device: device, characteristic: uuid, offset: request.offset, link: link)
            run(handler, read, of: device, on: link) { node, result, now in
                node.answer(request, result, at: now)
            }
        case .askDescriptor(let handler, let name):
            let device = device
            let read = DeviceDescriptorRead(
                device: device, characteristic: name.characteristic, descriptor: name.uuid,
                offset: request.offset, link: link)
            run(handler, read, of: device, on: link) { node, result, now in
                node.answer(request, result, at: now)
            }
        }
    }

    /// A handler has given the whole value.
    private func answer(
        _ request: GATT.ReadRequest, _ result: Result<[UInt8], ATT.Failure>, at now: Instant
    ) {
        respond(request, result.flatMap { DeviceDatabase.part(of: $0, request.offset) }, at: now)
        drainHost(at: now)
    }

    private func respond(
        _ request: GATT.ReadRequest, _ answer: Result<[UInt8], ATT.Failure>, at now: Instant
    ) {
        host.handle(.gatt(.respond(request.id, answer)), at: now)
    }

    // MARK: Writes

    func answer(_ request: GATT.WriteRequest, at now: Instant) {
        var request = request
        request.parts = request.joinedParts
        answerParts(of: request, from: 0, at: now)
    }

    /// Handlers get the parts one after the other; the first refusal is the answer for all.
    private func answerParts(of request: GATT.WriteRequest, from first: Int, at now: Instant) {
        guard first < request.parts.count else {
            if let id = request.id { ask(.gatt(.respond(id, .success([]))), at: now) }
            return
        }
        guard let link = link(request.link) else {
            return refuse(request, first, .error(.unlikelyError), at: now)
        }
        answerPart(of: request, first, on: link, hasPassed: false, at: now)
    }

    private func answerPart(
        of request: GATT.WriteRequest, _ number: Int, on link: DeviceLink, hasPassed: Bool, at now: Instant
    ) {
        let part = request.parts[number]
        switch database.write(part.handle, hasPassed: hasPassed, in: definition.services) {
        case .refuse(let code): refuse(request, number, .error(code), at: now)
        case .wait(let gate):
            pass(gate, on: link) { node, error, now in
                if let error { return node.refuse(request, number, .error(error), at: now) }
                node.answerPart(of: request, number, on: link, hasPassed: true, at: now)
            }
        case .ask(let handler, let uuid):
            let device = device
            let write = DeviceWrite(
                device: device, characteristic: uuid, value: part.value, offset: part.offset,
                expectsResponse: request.id != nil, link: link)
            run(handler, write, of: device, on: link) { node, result, now in
                node.finishPart(of: request, number, .characteristic, result, on: link, at: now)
            }
        case .askDescriptor(let handler, let name):
            let device = device
            let write = DeviceDescriptorWrite(
                device: device, characteristic: name.characteristic, descriptor: name.uuid,
                value: part.value, offset: part.offset, link: link)
            run(handler, write, of: device, on: link) { node, result, now in
                node.finishPart(of: request, number, .descriptor, result, on: link, at: now)
            }
        case .store(let kind):
            store(part, in: kind, by: link, at: now)
            answerParts(of: request, from: number + 1, at: now)
        }
    }

    /// A handler has decided about a part.
    private func finishPart(
        of request: GATT.WriteRequest, _ number: Int, _ kind: DeviceDatabase.Kind,
        _ result: Result<Void, ATT.Failure>, on link: DeviceLink, at now: Instant
    ) {
        switch result {
        case .success:
            store(request.parts[number], in: kind, by: link, at: now)
            drainHost(at: now)
            answerParts(of: request, from: number + 1, at: now)
        case .failure(let failure): refuse(request, number, failure, at: now)
        }
    }

    private func store(
        _ part: GATT.WriteRequest.Part, in kind: DeviceDatabase.Kind, by link: DeviceLink, at now: Instant
    ) {
        guard let index = database.store(part, in: kind) else { return }
        rangingWritten(part.value, at: index, by: link.id, at: now)
    }

    /// Answers a write, of which a part is refused.
    private func refuse(
        _ request: GATT.WriteRequest, _ number: Int, _ failure: ATT.Failure, at now: Instant
    ) {
        guard let id = request.id else { return }
        ask(.gatt(.respond(id, .failure(failure), refused: request.parts[number].handle)), at: now)
    }

    // MARK: Handlers and gates

    /// Runs a handler outside the lock and then continues with its result.
    private func run<Input: Sendable, Output: Sendable>(
        _ handler: DeviceHandler<Input, Output>, _ input: Input, of device: Device, on link: DeviceLink,
        then finish: @escaping HandlerCall<Input, Output>.Finish
    ) {
        let call = HandlerCall(handler, input, of: device, installation, on: link, finish)
        later { call.begin() }
    }

    /// Goes on with a request when it has passed `gate`, unless the link has ended or other firmware was installed
    /// meanwhile.
    private func pass(
        _ gate: AnswerGate, on link: DeviceLink,
        then goOn: @escaping @Sendable (DeviceNode, ATT.ErrorCode?, Instant) -> Void
    ) {
        let (id, installation) = (id, installation)
        // A closed gate keeps its requests. They must not keep the world, which owns the gate through the definition.
        later { [weak world] in
            guard let world else { return }
            gate.pass(in: world) { [weak world] error in
                world?.perform(on: id) { node, now in
                    guard let node = node as? DeviceNode, node.installation == installation,
                        node.link(link.id) != nil
                    else { return }
                    goOn(node, error, now)
                    node.drainHost(at: now)
                }
            }
        }
    }
}
