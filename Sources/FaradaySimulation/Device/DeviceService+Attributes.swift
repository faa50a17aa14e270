import BluetoothHost
import BluetoothTypes
import BluetoothWire

extension DeviceService {
    /// What the host gets to put into its database; `includes` are the handles of included services.
    func attributes(includes: [ATT.Handle]) -> GATT.ServiceDefinition {
        GATT.ServiceDefinition(
            uuid: uuid, isPrimary: isPrimary, includedServices: includes,
            characteristics: characteristics.map { item in
                GATT.CharacteristicDefinition(
                    uuid: item.uuid, properties: item.properties, permissions: item.permissions,
                    value: item.isDynamic ? .dynamic : .stored(item.value),
                    descriptors: item.descriptors + item.askingDescriptors.map(\.definition),
                    hasConfiguration: item.hasConfiguration)
            })
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
