import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// The descriptors of a device that have handlers.
extension DeviceNode {
    /// The descriptor with a handle, its place, and its handlers.
    private func descriptor(
        _ handle: ATT.Handle
    ) -> (place: Int, characteristic: BluetoothUUID, item: DeviceDescriptor)? {
        guard let (place, index) = database.descriptor(handle) else { return nil }
        let characteristic = item(at: index)
        let number = database.descriptors[place].number
        return (place, characteristic.uuid, characteristic.askingDescriptors[number])
    }

    func answerDescriptor(_ request: GATT.ReadRequest, at now: Instant) {
        guard let (place, uuid, item) = descriptor(request.handle), let link = link(request.link) else {
            host.handle(.gatt(.respond(request.id, .failure(.error(.unlikelyError)))), at: now)
            return
        }
        guard let handler = item.read else {
            let answer = DeviceDatabase.part(of: database.descriptors[place].value, request.offset)
            host.handle(.gatt(.respond(request.id, answer)), at: now)
            return
        }
        let read = DeviceDescriptorRead(
            device: device, characteristic: uuid, descriptor: item.uuid, offset: request.offset, link: link)
        run(handler, read, on: link) { node, result, now in
            node.ask(
                .gatt(.respond(request.id, result.flatMap { DeviceDatabase.part(of: $0, request.offset) })),
                at: now)
        }
    }

    /// Handles one part of a write that is not a characteristic's value.
    func answerDescriptorPart(of request: GATT.WriteRequest, _ number: Int, at now: Instant) {
        let part = request.parts[number]
        guard let (_, uuid, item) = descriptor(part.handle), let link = link(request.link) else {
            return refuse(request, number, .error(.unlikelyError), at: now)
        }
        guard let handler = item.write else {
            database.storeDescriptor(part)
            answerParts(of: request, from: number + 1, at: now)
            return
        }
        let write = DeviceDescriptorWrite(
            device: device, characteristic: uuid, descriptor: item.uuid, value: part.value,
            offset: part.offset, link: link)
        run(handler, write, on: link) { node, result, now in
            switch result {
            case .success:
                node.database.storeDescriptor(part)
                node.answerParts(of: request, from: number + 1, at: now)
            case .failure(let failure): node.refuse(request, number, failure, at: now)
            }
        }
    }
}
