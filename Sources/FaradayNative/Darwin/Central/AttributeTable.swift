import BluetoothPort
import BluetoothTypes
import CoreBluetooth

/// The attribute objects of one link, by the identifiers that the port's user knows them by.
///
/// Identity is the object's: two characteristics with one UUID are two. The table keeps the objects, so that
/// no address comes up twice.
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

    /// Forgets a service that is dead, with all below it; answers its identifier.
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
