import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// The life of one operation: start, then finish or fail.
extension PhoneModel {
    mutating func start(_ operation: Operation, _ slot: Int) {
        switch operation.kind {
        case .background: preconditionFailure("background steps are never queued")
        case .unsubscribe(let handle): startUnsubscribing(operation, handle, slot)
        case .discoverServices(let filter): startServices(operation, filter, slot)
        case .discoverIncludedServices(let filter, let service):
            startIncludedServices(operation, filter, service, slot)
        case .discoverCharacteristics(let filter, let service):
            startCharacteristics(operation, filter, service, slot)
        case .discoverDescriptors(let handle): startDescriptors(operation, handle, slot)
        case .read(let handle), .readDescriptor(let handle): run(.read(handle), for: operation, slot)
        case .write(let handle, let value), .writeDescriptor(let handle, let value):
            if value.count > ATT.maximumValueLength {  // 5.13
                fail(operation, .att(code: ATT.ErrorCode.invalidAttributeValueLength.rawValue), slot)
            } else {
                run(.write(handle, value), for: operation, slot)
            }
        case .command(let handle, let value):
            let token = effects.token(for: operation.session)
            let room = Int(links[slot].mtu) - 3
            let isTooLong = value.count > room
            let cut = isTooLong ? Array(value.prefix(room)) : value  // 5.15
            effects.append(.host(.gatt(.writeWithoutResponse(links[slot].id, token, handle, cut))))
            if isTooLong || profile.answersWritesWithoutResponse {
                commandGiven(operation, handle, excess: value.count - room, slot)
            }
        case .setNotify(let handle, let isOn): startNotify(operation, handle, isOn, slot)
        }
    }

    /// What the app gets for a write without response: a log line that its end is lost, and on iOS 10 a
    /// callback that it is written (5.8, 5.15).
    private mutating func commandGiven(
        _ operation: Operation, _ handle: ATT.Handle, excess: Int, _ slot: Int
    ) {
        guard let session = operation.session else { return }
        let room = Int(links[slot].mtu) - 3
        if excess > 0 { effects.append(.misuse(session, .truncatedWrite(room + excess, room))) }
        if profile.answersWritesWithoutResponse {
            let identifier = peers[links[slot].peer].identifier
            tell(session, .characteristicWritten(identifier, links[slot].name(handle), nil))
        }
    }

    mutating func finish(_ operation: Operation, _ outcome: GATT.Outcome, _ slot: Int) {
        let identifier = peers[links[slot].peer].identifier
        // The most frequent case comes first, before kind and outcome are copied for comparison.
        if case .read(let handle) = operation.kind, case .value(let value) = outcome {
            links[slot].database.characteristics.update(handle) { $0.lastValue = value }
            guard let session = operation.session else { return }
            return tell(session, .characteristicValue(identifier, links[slot].name(handle), .success(value)))
        }
        switch (operation.kind, outcome) {
        case (.background(let step), _): finishBackground(step, outcome, slot)
        case (.unsubscribe, _): break
        case (.setNotify(let handle, true), .written) where operation.session == nil:
            // The manager that subscribed has released the peer before the peer answered.
            links[slot].queue.append(Operation(session: nil, kind: .unsubscribe(handle)))
        case (.setNotify(let handle, let isOn), .descriptors(let found)):
            store(found, of: handle, slot)
            startNotify(operation, handle, isOn, slot)
        case (.setNotify(let handle, let isOn), .written): notifyWritten(operation, handle, isOn, slot)
        case (_, .failed(let failure)): fail(operation, PortError(failure), slot)
        case (.discoverServices(let filter), .services(let found)):
            finishServices(operation, filter, found, slot)
            systemMayUse(slot)
        case (.discoverIncludedServices(let filter, let service), .includedServices(let found)):
            links[slot].database.add(included: found, in: service)
            tellIncludedServices(operation, filter, service, slot)
        case (.discoverCharacteristics(let filter, let service), .characteristics(let found)):
            links[slot].database.add(found, in: service)
            tellCharacteristics(operation, filter, service, slot)
        case (.discoverDescriptors(let handle), .descriptors(let found)):
            store(found, of: handle, slot)
            tellDescriptors(operation, handle, slot)
        case (.readDescriptor(let handle), .value(let value)):
            guard let session = operation.session else { return }
            tell(session, .descriptorValue(identifier, links[slot].name(handle), .success(value)))
        case (.write(let handle, _), .written):
            guard let session = operation.session else { return }
            tell(session, .characteristicWritten(identifier, links[slot].name(handle), nil))
        case (.writeDescriptor(let handle, _), .written):
            guard let session = operation.session else { return }
            tell(session, .descriptorWritten(identifier, links[slot].name(handle), nil))
        default: fail(operation, .unknown, slot)
        }
    }

    /// Reports a failed operation to the manager that asked.
    mutating func fail(_ operation: Operation, _ error: PortError, _ slot: Int) {
        guard let session = operation.session else { return }
        let peer = peers[links[slot].peer]
        let identifier = peer.identifier
        let view = peer.attachment(of: session).map { peer.attachments[$0].view } ?? AttributeView()
        switch operation.kind {
        case .background, .unsubscribe, .command: break
        case .discoverServices:
            tell(session, .servicesDiscovered(identifier, services(view.services ?? [], slot), error))
        case .discoverIncludedServices(_, let service):
            let known = services(view.includedServices[service] ?? [], slot)
            let name = links[slot].name(service)
            tell(session, .includedServicesDiscovered(identifier, service: name, known, error))
        case .discoverCharacteristics(_, let service):
            let known = characteristics(view.characteristics[service] ?? [], slot)
            let name = links[slot].name(service)
            tell(session, .characteristicsDiscovered(identifier, service: name, known, error))
        case .discoverDescriptors(let handle):
            let name = links[slot].name(handle)
            tell(session, .descriptorsDiscovered(identifier, characteristic: name, [], error))
        case .read(let handle):
            tell(session, .characteristicValue(identifier, links[slot].name(handle), .failure(error)))
        case .write(let handle, _):
            tell(session, .characteristicWritten(identifier, links[slot].name(handle), error))
        case .setNotify(let handle, let isOn):
            if isOn { removeSubscriber(session, from: handle, slot) }
            let isNotifying = isSubscribed(session, to: handle, slot)
            let name = links[slot].name(handle)
            tell(session, .notifyStateChanged(identifier, name, isNotifying: isNotifying, error))
        case .readDescriptor(let handle):
            tell(session, .descriptorValue(identifier, links[slot].name(handle), .failure(error)))
        case .writeDescriptor(let handle, _):
            tell(session, .descriptorWritten(identifier, links[slot].name(handle), error))
        }
    }
}
