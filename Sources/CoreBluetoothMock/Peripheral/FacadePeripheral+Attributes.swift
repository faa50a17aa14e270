import FaradayCoreBluetooth

// Attributes that apps pass in: discovered attributes or, for a mock, their definitions.
extension FacadePeripheral {
    func resolve(_ service: CBMService, _ call: String) -> CBService? {
        if let found = service as? FoundService { return found.facade }
        return reported(foundServices.first { isDefined($0, by: service) }, service, call)
    }

    func resolve(_ characteristic: CBMCharacteristic, _ call: String) -> CBCharacteristic? {
        if let found = characteristic as? FoundCharacteristic { return found.facade }
        return reported(
            foundCharacteristics.first { isDefined($0, by: characteristic) }, characteristic, call)
    }

    func resolve(_ descriptor: CBMDescriptor, _ call: String) -> CBDescriptor? {
        if let found = descriptor as? FoundDescriptor { return found.facade }
        let all = foundCharacteristics.flatMap { $0.descriptors ?? [] }
        return reported(all.first { isDefined($0, by: descriptor) }, descriptor, call)
    }

    /// Discovered services, with their included services, which need not be top-level services.
    private var foundServices: [CBService] {
        var found = facade.services ?? []
        var next = 0
        while next < found.count {
            for included in found[next].includedServices ?? []
            where !found.contains(where: { $0 === included }) {
                found.append(included)
            }
            next += 1
        }
        return found
    }

    private var foundCharacteristics: [CBCharacteristic] {
        foundServices.flatMap { $0.characteristics ?? [] }
    }

    private func isDefined(_ facade: CBAttribute, by attribute: CBMAttribute) -> Bool {
        source.definition(of: facade, as: CBMAttribute.self) === attribute.identity
    }

    private func reported<Found>(_ found: Found?, _ attribute: CBMAttribute, _ call: String) -> Found? {
        if found == nil {
            facade.report(
                .foreignObject, call,
                "\(attribute.uuid) was not discovered on this connection of \(facade): discover it first, or "
                    + "pass the attribute that was discovered here")
        }
        return found
    }
}
