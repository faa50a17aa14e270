import FaradayCoreBluetooth
import FaradaySimulation

/// The attributes of a device's definition as those of a spec.
struct FileAttributes {
    /// A value, and what apps may do with it.
    struct Entry: Sendable {
        var value: [UInt8]
        let isReadable: Bool
        let isWritable: Bool
    }

    /// The primary services. The others are found as included ones, or not at all.
    private(set) var services: [CBMServiceMock] = []
    /// The values at first, of characteristics and descriptors.
    private(set) var entries: [ObjectIdentifier: Entry] = [:]
    private var definitions: [DeviceCharacteristicPlace: CBMCharacteristicMock] = [:]
    private var places: [ObjectIdentifier: DeviceCharacteristicPlace] = [:]

    init(_ all: [DeviceService]) {
        var made: [CBMServiceMock] = []
        for (index, service) in all.enumerated() {
            let mock = CBMServiceMock(type: CBMUUID(portValue: service.uuid), primary: service.isPrimary)
            let items = service.characteristics.enumerated().map { number, item in
                characteristic(item, at: DeviceCharacteristicPlace(service: index, characteristic: number))
            }
            mock.characteristics = items.isEmpty ? nil : items
            made.append(mock)
        }
        for index in all.indices {
            let included = all.includes(of: index).compactMap { $0.place.map { made[$0] } }
            if !included.isEmpty { made[index].includedServices = included }
        }
        services = zip(all, made).filter(\.0.isPrimary).map(\.1)
    }

    func definition(at place: DeviceCharacteristicPlace) -> CBMCharacteristicMock? { definitions[place] }

    func place(of definition: CBMCharacteristicMock) -> DeviceCharacteristicPlace? {
        places[ObjectIdentifier(definition)]
    }

    private mutating func characteristic(
        _ item: DeviceCharacteristic, at place: DeviceCharacteristicPlace
    ) -> CBMCharacteristicMock {
        var descriptors = item.descriptors.map { descriptor($0.uuid, $0.value.stored, $0.permissions) }
        descriptors += item.askingDescriptors.map { descriptor($0.uuid, $0.value, $0.permissions) }
        let hasUpdates = !item.properties.isDisjoint(with: [.notify, .indicate])
        if hasUpdates, item.hasConfiguration {
            descriptors.append(CBMClientCharacteristicConfigurationDescriptorMock())
        }
        let made = CBMCharacteristicMock(
            type: CBMUUID(portValue: item.uuid),
            properties: CBMCharacteristicProperties(rawValue: UInt(item.properties.rawValue)),
            descriptors: descriptors.isEmpty ? nil : descriptors)
        (definitions[place], places[ObjectIdentifier(made)]) = (made, place)
        note(made, item.value, item.permissions)
        return made
    }

    private mutating func descriptor(
        _ uuid: BluetoothUUID, _ value: [UInt8], _ permissions: GATT.Permissions
    ) -> CBMDescriptorMock {
        let made = CBMDescriptorMock(type: CBMUUID(portValue: uuid))
        note(made, value, permissions)
        return made
    }

    private mutating func note(_ made: CBMAttribute, _ value: [UInt8], _ permissions: GATT.Permissions) {
        entries[ObjectIdentifier(made)] = Entry(
            value: value, isReadable: permissions.contains(.readable),
            isWritable: permissions.contains(.writable))
    }
}

extension GATT.Value {
    fileprivate var stored: [UInt8] { if case .stored(let value) = self { value } else { [] } }
}
