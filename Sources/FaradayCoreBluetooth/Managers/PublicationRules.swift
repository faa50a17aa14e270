import BluetoothPort
import Foundation

/// The cases in which `CBPeripheralManager.add(_:)` of Apple's framework throws an exception.
enum PublicationRules {
    /// The exception of Apple's framework, and its reason.
    struct Objection {
        let kind: Misuse.Kind
        let message: String
    }

    /// The reason of the exception; `nil` when the service may be added.
    static func objection(to service: CBMutableService) -> Objection? {
        for characteristic in service.characteristics ?? [] {
            guard let characteristic = characteristic as? CBMutableCharacteristic else {
                return Objection(
                    kind: .invalidArgument,
                    message:
                        "Characteristics of a published service must be instances of CBMutableCharacteristic")
            }
            if let objection = objection(to: characteristic) { return objection }
        }
        return nil
    }

    /// Behaviour 6.3 (the text is Apple's) and 6.5 (the texts are ours: Apple's are not known).
    private static func objection(to characteristic: CBMutableCharacteristic) -> Objection? {
        let writes: CBAttributePermissions = [.writeable, .writeEncryptionRequired]
        if characteristic.value != nil,
            characteristic.properties != .read && !characteristic.properties.isEmpty
                || !characteristic.permissions.isDisjoint(with: writes)
        {
            return Objection(
                kind: .cachedValueNotReadOnly,
                message: "Characteristics with cached values must be read-only")
        }
        if !characteristic.properties.isDisjoint(with: [.broadcast, .extendedProperties]) {
            return Objection(
                kind: .propertyNotAllowed,
                message: "Broadcast and extended properties are not allowed for local characteristics")
        }
        for descriptor in characteristic.descriptors ?? []
        where DescriptorValue.bytes(of: descriptor.value, uuid: descriptor.uuid.value) == nil {
            return Objection(
                kind: .descriptorNotAllowed,
                message: "Descriptor \(descriptor.uuid.uuidString) is not allowed for local characteristics, "
                    + "or its value has the wrong type")
        }
        return nil
    }
}

/// The data that `startAdvertising(_:)` accepts.
enum AdvertisingRules {
    /// The key in the data of `CLBeaconRegion.peripheralData(withMeasuredPower:)`: the only exception
    /// (behaviour 6.7).
    static let beaconKey = "kCBAdvDataAppleBeaconKey"
    static let allowedKeys = [
        CBAdvertisementDataLocalNameKey, CBAdvertisementDataServiceUUIDsKey, beaconKey,
    ]

    /// Proximity UUID, major, minor and measured power.
    static func beacon(in data: [String: Any]) -> [UInt8]? {
        guard let beacon = data[beaconKey] as? Data, beacon.count == 21 else { return nil }
        return [UInt8](beacon)
    }

    /// The keys whose values do not have the right type; they are ignored.
    static func wrongTypes(in data: [String: Any]) -> [String] {
        var wrong: [String] = []
        if let name = data[CBAdvertisementDataLocalNameKey], !(name is String) {
            wrong.append(CBAdvertisementDataLocalNameKey)
        }
        if let services = data[CBAdvertisementDataServiceUUIDsKey], !(services is [CBUUID]) {
            wrong.append(CBAdvertisementDataServiceUUIDsKey)
        }
        if data[beaconKey] != nil, beacon(in: data) == nil { wrong.append(beaconKey) }
        return wrong
    }
}
