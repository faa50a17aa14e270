import BluetoothPort
import BluetoothTypes

// How a request gets from its call to its command: link, service, characteristic, descriptor.
extension PeerMachine {
    /// What a request needs next.
    private enum Step {
        case done(Reply)
        case discover(Scope, [BluetoothUUID]?)
        case send(PortCentral.Command, AwaitedAnswers.Key)
        case stream(AttributeIdentifier)
        case ask(PortCentral.WriteType)
        case fail(ClientError)
        /// An earlier request has to be answered first.
        case wait
    }

    /// Moves one request as far as it can go now.
    mutating func advance(at index: Int) {
        // A restored link is there before the radio's state is.
        guard link == .connected, radio == .poweredOn, !requests[index].isIssued, !requests[index].isOutdated
        else { return }
        switch step(at: index) {
        case .done(let reply): finish(at: index, .success(reply))
        case .fail(let error): finish(at: index, .failure(error))
        case .wait: break
        case .discover(let scope, let uuids): discover(scope, uuids, at: index)
        case .send(let command, let key):
            requests[index].stage = .issued
            answers.expect(key, for: requests[index].id)
            if case .notify = key { subscriptionIsIssued(requests[index]) }
            outputs.append(.command(command))
        case .stream:
            requests[index].stage = .issued
            outputs.append(.pump)
        case .ask(let type):
            let request = requests.remove(at: index)
            outputs.append(.maximumWriteLength(type, request))
        }
    }

    private mutating func step(at index: Int) -> Step {
        switch requests[index].kind {
        case .connect: return .done(.done)
        case .disconnect: preconditionFailure("disconnect() waits for no link")
        case .read(let path):
            return withCharacteristic(path) { peer, id in
                .send(.readCharacteristic(peer, id), .read(id))
            }
        case .write(let path, let bytes):
            return withCharacteristic(path) { peer, id in
                .send(.writeCharacteristic(peer, id, bytes, .withResponse), .write(id))
            }
        case .subscribe(let path):
            return withCharacteristic(path) { peer, id in .send(.setNotify(peer, id, true), .notify(id)) }
        case .send(let path, _): return streamStep(requests[index], path)
        case .readDescriptor(let path):
            return withDescriptor(path) { peer, id in .send(.readDescriptor(peer, id), .readDescriptor(id)) }
        case .writeDescriptor(let path, let bytes):
            return withDescriptor(path) { peer, id in
                .send(.writeDescriptor(peer, id, bytes), .writeDescriptor(id))
            }
        case .readRSSI: return .send(.readRSSI(peer), .rssi)
        // Nothing says which of several openings has failed (behaviour 6.31).
        case .openChannel where answers.awaits(.channel): return .wait
        case .openChannel(let psm): return .send(.openChannel(peer, psm: psm), .channel)
        case .maximumWriteLength(let type): return .ask(type)
        case .services(let uuids):
            return listStep(.services, uuids) { .services($0.list(.services, in: nil, uuids)) }
        case .includedServices(let path, let uuids):
            return withService(path) { machine, service in
                let scope = Scope.includedServices(service)
                return machine.listStep(scope, uuids) { .services($0.list(scope, in: path, uuids)) }
            }
        case .characteristics(let path, let uuids):
            return withService(path) { machine, service in
                machine.listStep(.characteristics(service), uuids) {
                    .characteristics($0.list(service, path, uuids))
                }
            }
        case .descriptors(let path):
            switch database.characteristic(path) {
            case .unknown(let scope, let uuids): return .discover(scope, uuids)
            case .found(let characteristic):
                let id = characteristic.identifier
                return listStep(.descriptors(id), nil) { .descriptors($0.list(id, path)) }
            }
        }
    }

    private mutating func withCharacteristic(
        _ path: CharacteristicPath, _ body: (PeerIdentifier, AttributeIdentifier) -> Step
    ) -> Step {
        switch database.identifier(of: path) {
        case .found(let id): body(peer, id)
        case .unknown(let scope, let uuids): .discover(scope, uuids)
        }
    }

    private func withDescriptor(
        _ path: DescriptorPath, _ body: (PeerIdentifier, AttributeIdentifier) -> Step
    ) -> Step {
        switch database.descriptor(path) {
        case .found(let id): body(peer, id)
        case .unknown(let scope, let uuids): .discover(scope, uuids)
        }
    }

    private func withService(
        _ path: ServicePath, _ body: (PeerMachine, AttributeIdentifier) -> Step
    ) -> Step {
        switch database.service(path) {
        case .found(let service): body(self, service.identifier)
        case .unknown(let scope, let uuids): .discover(scope, uuids)
        }
    }

    /// A list of types is there when all of them are known; a list without types when everything is.
    private func listStep(
        _ scope: Scope, _ uuids: [BluetoothUUID]?, _ reply: (PeerDatabase) -> Reply
    ) -> Step {
        let known = database.types(in: scope)
        let isKnown = uuids?.allSatisfy(known.contains) ?? database.isComplete(scope)
        return isKnown ? .done(reply(database)) : .discover(scope, uuids)
    }

    private func streamStep(_ request: Request, _ path: CharacteristicPath) -> Step {
        switch database.characteristic(path) {
        case .unknown(let scope, let uuids): return .discover(scope, uuids)
        case .found(let characteristic):
            let properties = CharacteristicProperties(rawValue: characteristic.properties)
            guard properties.contains(.writeWithoutResponse) else {
                return .fail(error(.notSupported, request))
            }
            return .stream(characteristic.identifier)
        }
    }
}
