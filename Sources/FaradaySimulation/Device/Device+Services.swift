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
        let replacement = ServiceReplacement(present: definition.services, new: new, keeping: keeping)
        try replacement.check()
        guard database.isPublished else {
            definition.services = new
            return
        }
        let old = serviceHandles
        host.handle(.gatt(.holdServiceChanged), at: now)
        var changed = withdraw(all: old, but: replacement.kept, at: now)
        database.moveServices(to: replacement.places)
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
        if isFull {
            // The handles ran out after those in `handles`. Of the later services only the kept ones stay.
            let rest = replacement.cut(to: handles.count)
            handles += rest.kept.map { old[$0] }
            database.moveServices(to: rest.places)
            definition.services = rest.services
        }
        database.services = handles
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
                database.removeCharacteristic(at: index)
            }
            if let range = standing.first(where: { $0.first == handle }) { ranges.append(range) }
            ask(.gatt(.removeService(handle)), at: now)
        }
        return ranges
    }
}
