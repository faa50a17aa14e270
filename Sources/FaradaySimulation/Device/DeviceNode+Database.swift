import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// How a device's services come into its host's database.
extension DeviceNode {
    func publishServices(at now: Instant) {
        database.isPublished = true
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
        let included = definition.services.earlierIncludes(of: index, handles)
        let new = definition.services[index].attributes(includes: included)
        ask(.gatt(.addService(Host.Token(UInt64(index)), new)), at: now)
        guard let addition = database.takeAddition() else {
            preconditionFailure("the host did not answer addService at once")
        }
        return addition
    }

    /// Adds to a service those included services that come after it in the definition.
    func nameIncludes(of index: Int, _ handles: [ATT.Handle], at now: Instant) {
        guard let later = definition.services.laterIncludes(of: index, handles) else { return }
        ask(.gatt(.includeServices(later, in: handles[index])), at: now)
    }

    /// The characteristics in the database, in handle order.
    var characteristics: [DeviceDatabase.Characteristic] { _read { yield database.characteristics } }

    func uuid(at index: Int) -> BluetoothUUID { item(at: index).uuid }

    func item(at index: Int) -> DeviceCharacteristic { database.item(at: index, in: definition.services) }

    func link(_ id: Host.LinkID) -> DeviceLink? { links.first { $0.id == id } }
}
