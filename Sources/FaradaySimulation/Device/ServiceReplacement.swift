import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Other services for a device that runs, some of which keep a present one.
struct ServiceReplacement {
    /// The services that the device has, and those that it gets.
    let present: [DeviceService]
    let new: [DeviceService]
    /// For each new service, the place of the present one that it keeps.
    let keeping: [Int?]

    /// The places of the present services that stay.
    var kept: Set<Int> { Set(keeping.compactMap { $0 }) }

    /// The new place of each kept service, by its present one.
    var places: [UInt16: UInt16] {
        var places: [UInt16: UInt16] = [:]
        for case (let place, let kept?) in keeping.enumerated() { places[UInt16(kept)] = UInt16(place) }
        return places
    }

    /// What is left if there was room only for the first `count` new services: these, and all kept ones.
    func cut(to count: Int) -> (services: [DeviceService], kept: [Int], places: [UInt16: UInt16]) {
        var services = Array(new[..<count])
        var (moved, places): ([Int], [UInt16: UInt16]) = ([], [:])
        for (place, kept) in keeping.enumerated() where place >= count {
            guard let kept else { continue }
            places[UInt16(place)] = UInt16(services.count)
            services.append(new[place])
            moved.append(kept)
        }
        return (services, moved, places)
    }

    /// Throws what is impossible about it.
    func check() throws(DeviceServicesError) {
        guard new.count == keeping.count else { throw .keepingDoesNotMatch }
        var kept: Set<Int> = []
        for case (let place, let index?) in keeping.enumerated() {
            guard present.indices.contains(index), kept.insert(index).inserted else { throw .notThere(place) }
            guard new[place].isLike(present[index]) else { throw .differs(place) }
        }
        for (place, service) in new.enumerated() { try check(service, at: place) }
    }

    private func check(_ service: DeviceService, at place: Int) throws(DeviceServicesError) {
        if let uuid = service.malformedUUID { throw .malformedUUID(uuid) }
        let includes = new.includes(of: place)
        for (uuid, place) in includes where place == nil { throw .unknownIncludedService(uuid) }
        guard let index = keeping[place] else {
            if let count = service.tooLongValue { throw .valueTooLong(count) }
            return
        }
        // The included services are in the database already, and must stay there.
        for (new, old) in zip(includes, present.includes(of: index))
        where new.place.flatMap({ keeping[$0] }) != old.place {
            throw .unknownIncludedService(new.uuid)
        }
    }
}

extension DeviceService {
    /// Whether two services have the same attributes: a client's discovery result for one is valid for the other.
    fileprivate func isLike(_ other: DeviceService) -> Bool {
        uuid == other.uuid && isPrimary == other.isPrimary && includedServices == other.includedServices
            && includedPlaces.count == other.includedPlaces.count
            && characteristics.count == other.characteristics.count
            && zip(characteristics, other.characteristics).allSatisfy { $0.isLike($1) }
    }

    /// A literal that is not a UUID.
    fileprivate var malformedUUID: BluetoothUUID? {
        let uuids =
            [uuid] + includedServices + characteristics.map(\.uuid)
            + characteristics.flatMap { $0.descriptors.map(\.uuid) + $0.askingDescriptors.map(\.uuid) }
        return uuids.first(where: \.isMalformed)
    }

    /// The length of a stored value that is too long for an attribute.
    fileprivate var tooLongValue: Int? {
        for item in characteristics {
            var lengths = item.isDynamic ? [] : [item.value.count]
            for descriptor in item.descriptors + item.askingDescriptors.map(\.definition) {
                if case .stored(let value) = descriptor.value { lengths.append(value.count) }
            }
            if let length = lengths.first(where: { $0 > ATT.maximumValueLength }) { return length }
        }
        return nil
    }
}

extension DeviceCharacteristic {
    fileprivate func isLike(_ other: DeviceCharacteristic) -> Bool {
        uuid == other.uuid && properties == other.properties && permissions == other.permissions
            && isDynamic == other.isDynamic && hasConfiguration == other.hasConfiguration
            && descriptors.map(\.uuid) == other.descriptors.map(\.uuid)
            && askingDescriptors.map(\.shape) == other.askingDescriptors.map(\.shape)
    }
}

extension DeviceDescriptor {
    /// The parts that can't change while the descriptor is in a database.
    fileprivate var shape: GATT.DescriptorDefinition {
        var shape = definition
        if case .stored = shape.value { shape.value = .stored([]) }
        return shape
    }
}
