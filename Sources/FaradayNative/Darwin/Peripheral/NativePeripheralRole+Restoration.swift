import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

#if !os(tvOS) && !os(watchOS) && !os(visionOS)
// Services that stayed published while the app was not running. The identifiers of their objects ended with
// the process that created them, so they get new ones.
extension NativePeripheralRole {
    /// Gives identifiers to a service and its characteristics.
    func nameRestored(_ service: CBMutableService) {
        let parts = (service.characteristics ?? []).compactMap { $0 as? CBMutableCharacteristic }
            .map { (nameRestored(), $0) }
        publications.insert(service, as: nameRestored(), parts)
    }

    /// The value of a service that has its identifiers.
    func restored(_ service: CBMutableService) -> Peripheral.Service? {
        guard let identifier = publications.identifier(of: service) else { return nil }
        return Peripheral.Service(
            identifier: identifier, uuid: BluetoothUUID(service.uuid), isPrimary: service.isPrimary,
            includedServices: (service.includedServices ?? []).compactMap { publications.identifier(of: $0) },
            characteristics: (service.characteristics ?? []).compactMap(restored))
    }

    private func restored(_ characteristic: CBCharacteristic) -> Peripheral.Characteristic? {
        guard let characteristic = characteristic as? CBMutableCharacteristic,
            let identifier = publications.identifier(of: characteristic)
        else { return nil }
        return Peripheral.Characteristic(
            identifier: identifier, uuid: BluetoothUUID(characteristic.uuid),
            properties: characteristic.properties.rawValue,
            permissions: characteristic.permissions.rawValue,
            value: characteristic.value.map { [UInt8]($0) },
            descriptors: (characteristic.descriptors ?? []).map {
                Peripheral.Descriptor(
                    uuid: BluetoothUUID($0.uuid), value: NativeDescriptorValue.bytes(of: $0.value))
            })
    }

    /// The subscriptions of centrals.
    func subscriptions(to services: [CBMutableService]) -> [Peripheral.Subscription] {
        services.flatMap { $0.characteristics ?? [] }.flatMap { characteristic in
            let centrals = (characteristic as? CBMutableCharacteristic)?.subscribedCentrals ?? []
            guard let identifier = publications.identifier(of: characteristic) else {
                return [Peripheral.Subscription]()
            }
            return centrals.map {
                Peripheral.Subscription(central: subscriber($0), characteristic: identifier)
            }
        }
    }
}
#endif
