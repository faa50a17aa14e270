import FaradayCoreBluetooth
import FaradaySimulation

/// The definitions that a mock device has on air, in the order of its services.
///
/// What services include stands before them. The descriptor of subscriptions, 2902, is no entry: the device has one
/// where the properties ask for it.
struct Blueprint {
    struct Service {
        let definition: CBMServiceMock
        let characteristics: [Characteristic]
    }

    struct Characteristic {
        let definition: CBMCharacteristicMock
        let descriptors: [CBMDescriptorMock]
    }

    /// Where a characteristic stands.
    struct Place: Equatable {
        let service: Int
        let characteristic: Int
    }

    private(set) var services: [Service] = []

    init(_ definitions: [CBMServiceMock]) {
        var seen: Set<ObjectIdentifier> = []
        for definition in definitions { add(definition, &seen) }
    }

    private mutating func add(_ definition: CBMServiceMock, _ seen: inout Set<ObjectIdentifier>) {
        guard seen.insert(ObjectIdentifier(definition)).inserted else { return }
        for case let included as CBMServiceMock in definition.includedServices ?? [] { add(included, &seen) }
        let characteristics = (definition.characteristics ?? []).compactMap { $0 as? CBMCharacteristicMock }
        services.append(
            Service(definition: definition, characteristics: characteristics.map(Characteristic.init)))
    }

    func service(_ index: Int) -> Service? { services.indices.contains(index) ? services[index] : nil }

    func characteristic(_ service: Int, _ index: Int) -> Characteristic? {
        guard let all = self.service(service)?.characteristics, all.indices.contains(index) else {
            return nil
        }
        return all[index]
    }

    /// Where a definition stands; the first place if it stands in several.
    func place(of characteristic: CBMCharacteristicMock) -> Place? {
        for (number, service) in services.enumerated() {
            if let index = service.characteristics.firstIndex(where: { $0.definition === characteristic }) {
                return Place(service: number, characteristic: index)
            }
        }
        return nil
    }

    /// For each service, which one of `old` it is.
    func kept(from old: Blueprint) -> [Int?] {
        services.map { service in old.services.firstIndex { $0.definition === service.definition } }
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
