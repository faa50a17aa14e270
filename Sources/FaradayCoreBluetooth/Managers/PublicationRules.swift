import BluetoothPort
import Foundation

/// What Apple's framework throws an exception for in `CBPeripheralManager.add(_:)`.
enum PublicationRules {
    /// The reason of the exception; `nil` when the service may be added.
    static func objection(to service: CBMutableService) -> String? {
        for characteristic in service.characteristics ?? [] {
            guard let characteristic = characteristic as? CBMutableCharacteristic else {
                return "Characteristics of a published service must be instances of CBMutableCharacteristic"
            }
            if let objection = objection(to: characteristic) { return objection }
        }
        return nil
    }

    /// Ledger 6.3 (the text is Apple's) and 6.5 (the texts are ours: the ledger has none).
    private static func objection(to characteristic: CBMutableCharacteristic) -> String? {
        let writes: CBAttributePermissions = [.writeable, .writeEncryptionRequired]
        if characteristic.value != nil,
            characteristic.properties != .read && !characteristic.properties.isEmpty
                || !characteristic.permissions.isDisjoint(with: writes)
        {
            return "Characteristics with cached values must be read-only"
        }
        if !characteristic.properties.isDisjoint(with: [.broadcast, .extendedProperties]) {
            return "Broadcast and extended properties are not allowed for local characteristics"
        }
        for descriptor in characteristic.descriptors ?? []
        where DescriptorValue.bytes(of: descriptor.value, uuid: descriptor.uuid.value) == nil {
            return "Descriptor \(descriptor.uuid.uuidString) is not allowed for local characteristics, "
                + "or its value has the wrong type"
        }
        return nil
    }
}
