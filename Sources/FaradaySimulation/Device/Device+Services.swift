import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Why a device's services can't be replaced. The device is unchanged, unless a case says otherwise.
public enum DeviceServicesError: Error, Hashable, Sendable {
    /// `keeping` does not have one entry for each service.
    case keepingDoesNotMatch
    /// The service at this place should keep a service that the device does not have, or that another entry keeps
    /// already.
    case notThere(Int)
    /// The service at this place should keep a service with other attributes.
    case differs(Int)
    /// A service includes one that does not exist, or a kept service includes one that is not kept.
    case unknownIncludedService(BluetoothUUID)
    /// A service, characteristic or descriptor has a literal that is not a UUID.
    case malformedUUID(BluetoothUUID)
    /// A value is longer than 512 bytes.
    case valueTooLong(Int)
    /// There are no handles left. The device has lost the removed services, and has those of the new ones that fit.
    case handlesExhausted
}

extension Device {
    /// Replaces the services while the device runs, also while centrals are linked to it.
    ///
    /// A kept service has the same attributes as before. Its handles, its stored values and its subscriptions stay, and
    /// the new handlers are called. Services that are not kept are removed. Centrals that subscribed to Service Changed
    /// get an indication for each changed range; ranges with nothing kept between them are reported as one.
    ///
    /// - Parameters:
    ///   - services: The new services of the device, in the order of their handles.
    ///   - keeping: For each new service, the place of the present service that it keeps; `nil` for a new one.
    /// - Throws: `DeviceServicesError`; the device is then unchanged, except after `.handlesExhausted`.
    public func setServices(
        _ services: [DeviceService], keeping: [Int?]
    ) throws(DeviceServicesError) {
        let result = perform { node, now -> Result<Void, DeviceServicesError> in
            node.note(.setServices(services.map(\.uuid)))
            return Result { () throws(DeviceServicesError) in try node.setServices(services, keeping, at: now)
            }
        }
        try result.get()
    }
}

extension DeviceNode {
    fileprivate func setServices(
        _ new: [DeviceService], _ keeping: [Int?], at now: Instant
    ) throws(DeviceServicesError) {
        try check(new, keeping)
        guard isPublished else {
            definition.services = new
            return
        }
        let old = serviceHandles
        host.handle(.gatt(.holdServiceChanged), at: now)
        var changed = withdraw(all: old, but: Set(keeping.compactMap { $0 }), at: now)
        var places: [UInt16: UInt16] = [:]
        for case (let place, let kept?) in keeping.enumerated() { places[UInt16(kept)] = UInt16(place) }
        moveCharacteristics(to: places)
        definition.services = new
        var handles: [ATT.Handle] = []
        var isFull = false
        for (place, kept) in keeping.enumerated() where !isFull {
            if let kept {
                handles.append(old[kept])
                continue
            }
            switch publish(place, behind: handles, at: now) {
            case .success(let range):
                handles.append(range.first)
                changed.append(range)
            case .failure: isFull = true
            }
        }
        for place in handles.indices where keeping[place] == nil { nameIncludes(of: place, handles, at: now) }
        if isFull { cutServices(keeping, old, &handles) }
        services = handles
        stopIdleTimers()
        ask(.gatt(.tellServiceChanged(changed)), at: now)
        if isFull { throw .handlesExhausted }
    }

    /// Removes services from the database; returns their ranges.
    private func withdraw(
        all handles: [ATT.Handle], but kept: Set<Int>, at now: Instant
    ) -> [ATT.HandleRange] {
        var ranges: [ATT.HandleRange] = []
        let standing = host.serviceRanges
        for (place, handle) in handles.enumerated().reversed() where !kept.contains(place) {
            for index in characteristics.indices.reversed() where characteristics[index].service == place {
                for link in links { unsubscribe(link, at: index) }
                let value = characteristics.remove(at: index).handle
                if !descriptors.isEmpty { descriptors.removeAll { $0.characteristic == value } }
            }
            if let range = standing.first(where: { $0.first == handle }) { ranges.append(range) }
            ask(.gatt(.removeService(handle)), at: now)
        }
        return ranges
    }

    private func moveCharacteristics(to places: [UInt16: UInt16]) {
        for index in characteristics.indices {
            if let place = places[characteristics[index].service] { characteristics[index].service = place }
        }
    }

    /// The handles ran out after those in `handles`. Of the later services only the kept ones stay.
    private func cutServices(_ keeping: [Int?], _ old: [ATT.Handle], _ handles: inout [ATT.Handle]) {
        var services = Array(definition.services[..<handles.count])
        var places: [UInt16: UInt16] = [:]
        for (place, kept) in keeping.enumerated() where place >= services.count {
            guard let kept else { continue }
            places[UInt16(place)] = UInt16(services.count)
            services.append(definition.services[place])
            handles.append(old[kept])
        }
        moveCharacteristics(to: places)
        definition.services = services
    }
}

// MARK: - Checks

extension DeviceNode {
    private func check(_ new: [DeviceService], _ keeping: [Int?]) throws(DeviceServicesError) {
        guard new.count == keeping.count else { throw .keepingDoesNotMatch }
        let present = definition.services
        var kept: Set<Int> = []
        for case (let place, let index?) in keeping.enumerated() {
            guard present.indices.contains(index), kept.insert(index).inserted else { throw .notThere(place) }
            guard new[place].isLike(present[index]) else { throw .differs(place) }
        }
        for (place, service) in new.enumerated() {
            if let uuid = service.malformedUUID { throw .malformedUUID(uuid) }
            let includes = new.includes(of: place)
            for (uuid, place) in includes where place == nil { throw .unknownIncludedService(uuid) }
            if let index = keeping[place] {
                // The included services are in the database already, and must stay there.
                for (new, old) in zip(includes, present.includes(of: index))
                where new.place.flatMap({ keeping[$0] }) != old.place {
                    throw .unknownIncludedService(new.uuid)
                }
                continue
            }
            if let count = service.tooLongValue { throw .valueTooLong(count) }
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
