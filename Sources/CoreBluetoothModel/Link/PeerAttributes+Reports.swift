import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// How a peer's attributes look to apps.
extension PeerAttributes {
    func services(_ handles: [ATT.Handle]) -> [Central.Service] {
        handles.compactMap { handle in
            database.service(handle).map {
                Central.Service(identifier: name(handle), uuid: $0.uuid, isPrimary: $0.isPrimary)
            }
        }
    }

    func characteristics(_ handles: [ATT.Handle]) -> [Central.Characteristic] {
        handles.compactMap { handle in
            database.characteristics[handle].map { entry in
                Central.Characteristic(
                    identifier: name(handle), uuid: entry.uuid, properties: UInt(entry.properties.rawValue),
                    cachedValue: entry.lastValue)  // 4.8
            }
        }
    }

    /// The descriptors of a value; `nil` if they have not been discovered.
    func descriptors(of handle: ATT.Handle) -> [Central.Descriptor]? {
        database.characteristics[handle]?.descriptors?.map {
            Central.Descriptor(identifier: name($0.handle), uuid: $0.uuid)
        }
    }

    /// Services with all that a manager has discovered below them (4.7, 7.6).
    func knownServices(_ handles: [ATT.Handle], of session: SessionID) -> [Central.KnownService] {
        let view = view(of: session) ?? AttributeView()
        return zip(handles, services(handles)).map { handle, service in
            Central.KnownService(
                service: service,
                includedServices: view.includedServices[handle].map { services($0) },
                characteristics: view.characteristics[handle].map { values in
                    zip(values, characteristics(values)).map { value, characteristic in
                        Central.KnownCharacteristic(
                            characteristic: characteristic, isNotifying: isSubscribed(session, to: value),
                            descriptors: descriptors(of: value))
                    }
                })
        }
    }

    /// All that a manager has discovered; `nil` if it has discovered no services yet (7.6).
    func discoveries(of session: SessionID) -> [Central.KnownService]? {
        view(of: session)?.services.map { knownServices($0, of: session) }
    }

    /// All attributes that the phone knows, with the names that apps know them by.
    var all: [(identifier: AttributeIdentifier, uuid: BluetoothUUID)] {
        var all = database.services.map { (name($0.range.first), $0.uuid) }
        for (handle, characteristic) in database.characteristics.entries {
            all.append((name(handle), characteristic.uuid))
            for descriptor in characteristic.descriptors ?? [] {
                all.append((name(descriptor.handle), descriptor.uuid))
            }
        }
        return all
    }

    /// The description of a characteristic; its handle stands for its address.
    func text(ofCharacteristic handle: ATT.Handle, _ session: SessionID) -> String {
        let entry = database.characteristics[handle]
        let properties = String(entry?.properties.rawValue ?? 0, radix: 16, uppercase: true)
        return "<CBCharacteristic: \(Misuse.hexadecimal(UInt32(handle))), "
            + "UUID = \(entry?.uuid.description ?? "(null)"), properties = 0x\(properties), "
            + "notifying = \(isSubscribed(session, to: handle) ? "YES" : "NO")>"
    }

    func tellDescriptors(of handle: ATT.Handle, _ session: SessionID?, into effects: inout PhoneEffects) {
        guard let session else { return }
        let found = descriptors(of: handle) ?? []
        effects.tell(session, .descriptorsDiscovered(peer, characteristic: name(handle), found, nil))
    }

    /// Reports a failed operation to the manager that asked.
    func tell(_ error: PortError, of operation: Operation, into effects: inout PhoneEffects) {
        guard let session = operation.session else { return }
        switch operation.kind {
        case .background, .unsubscribe, .command: break
        case .discoverServices:
            let known = services(view(of: session)?.services ?? [])
            effects.tell(session, .servicesDiscovered(peer, known, error))
        case .discoverIncludedServices(_, let service):
            let known = services(view(of: session)?.includedServices[service] ?? [])
            effects.tell(
                session, .includedServicesDiscovered(peer, service: name(service), known, error))
        case .discoverCharacteristics(_, let service):
            let known = characteristics(view(of: session)?.characteristics[service] ?? [])
            effects.tell(session, .characteristicsDiscovered(peer, service: name(service), known, error))
        case .discoverDescriptors(let handle):
            effects.tell(session, .descriptorsDiscovered(peer, characteristic: name(handle), [], error))
        case .read(let handle):
            effects.tell(session, .characteristicValue(peer, name(handle), .failure(error)))
        case .write(let handle, _):
            effects.tell(session, .characteristicWritten(peer, name(handle), error))
        case .setNotify(let handle, _):
            let isNotifying = isSubscribed(session, to: handle)
            effects.tell(
                session, .notifyStateChanged(peer, name(handle), isNotifying: isNotifying, error))
        case .readDescriptor(let handle):
            effects.tell(session, .descriptorValue(peer, name(handle), .failure(error)))
        case .writeDescriptor(let handle, _):
            effects.tell(session, .descriptorWritten(peer, name(handle), error))
        }
    }

    /// The rule that is broken, if one is; only a defect of Faraday breaks one, whatever the peer says.
    var brokenRule: String? {
        if let rule = database.brokenRule { return rule }
        guard Set(views.map(\.session)).count == views.count else { return "a manager has two views" }
        for view in views {
            let lists =
                [view.found.services ?? []] + view.found.includedServices.values
                + view.found.characteristics.values
            guard lists.allSatisfy({ zip($0, $0.dropFirst()).allSatisfy(<) }) else {
                return "a manager's discoveries are out of order"
            }
        }
        return nil
    }
}
