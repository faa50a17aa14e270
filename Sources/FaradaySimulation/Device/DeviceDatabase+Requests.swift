import BluetoothHost
import BluetoothTypes
import BluetoothWire

// What becomes of clients' requests. The device carries it out: it calls handlers, and holds requests at gates.
extension DeviceDatabase {
    /// Where a value is.
    enum Kind: Hashable { case characteristic, descriptor }

    /// A descriptor, as its handlers get it.
    struct DescriptorName: Hashable {
        /// The type of its characteristic.
        let characteristic: BluetoothUUID
        let uuid: BluetoothUUID
    }

    /// How a read is answered.
    enum Read {
        case answer(Result<[UInt8], ATT.Failure>)
        /// The request has to pass this gate first.
        case wait(AnswerGate)
        /// The handler of the characteristic with this type has the value.
        case ask(DeviceHandler<DeviceRead, [UInt8]>, BluetoothUUID)
        case askDescriptor(DeviceHandler<DeviceDescriptorRead, [UInt8]>, DescriptorName)
    }

    /// What becomes of a part of a write.
    enum Write {
        case refuse(ATT.ErrorCode)
        /// The request has to pass this gate first.
        case wait(AnswerGate)
        /// The handler of the characteristic with this type decides.
        case ask(DeviceHandler<DeviceWrite, Void>, BluetoothUUID)
        case askDescriptor(DeviceHandler<DeviceDescriptorWrite, Void>, DescriptorName)
        /// Nobody has to be asked: the value can be stored.
        case store(Kind)
    }

    /// Answers a read at an offset. Only requests for characteristics pass gates; `hasPassed` says that this one did, and
    /// then the characteristic may have been removed meanwhile.
    func read(
        _ handle: ATT.Handle, at offset: Int, hasPassed: Bool = false, in services: [DeviceService]
    ) -> Read {
        guard let index = index(of: handle) else {
            guard !hasPassed, let (place, name, item) = definition(ofDescriptor: handle, in: services) else {
                return .answer(.failure(.error(.unlikelyError)))
            }
            guard let handler = item.read else {
                return .answer(Self.part(of: descriptors[place].value, offset))
            }
            return .askDescriptor(handler, name)
        }
        let item = item(at: index, in: services)
        if !hasPassed, let gate = item.readGate { return .wait(gate) }
        guard let handler = item.read else {
            return .answer(Self.part(of: characteristics[index].value, offset))
        }
        return .ask(handler, item.uuid)
    }

    /// Decides about a write of an attribute; `hasPassed` as in `read`.
    func write(_ handle: ATT.Handle, hasPassed: Bool = false, in services: [DeviceService]) -> Write {
        guard let index = index(of: handle) else {
            guard !hasPassed, let (_, name, item) = definition(ofDescriptor: handle, in: services) else {
                return .refuse(.unlikelyError)
            }
            return item.write.map { .askDescriptor($0, name) } ?? .store(.descriptor)
        }
        let item = item(at: index, in: services)
        if !hasPassed, let gate = item.writeGate { return .wait(gate) }
        return item.write.map { .ask($0, item.uuid) } ?? .store(.characteristic)
    }

    /// Stores a part of a write. Returns the place of the characteristic; `nil` for a descriptor, and for a
    /// characteristic that has been removed meanwhile.
    mutating func store(_ part: GATT.WriteRequest.Part, in kind: Kind) -> Int? {
        switch kind {
        case .characteristic:
            guard let index = index(of: part.handle) else { return nil }
            store(part, at: index)
            return index
        case .descriptor:
            storeDescriptor(part)
            return nil
        }
    }

    private func definition(
        ofDescriptor handle: ATT.Handle, in services: [DeviceService]
    ) -> (place: Int, name: DescriptorName, item: DeviceDescriptor)? {
        guard let (place, index) = descriptor(handle) else { return nil }
        let characteristic = item(at: index, in: services)
        let item = characteristic.askingDescriptors[descriptors[place].number]
        return (place, DescriptorName(characteristic: characteristic.uuid, uuid: item.uuid), item)
    }
}

extension GATT.WriteRequest {
    /// The parts, joined where parts of a long write follow each other in one value: the handler gets one write.
    var joinedParts: [Part] {
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
