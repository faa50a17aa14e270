import BluetoothPort
import BluetoothTypes

/// A service to publish, without the app's handlers.
struct ServiceDefinition: Equatable {
    let uuid: BluetoothUUID
    let isPrimary: Bool
    let includedServices: [PublishedService]
    let characteristics: [CharacteristicDefinition]

    init(_ service: LocalService) {
        (uuid, isPrimary, includedServices) = (service.uuid, service.isPrimary, service.includedServices)
        characteristics = service.characteristics.map(\.definition)
    }
}

/// A characteristic to publish, without the type of its value and without the app's handlers.
struct CharacteristicDefinition: Equatable, Sendable {
    var uuid: BluetoothUUID
    var properties: CharacteristicProperties
    var encrypted: EncryptedUse
    var descriptors: [LocalDescriptor]
    var value: [UInt8]?
    var hasReadHandler = false
    var hasWriteHandler = false
    /// The type of the characteristic on which a control point answers.
    var answersOn: BluetoothUUID?

    /// The value never changes, and the system answers for it (behaviour 6.3).
    var isStatic: Bool {
        value != nil && !hasReadHandler && !hasWriteHandler && properties.isSubset(of: .read)
    }

    /// Whether the library keeps the value, because reads get it.
    var keepsValue: Bool { properties.contains(.read) && !hasReadHandler }

    /// Why the system would not take it; Apple's framework ends the app then (behaviour 6.3, 6.5).
    var objection: String? {
        if !properties.isDisjoint(with: [.broadcast, .extendedProperties]) {
            return "the system does not allow the properties broadcast and extendedProperties"
        }
        if let value, value.count > 512 { return "the value is longer than 512 bytes" }
        return nil
    }

    func port(_ identifier: AttributeIdentifier) -> PortPeripheral.Characteristic {
        PortPeripheral.Characteristic(
            identifier: identifier, uuid: uuid, properties: portProperties, permissions: portPermissions,
            value: isStatic ? value : nil,
            descriptors: descriptors.map { PortPeripheral.Descriptor(uuid: $0.uuid, value: $0.value) })
    }

    var portProperties: UInt {
        var bits = properties.rawValue
        if encrypted.contains(.subscribe) {
            if properties.contains(.notify) { bits |= 0x100 }
            if properties.contains(.indicate) { bits |= 0x200 }
        }
        return bits
    }

    private var portPermissions: UInt {
        var bits: UInt = 0
        if properties.contains(.read) { bits |= encrypted.contains(.read) ? 0x04 : 0x01 }
        if !properties.isDisjoint(with: [.write, .writeWithoutResponse, .authenticatedSignedWrites]) {
            bits |= encrypted.contains(.write) ? 0x08 : 0x02
        }
        return bits
    }
}
