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
    /// The handles of the services that the one at `index` includes; `handles` are those of the services before it. Zero for
    /// services after it, whose handles come later.
    func earlierIncludes(of index: Int, _ handles: [ATT.Handle]) -> [ATT.Handle] {
        includes(of: index).compactMap { include in include.place.map { $0 < index ? handles[$0] : 0 } }
    }

    /// The handles of the included services that come after the one at `index`, as far as they are in the database; `nil` if
    /// the service includes none of those.
    func laterIncludes(of index: Int, _ handles: [ATT.Handle]) -> [ATT.Handle]? {
        let places = includes(of: index).compactMap(\.place).filter { $0 >= index }
        return places.isEmpty ? nil : places.filter(handles.indices.contains).map { handles[$0] }
    }

    /// What the service at `index` includes, with its place; `nil` if it is not in the list.
    package func includes(of index: Int) -> [(uuid: BluetoothUUID, place: Int?)] {
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
