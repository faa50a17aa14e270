import BluetoothPort
import Foundation

// The attributes that the system knows before the app has discovered them (behaviour 4.7, 7.6).
extension CBPeripheral {
    /// Creates objects for known attributes, without a callback; `services` contains them only after a discovery.
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
