import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// The handles of a peer's attributes, which frameworks do not show: numbered here, in the order in which attributes are
/// discovered, with room for what is discovered later. They stay the same from link to link.
struct AttributeNumbers: Hashable, Sendable {
    struct Service: Hashable, Sendable {
        let uuid: BluetoothUUID
        let isPrimary: Bool
        let first: ATT.Handle
        var includes: [Int] = []
        var characteristics: [Characteristic] = []
        /// Whether the recording says already that it exists.
        var isTold = false

        var last: ATT.Handle { first + AttributeNumbers.serviceSize - 1 }
        var range: ATT.HandleRange { ATT.HandleRange(first: first, last: last) }
    }

    struct Characteristic: Hashable, Sendable {
        let uuid: BluetoothUUID
        let properties: UInt8
        let declaration: ATT.Handle
        var descriptors: [ATT.Handle: BluetoothUUID] = [:]
        var isTold = false

        var value: ATT.Handle { declaration + 1 }
        /// Where its configuration is: others have room on both sides, because their order is the device's.
        var configuration: ATT.Handle { declaration + 8 }
    }

    /// A characteristic's place.
    struct Place: Hashable, Sendable {
        var service: Int
        var characteristic: Int
    }

    /// The handle of the device's name: the first block is that of Generic Access, which frameworks hide.
    static let name: ATT.Handle = 3
    static let serviceSize: ATT.Handle = 1024
    static let characteristicSize: ATT.Handle = 16
    private static let mostServices = 62
    private static let mostCharacteristics = 63
    private static let mostIncludes = 15

    private(set) var services: [Service] = []

    subscript(_ place: Place) -> Characteristic {
        services[place.service].characteristics[place.characteristic]
    }

    /// The place of a service that no identifier in `taken` has; `nil` if there is no room for another one.
    mutating func place(of found: Central.Service, taken: Set<Int>) -> Int? {
        let known = services.indices.first {
            services[$0].uuid == found.uuid && services[$0].isPrimary == found.isPrimary
                && !taken.contains($0)
        }
        if let known { return known }
        guard services.count < Self.mostServices else { return nil }
        let first = 1 + Self.serviceSize * ATT.Handle(services.count + 1)
        services.append(Service(uuid: found.uuid, isPrimary: found.isPrimary, first: first))
        return services.count - 1
    }

    mutating func place(
        of found: Central.Characteristic, in service: Int, taken: Set<Place>
    ) -> Place? {
        let properties = UInt8(truncatingIfNeeded: found.properties)
        let list = services[service].characteristics
        let known = list.indices.first {
            list[$0].uuid == found.uuid && list[$0].properties == properties
                && !taken.contains(Place(service: service, characteristic: $0))
        }
        if let known { return Place(service: service, characteristic: known) }
        guard list.count < Self.mostCharacteristics else { return nil }
        let declaration = services[service].first + Self.characteristicSize * ATT.Handle(list.count + 1)
        services[service].characteristics.append(
            Characteristic(uuid: found.uuid, properties: properties, declaration: declaration))
        return Place(service: service, characteristic: list.count)
    }

    /// The handles of a characteristic's descriptors, in their order; `nil` for those without room.
    mutating func handles(of found: [BluetoothUUID], at place: Place) -> [ATT.Handle?] {
        let item = self[place]
        let configuration = found.firstIndex(of: "2902")
        return found.enumerated().map { index, uuid in
            let handle: Int
            let limit: Int
            if let configuration {
                (handle, limit) =
                    index < configuration
                    ? (Int(item.declaration) + 2 + index, Int(item.configuration) - 1)
                    : (Int(item.configuration) + index - configuration, Int(item.declaration) + 15)
            } else {
                (handle, limit) = (Int(item.declaration) + 2 + index, Int(item.configuration) - 1)
            }
            guard handle <= limit else { return nil }
            add(uuid, at: ATT.Handle(handle), of: place)
            return ATT.Handle(handle)
        }
    }

    mutating func add(_ uuid: BluetoothUUID, at handle: ATT.Handle, of place: Place) {
        services[place.service].characteristics[place.characteristic].descriptors[handle] = uuid
    }

    /// The handles of the services that a service includes; those without room are left out.
    mutating func add(includes found: [Int], of service: Int) {
        for item in found where !services[service].includes.contains(item) {
            guard services[service].includes.count < Self.mostIncludes else { return }
            services[service].includes.append(item)
        }
    }

    /// The last handle of a characteristic: in front of the next one, or the last of its service.
    func end(of place: Place) -> ATT.Handle {
        let list = services[place.service].characteristics
        return place.characteristic + 1 < list.count
            ? list[place.characteristic + 1].declaration - 1 : services[place.service].last
    }

    mutating func tell(_ service: Int) { services[service].isTold = true }

    mutating func tell(_ place: Place) {
        services[place.service].characteristics[place.characteristic].isTold = true
    }
}
