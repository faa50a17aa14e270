import BluetoothTypes

/// The place of a characteristic in a device's definition.
package struct DeviceCharacteristicPlace: Hashable, Sendable {
    package let service: Int
    package let characteristic: Int

    package init(service: Int, characteristic: Int) {
        (self.service, self.characteristic) = (service, characteristic)
    }
}

/// Which characteristics of a definition the names in its rules mean.
struct RulePlaces {
    private let places: [DeviceRule.Characteristic: DeviceCharacteristicPlace]

    /// Finds those of `names` that the services have.
    init(_ services: [DeviceService], _ names: [DeviceRule.Characteristic]) {
        var found: [DeviceRule.Characteristic: DeviceCharacteristicPlace] = [:]
        for name in names where found[name] == nil {
            if case .one(let place) = Self.find(name, in: services) { found[name] = place }
        }
        places = found
    }

    subscript(_ name: DeviceRule.Characteristic) -> DeviceCharacteristicPlace? { places[name] }

    /// The characteristics of these names.
    var all: Set<DeviceCharacteristicPlace> { Set(places.values) }

    /// Those of some of them.
    func of(_ names: [DeviceRule.Characteristic]) -> Set<DeviceCharacteristicPlace> {
        Set(names.compactMap { places[$0] })
    }

    /// What a name means.
    enum Finding {
        case one(DeviceCharacteristicPlace)
        case none
        /// Characteristics in several services have the type.
        case several
    }

    static func find(_ name: DeviceRule.Characteristic, in services: [DeviceService]) -> Finding {
        var fitting: [DeviceCharacteristicPlace] = []
        for (service, item) in services.enumerated() where name.service.map({ $0 == item.uuid }) ?? true {
            for (index, characteristic) in item.characteristics.enumerated()
            where characteristic.uuid == name.uuid {
                fitting.append(DeviceCharacteristicPlace(service: service, characteristic: index))
            }
        }
        guard fitting.count >= name.number, name.number > 0 else { return .none }
        let isAmbiguous = name.service == nil && name.number == 1 && Set(fitting.map(\.service)).count > 1
        return isAmbiguous ? .several : .one(fitting[name.number - 1])
    }
}
