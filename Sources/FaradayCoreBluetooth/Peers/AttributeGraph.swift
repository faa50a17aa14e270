import BluetoothPort
import Foundation

/// The attribute objects of one connection, by identifier: an attribute found again is the same object
/// (behaviour 4.5, 4.21), and the next connection begins with an empty graph.
struct AttributeGraph {
    /// The value of `CBPeripheral.services`: `nil` until a discovery has succeeded (behaviour 4.1).
    var services: [CBService]?
    private(set) var servicesByID = AttributeObjects<CBService>()
    private(set) var characteristicsByID = AttributeObjects<CBCharacteristic>()
    private(set) var descriptorsByID = AttributeObjects<CBDescriptor>()

    /// The objects of these services; existing objects are reused.
    mutating func reconcile(_ found: [Central.Service], of peripheral: CBPeripheral) -> [CBService] {
        found.map { value in
            // After an automatic reconnection, another attribute may have the identifier of one that was
            // removed.
            if let known = servicesByID[value.identifier], known.uuid.value == value.uuid { return known }
            let service = CBService(
                uuid: CBUUID(value.uuid), isPrimary: value.isPrimary, identifier: value.identifier)
            service.mirror.withLock { $0.peripheral = peripheral }
            servicesByID[value.identifier] = service
            return service
        }
    }

    /// The objects of these characteristics; a new one starts with the remembered value (behaviour 4.8).
    mutating func reconcile(_ found: [Central.Characteristic], of service: CBService) -> [CBCharacteristic] {
        found.map { value in
            if let known = characteristicsByID[value.identifier], known.uuid.value == value.uuid,
                known.properties.rawValue == value.properties
            {
                return known
            }
            let characteristic = CBCharacteristic(uuid: CBUUID(value.uuid), identifier: value.identifier)
            characteristic.mirror.withLock { mirror in
                mirror.service = service
                mirror.properties = CBCharacteristicProperties(rawValue: value.properties)
                mirror.value = value.cachedValue.map { Data($0) }
            }
            characteristicsByID[value.identifier] = characteristic
            return characteristic
        }
    }

    /// The objects of these descriptors.
    mutating func reconcile(
        _ found: [Central.Descriptor], of characteristic: CBCharacteristic
    ) -> [CBDescriptor] {
        found.map { value in
            if let known = descriptorsByID[value.identifier], known.uuid.value == value.uuid { return known }
            let descriptor = CBDescriptor(uuid: CBUUID(value.uuid), identifier: value.identifier)
            descriptor.mirror.withLock { $0.characteristic = characteristic }
            descriptorsByID[value.identifier] = descriptor
            return descriptor
        }
    }

    /// Removes services that the peer changed, with their contents; returns those that were known.
    mutating func invalidate(_ identifiers: [AttributeIdentifier]) -> [CBService] {
        let dead = identifiers.compactMap { servicesByID.remove($0) }
        for characteristic in dead.flatMap({ $0.characteristics ?? [] }) {
            characteristicsByID.remove(characteristic.identifier)
            for descriptor in characteristic.descriptors ?? [] {
                descriptorsByID.remove(descriptor.identifier)
            }
        }
        services?.removeAll { service in dead.contains { $0 === service } }
        return dead
    }

    /// The link has ended, and with it every subscription (behaviour 5.25).
    func detach() {
        for characteristic in characteristicsByID.objects {
            characteristic.mirror.withLock { $0.isNotifying = false }
        }
    }
}
