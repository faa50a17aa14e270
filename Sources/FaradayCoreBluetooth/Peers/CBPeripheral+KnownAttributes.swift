import BluetoothPort
import Foundation

// What the system knows of a peer's database before the app has asked (behaviour 4.7, 7.6).
extension CBPeripheral {
    /// Takes in objects for what is known, without a callback; `services` shows them only once they are discovered.
    func attributesKnown(_ known: [Central.KnownService]) {
        mirror.withLock { $0.graph.take(known, of: self) }
    }
}

extension AttributeGraph {
    mutating func take(_ known: [Central.KnownService], of peripheral: CBPeripheral) {
        for (value, service) in zip(known, reconcile(known.map(\.service), of: peripheral)) {
            if let included = value.includedServices {
                let objects = reconcile(included, of: peripheral)
                service.mirror.withLock { $0.includedServices = objects }
            }
            if let characteristics = value.characteristics { take(characteristics, of: service) }
        }
    }

    private mutating func take(_ known: [Central.KnownCharacteristic], of service: CBService) {
        let objects = reconcile(known.map(\.characteristic), of: service)
        for (value, characteristic) in zip(known, objects) {
            characteristic.mirror.withLock { $0.isNotifying = value.isNotifying }
            guard let descriptors = value.descriptors else { continue }
            let found = reconcile(descriptors, of: characteristic)
            characteristic.mirror.withLock { $0.descriptors = found }
        }
        service.mirror.withLock { $0.characteristics = objects }
    }
}
