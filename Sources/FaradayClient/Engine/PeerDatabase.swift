import BluetoothPort
import BluetoothTypes

/// What was discovered on one link.
struct PeerDatabase {
    private(set) var services: [PortCentral.Service] = []
    private var included: [AttributeIdentifier: [PortCentral.Service]] = [:]
    private var characteristics: [AttributeIdentifier: [PortCentral.Characteristic]] = [:]
    private var descriptors: [AttributeIdentifier: [PortCentral.Descriptor]] = [:]
    /// What was discovered without a list of types, so that all of it is known.
    private var complete: Set<Scope> = []
    /// Types of services that have changed and were not discovered since: which one is the first is not known.
    private var stale: Set<BluetoothUUID> = []
    /// Characteristics that were found by their paths on this link.
    /// Few: looking through them costs less than the hash of a path.
    private var found: [(path: CharacteristicPath, identifier: AttributeIdentifier)] = []

    /// What is known under a path, or what has to be discovered first.
    enum Search<Found> {
        case found(Found)
        case unknown(Scope, [BluetoothUUID]?)
    }

    func isComplete(_ scope: Scope) -> Bool { complete.contains(scope) }
    mutating func setComplete(_ scope: Scope) { complete.insert(scope) }

    // MARK: Searching

    func service(_ path: ServicePath) -> Search<PortCentral.Service> {
        let scope: Scope
        let list: [PortCentral.Service]
        if let includer = path.includer {
            switch service(includer) {
            case .unknown(let scope, let uuids): return .unknown(scope, uuids)
            case .found(let service):
                scope = .includedServices(service.identifier)
                list = included[service.identifier] ?? []
            }
        } else {
            (scope, list) = (.services, stale.contains(path.uuid) ? [] : services)
        }
        guard let found = list.element(path.uuid, path.index, \.uuid) else {
            return .unknown(scope, [path.uuid])
        }
        return .found(found)
    }

    mutating func identifier(of path: CharacteristicPath) -> Search<AttributeIdentifier> {
        // By index: each path would be copied otherwise.
        for index in found.indices where found[index].path.uuid == path.uuid && found[index].path == path {
            return .found(found[index].identifier)
        }
        switch characteristic(path) {
        case .unknown(let scope, let uuids): return .unknown(scope, uuids)
        case .found(let characteristic):
            found.append((path, characteristic.identifier))
            return .found(characteristic.identifier)
        }
    }

    func characteristic(_ path: CharacteristicPath) -> Search<PortCentral.Characteristic> {
        switch service(path.service) {
        case .unknown(let scope, let uuids): return .unknown(scope, uuids)
        case .found(let service):
            let list = characteristics[service.identifier] ?? []
            guard let found = list.element(path.uuid, path.index, \.uuid) else {
                return .unknown(.characteristics(service.identifier), [path.uuid])
            }
            return .found(found)
        }
    }

    func descriptor(_ path: DescriptorPath) -> Search<AttributeIdentifier> {
        switch characteristic(path.characteristic) {
        case .unknown(let scope, let uuids): return .unknown(scope, uuids)
        case .found(let characteristic):
            let list = descriptors[characteristic.identifier] ?? []
            guard let found = list.element(path.uuid, path.index, \.uuid) else {
                return .unknown(.descriptors(characteristic.identifier), nil)
            }
            return .found(found.identifier)
        }
    }

    /// Which of these types are known in a scope.
    func types(in scope: Scope) -> [BluetoothUUID] {
        switch scope {
        case .services: services.map(\.uuid).filter { !stale.contains($0) }
        case .includedServices(let service): (included[service] ?? []).map(\.uuid)
        case .characteristics(let service): (characteristics[service] ?? []).map(\.uuid)
        case .descriptors(let characteristic): (descriptors[characteristic] ?? []).map(\.uuid)
        }
    }

    // MARK: Lists for the app

    func list(_ scope: Scope, in includer: ServicePath?, _ uuids: [BluetoothUUID]?) -> [DiscoveredService] {
        let all =
            switch scope {
            case .includedServices(let service): included[service] ?? []
            default: services
            }
        return all.numbered(\.uuid).filter { uuids?.contains($0.value.uuid) ?? true }.map { value, index in
            let path =
                includer.map { ServicePath(value.uuid, index: index, includedIn: $0) }
                ?? ServicePath(value.uuid, index: index)
            return DiscoveredService(path: path, isPrimary: value.isPrimary)
        }
    }

    func list(
        _ service: AttributeIdentifier, _ path: ServicePath, _ uuids: [BluetoothUUID]?
    ) -> [DiscoveredCharacteristic] {
        (characteristics[service] ?? []).numbered(\.uuid).filter { uuids?.contains($0.value.uuid) ?? true }
            .map { value, index in
                DiscoveredCharacteristic(
                    path: CharacteristicPath(value.uuid, index: index, in: path),
                    properties: CharacteristicProperties(rawValue: value.properties))
            }
    }

    func list(_ characteristic: AttributeIdentifier, _ path: CharacteristicPath) -> [DiscoveredDescriptor] {
        (descriptors[characteristic] ?? []).numbered(\.uuid).map { value, index in
            DiscoveredDescriptor(path: DescriptorPath(value.uuid, index: index, of: path))
        }
    }

    /// Those of these services that are known, with their paths: primary ones, then included ones.
    func discovered(_ identifiers: [AttributeIdentifier]) -> [DiscoveredService] {
        services.numbered(\.uuid).filter { identifiers.contains($0.value.identifier) }
            .map {
                DiscoveredService(
                    path: ServicePath($0.value.uuid, index: $0.index), isPrimary: $0.value.isPrimary)
            }
    }

    // MARK: Learning

    /// Takes over what a discovery has found; with an error and nothing found, what was known stays.
    mutating func learn(_ event: PortCentral.Event, types: [BluetoothUUID]?) {
        switch event {
        case .servicesDiscovered(_, let services, let problem):
            if problem == nil || !services.isEmpty { learn(services, types: types) }
        case .includedServicesDiscovered(_, let service, let services, let problem):
            if problem == nil || !services.isEmpty { included[service] = services }
        case .characteristicsDiscovered(_, let service, let found, let problem):
            if problem == nil || !found.isEmpty { characteristics[service] = found }
        case .descriptorsDiscovered(_, let characteristic, let found, let problem):
            if problem == nil || !found.isEmpty { descriptors[characteristic] = found }
        default: break
        }
    }

    /// Takes over the services that were discovered, of these types or all.
    private mutating func learn(_ services: [PortCentral.Service], types: [BluetoothUUID]?) {
        self.services = services
        if let types { stale.subtract(types) } else { stale = [] }
    }

    /// Takes over what the system knew of a restored link.
    mutating func learn(_ known: [PortCentral.KnownService]) {
        services = known.map(\.service)
        for service in known {
            included[service.service.identifier] = service.includedServices
            characteristics[service.service.identifier] = service.characteristics?.map(\.characteristic)
            for characteristic in service.characteristics ?? [] {
                descriptors[characteristic.characteristic.identifier] = characteristic.descriptors
            }
        }
    }

    /// Forgets services that the peripheral has changed, and what is in them; returns everything that is forgotten.
    mutating func forget(_ dead: [AttributeIdentifier]) -> Set<AttributeIdentifier> {
        var gone = Set(dead)
        stale.formUnion(services.filter { gone.contains($0.identifier) }.map(\.uuid))
        services.removeAll { gone.contains($0.identifier) }
        for service in dead {
            included[service] = nil
            for characteristic in characteristics.removeValue(forKey: service) ?? [] {
                gone.insert(characteristic.identifier)
                for descriptor in descriptors.removeValue(forKey: characteristic.identifier) ?? [] {
                    gone.insert(descriptor.identifier)
                }
            }
        }
        for (service, list) in included {
            included[service] = list.filter { !gone.contains($0.identifier) }
        }
        complete.remove(.services)
        complete = complete.filter { scope in scope.attribute.map { !gone.contains($0) } ?? true }
        // A path may now be that of another service of its type.
        found = []
        return gone
    }
}

extension Array {
    /// The `index`-th element of a type.
    fileprivate func element(
        _ uuid: BluetoothUUID, _ index: Int, _ type: KeyPath<Element, BluetoothUUID>
    ) -> Element? {
        var left = index
        for element in self where element[keyPath: type] == uuid {
            if left == 0 { return element }
            left -= 1
        }
        return nil
    }

    /// The elements, each with its number among those of its type.
    fileprivate func numbered(
        _ type: KeyPath<Element, BluetoothUUID>
    ) -> [(value: Element, index: Int)] {
        var counts: [BluetoothUUID: Int] = [:]
        return map { element in
            let index = counts[element[keyPath: type], default: 0]
            counts[element[keyPath: type]] = index + 1
            return (element, index)
        }
    }
}
