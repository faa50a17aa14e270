import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

extension GATT.CharacteristicDefinition {
    /// A characteristic with Apple's bits, as the host knows it (6.3, 6.6).
    init(_ characteristic: Peripheral.Characteristic) {
        var properties = GATT.Properties(rawValue: UInt8(truncatingIfNeeded: characteristic.properties))
        var permissions = GATT.Permissions()
        if characteristic.properties & 0x100 != 0 {
            properties.insert(.notify)
            permissions.insert(.notifyEncrypted)
        }
        if characteristic.properties & 0x200 != 0 {
            properties.insert(.indicate)
            permissions.insert(.notifyEncrypted)
        }
        if characteristic.permissions & 0x01 != 0 { permissions.insert(.readable) }
        if characteristic.permissions & 0x02 != 0 { permissions.insert(.writable) }
        if characteristic.permissions & 0x04 != 0 { permissions.formUnion([.readable, .readEncrypted]) }
        if characteristic.permissions & 0x08 != 0 { permissions.formUnion([.writable, .writeEncrypted]) }
        if characteristic.value != nil {
            properties.insert(.read)
            permissions.insert(.readable)
        }
        self.init(
            uuid: characteristic.uuid, properties: properties, permissions: permissions,
            value: characteristic.value.map(GATT.Value.stored) ?? .dynamic,
            descriptors: characteristic.descriptors.map {
                GATT.DescriptorDefinition(uuid: $0.uuid, permissions: .readable, value: .stored($0.value))
            })
    }
}

extension PortError {
    /// Why the host could not add a service.
    init(_ error: GATT.DatabaseError) {
        switch error {
        case .handlesExhausted: self = .outOfSpace
        case .unknownIncludedService, .unknownService, .valueTooLong: self = .invalidParameters
        }
    }
}

extension Peripheral.Command {
    /// The API call behind this command, spelled as in Swift.
    var call: String {
        switch self {
        case .add: "CBPeripheralManager.add(_:)"
        case .remove: "CBPeripheralManager.remove(_:)"
        case .removeAllServices: "CBPeripheralManager.removeAllServices()"
        case .startAdvertising: "CBPeripheralManager.startAdvertising(_:)"
        case .stopAdvertising: "CBPeripheralManager.stopAdvertising()"
        case .respond: "CBPeripheralManager.respond(to:withResult:)"
        case .setDesiredConnectionLatency: "CBPeripheralManager.setDesiredConnectionLatency(_:for:)"
        case .publishChannel: "CBPeripheralManager.publishL2CAPChannel(withEncryption:)"
        case .unpublishChannel: "CBPeripheralManager.unpublishL2CAPChannel(_:)"
        case .channel: "CBL2CAPChannel"
        case .reportMisuse(let misuse): misuse.call
        }
    }
}

extension Peripheral.Update {
    /// The API call behind an update, spelled as in Swift.
    static let call = "CBPeripheralManager.updateValue(_:for:onSubscribedCentrals:)"
}
