import BluetoothPort
import BluetoothTypes
import CoreBluetooth

/// The attribute objects of one link, by the identifiers that the port's user uses.
///
/// Objects are compared by identity: two characteristics with the same UUID are different. The table retains
/// the objects, so that no address is used twice.
struct AttributeTable {
    private var objects: [AttributeIdentifier: CBAttribute] = [:]
    private var identifiers: [ObjectIdentifier: AttributeIdentifier] = [:]

    func service(_ identifier: AttributeIdentifier) -> CBService? { objects[identifier] as? CBService }

    func characteristic(_ identifier: AttributeIdentifier) -> CBCharacteristic? {
        objects[identifier] as? CBCharacteristic
    }

    func descriptor(_ identifier: AttributeIdentifier) -> CBDescriptor? {
        objects[identifier] as? CBDescriptor
    }

    /// The identifier of an object that the port's user knows.
    func identifier(of attribute: CBAttribute) -> AttributeIdentifier? {
        identifiers[ObjectIdentifier(attribute)]
    }

    mutating func insert(_ attribute: CBAttribute, as identifier: AttributeIdentifier) {
        objects[identifier] = attribute
        identifiers[ObjectIdentifier(attribute)] = identifier
    }

    /// Removes a service that is no longer valid, with its contents; returns its identifier.
    mutating func remove(_ service: CBService) -> AttributeIdentifier? {
        for characteristic in service.characteristics ?? [] {
            for descriptor in characteristic.descriptors ?? [] { forget(descriptor) }
            forget(characteristic)
        }
        return forget(service)
    }

    @discardableResult
    private mutating func forget(_ attribute: CBAttribute) -> AttributeIdentifier? {
        guard let identifier = identifiers.removeValue(forKey: ObjectIdentifier(attribute)) else {
            return nil
        }
        objects[identifier] = nil
        return identifier
    }
}
