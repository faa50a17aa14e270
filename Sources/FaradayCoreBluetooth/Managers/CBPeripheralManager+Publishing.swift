import BluetoothPort
import Foundation

extension CBPeripheralManager {
    /// Gives identifiers to a service and its contents, and sends it to the port as a value.
    func publish(_ service: CBMutableService) {
        let characteristics = (service.characteristics ?? []).compactMap { $0 as? CBMutableCharacteristic }
        let included = service.includedServices ?? []
        let value = mirror.withLock { mirror in
            let (identifier, named) = mirror.publications.insert(service, characteristics)
            return Peripheral.Service(
                identifier: identifier, uuid: service.uuid.value, isPrimary: service.isPrimary,
                // An included service that was not published has no identifier at the port; the port refuses
                // it.
                includedServices: included.map { mirror.publications.identifier(of: $0) ?? .none },
                characteristics: named.map { $1.portValue(as: $0) })
        }
        for characteristic in characteristics where characteristic.subscribedCentrals == nil {
            characteristic.clearSubscribers(to: [])
        }
        guard port.send(.add(value)) != .accepted else { return }
        let end = mirror.withLock { $0.publications.ended(value.identifier, isAdded: false) }
        if end?.isGone == true { unpublish(value.identifier) }
    }

    func unpublish(_ identifier: AttributeIdentifier) {
        guard let entry = mirror.withLock({ $0.publications.remove(identifier) }) else { return }
        for (_, characteristic) in entry.characteristics
        where mirror.withLock({ $0.publications.identifier(of: characteristic) }) == nil {
            characteristic.clearSubscribers(to: nil)
        }
    }

    func unpublishAll() {
        let old = mirror.withLock { $0.publications.removeAll() }
        for characteristic in old.allCharacteristics { characteristic.clearSubscribers(to: nil) }
    }

    func report(_ kind: Misuse.Kind, _ call: String, _ message: String) {
        port.send(.reportMisuse(Misuse(kind: kind, call: "CBPeripheralManager." + call, message: message)))
    }
}

extension CBMutableCharacteristic {
    /// The characteristic as a value for the port; a static value implies that it is readable (behaviour
    /// 6.3).
    func portValue(as identifier: AttributeIdentifier) -> Peripheral.Characteristic {
        let descriptors = (self.descriptors ?? []).compactMap { descriptor in
            DescriptorValue.bytes(of: descriptor.value, uuid: descriptor.uuid.value).map {
                Peripheral.Descriptor(uuid: descriptor.uuid.value, value: $0)
            }
        }
        let value = self.value?.byteArray
        let isEncrypted = permissions.contains(.readEncryptionRequired)
        let implied: CBAttributePermissions = value == nil || isEncrypted ? [] : .readable
        return Peripheral.Characteristic(
            identifier: identifier, uuid: uuid.value,
            properties: properties.union(value == nil ? [] : .read).rawValue,
            permissions: permissions.union(implied).rawValue, value: value, descriptors: descriptors)
    }

    func clearSubscribers(to centrals: [CBCentral]?) {
        var swapped = centrals
        changing(.subscribedCentrals) { mirror.withLock { swap(&$0.subscribedCentrals, &swapped) } }
    }

    func subscribe(_ central: CBCentral) {
        changing(.subscribedCentrals) {
            mirror.withLock { mirror in
                let others = (mirror.subscribedCentrals ?? []).filter { $0 !== central }
                mirror.subscribedCentrals = others + [central]
            }
        }
    }

    /// The caller holds the central, so nothing is released under the lock.
    func unsubscribe(_ central: CBCentral) {
        changing(.subscribedCentrals) {
            mirror.withLock { $0.subscribedCentrals?.removeAll { $0 === central } }
        }
    }
}
