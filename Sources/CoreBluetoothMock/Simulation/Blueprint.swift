import FaradayCoreBluetooth
import FaradaySimulation

/// The attribute definitions that a mock device publishes, in the order of its services.
///
/// Included services come after the services of the spec, if the spec does not list them itself. The Client
/// Characteristic Configuration descriptor (2902) is not an entry: the device adds one if the properties require it.
struct Blueprint {
    struct Service {
        let definition: CBMServiceMock
        /// Whether the spec lists the service itself. A service that is only included is not a primary service.
        let isListed: Bool
        let characteristics: [Characteristic]
        /// The indices of the included services.
        fileprivate(set) var includes: [Int] = []

        fileprivate init(_ definition: CBMServiceMock, isListed: Bool) {
            (self.definition, self.isListed) = (definition, isListed)
            characteristics = (definition.characteristics ?? []).compactMap { $0 as? CBMCharacteristicMock }
                .map(Characteristic.init)
        }
    }

    struct Characteristic {
        let definition: CBMCharacteristicMock
        let descriptors: [CBMDescriptorMock]
    }

    /// The position of a characteristic.
    struct Place: Equatable {
        let service: Int
        let characteristic: Int
    }

    private(set) var services: [Service] = []

    init(_ definitions: [CBMServiceMock]) {
        for definition in definitions { _ = place(of: definition, isListed: true) }
        var next = 0
        while next < services.count {
            for case let included as CBMServiceMock in services[next].definition.includedServices ?? [] {
                let place = place(of: included, isListed: false)
                services[next].includes.append(place)
            }
            next += 1
        }
    }

    /// The index of a service; at the end if it is new.
    private mutating func place(of definition: CBMServiceMock, isListed: Bool) -> Int {
        if let place = services.firstIndex(where: { $0.definition === definition }) { return place }
        services.append(Service(definition, isListed: isListed))
        return services.count - 1
    }

    /// Whether the blueprint of these definitions has a characteristic. It is not built for most characteristics.
    static func contains(_ characteristic: CBMCharacteristicMock, _ definitions: [CBMServiceMock]) -> Bool {
        let isListed = definitions.contains { service in
            service.characteristics?.contains { $0 === characteristic } == true
        }
        return isListed || Blueprint(definitions).place(of: characteristic) != nil
    }

    func service(_ index: Int) -> Service? { services.indices.contains(index) ? services[index] : nil }

    func characteristic(_ service: Int, _ index: Int) -> Characteristic? {
        guard let all = self.service(service)?.characteristics, all.indices.contains(index) else {
            return nil
        }
        return all[index]
    }

    /// The position of a definition; the first one if it has several.
    func place(of characteristic: CBMCharacteristicMock) -> Place? {
        for (number, service) in services.enumerated() {
            if let index = service.characteristics.firstIndex(where: { $0.definition === characteristic }) {
                return Place(service: number, characteristic: index)
            }
        }
        return nil
    }

    /// For each service, the index of the same service in `old`; `nil` for a new service, and for one whose included
    /// services have changed.
    func kept(from old: Blueprint) -> [Int?] {
        var kept = services.map { service in
            old.services.firstIndex {
                $0.definition === service.definition && $0.isListed == service.isListed
            }
        }
        var isStable = false
        while !isStable {
            isStable = true
            for case (let place, let index?) in kept.enumerated()
            where services[place].includes.map({ kept[$0] }) != old.services[index].includes {
                (kept[place], isStable) = (nil, false)
            }
        }
        return kept
    }
}

extension Blueprint.Characteristic {
    init(_ definition: CBMCharacteristicMock) {
        let all = (definition.descriptors ?? []).compactMap { $0 as? CBMDescriptorMock }
        let configuration = CBMUUID(string: CBMUUIDClientCharacteristicConfigurationString)
        self.init(
            definition: definition, descriptors: all.filter { $0.uuid != configuration })
    }

    func descriptor(_ index: Int) -> CBMDescriptorMock? {
        descriptors.indices.contains(index) ? descriptors[index] : nil
    }
}
