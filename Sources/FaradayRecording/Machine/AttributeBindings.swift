import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// Which of a peer's attributes the identifiers of one link mean.
struct AttributeBindings: Hashable, Sendable {
    private var services: [AttributeIdentifier: Int] = [:]
    private var characteristics: [AttributeIdentifier: AttributeNumbers.Place] = [:]
    private var descriptors: [AttributeIdentifier: ATT.Handle] = [:]
    private var places: [ATT.Handle: AttributeNumbers.Place] = [:]

    func service(_ identifier: AttributeIdentifier) -> Int? { services[identifier] }
    func characteristic(_ identifier: AttributeIdentifier) -> AttributeNumbers.Place? {
        characteristics[identifier]
    }
    func descriptor(_ identifier: AttributeIdentifier) -> ATT.Handle? { descriptors[identifier] }
    /// The characteristic of a descriptor.
    func place(ofDescriptor handle: ATT.Handle) -> AttributeNumbers.Place? { places[handle] }

    /// The places of services in their order; a service without room has none.
    mutating func bind(_ found: [Central.Service], _ numbers: inout AttributeNumbers) -> [Int?] {
        found.map { service in
            if let known = services[service.identifier] { return known }
            let place = numbers.place(of: service, taken: Set(services.values))
            services[service.identifier] = place
            return place
        }
    }

    mutating func bind(
        _ found: [Central.Characteristic], in service: Int, _ numbers: inout AttributeNumbers
    ) -> [AttributeNumbers.Place?] {
        found.map { item in
            if let known = characteristics[item.identifier] { return known }
            let place = numbers.place(of: item, in: service, taken: Set(characteristics.values))
            characteristics[item.identifier] = place
            return place
        }
    }

    mutating func bind(
        _ found: [Central.Descriptor], of place: AttributeNumbers.Place, _ numbers: inout AttributeNumbers
    ) -> [ATT.Handle] {
        let handles = numbers.handles(of: found.map(\.uuid), at: place)
        for (item, handle) in zip(found, handles) {
            descriptors[item.identifier] = handle
            if let handle { places[handle] = place }
        }
        return handles.compactMap { $0 }
    }

    /// What the system knows of a peer without a discovery.
    mutating func bind(known: [Central.KnownService], _ numbers: inout AttributeNumbers) {
        for (item, place) in zip(known, bind(known.map(\.service), &numbers)) {
            guard let place else { continue }
            _ = bind(item.includedServices ?? [], &numbers)
            let list = item.characteristics ?? []
            for (entry, found) in zip(list, bind(list.map(\.characteristic), in: place, &numbers)) {
                guard let found, let descriptors = entry.descriptors else { continue }
                _ = bind(descriptors, of: found, &numbers)
            }
        }
    }

    /// These services are not valid any more.
    mutating func remove(_ invalid: [AttributeIdentifier]) {
        let gone = Set(invalid.compactMap { services.removeValue(forKey: $0) })
        characteristics = characteristics.filter { !gone.contains($0.value.service) }
        descriptors = descriptors.filter { !(places[$0.value].map { gone.contains($0.service) } ?? false) }
    }
}
