import BluetoothPort
import BluetoothTypes
import CoreBluetooth

// Converts the framework's objects to the port's values.
extension NativeCentralRole {
    func services(_ services: [CBService]?, of peer: PeerIdentifier) -> [Central.Service] {
        (services ?? []).map { value($0, of: peer) }
    }

    func value(_ service: CBService, of peer: PeerIdentifier) -> Central.Service {
        Central.Service(
            identifier: identify(service, of: peer), uuid: BluetoothUUID(service.uuid),
            isPrimary: service.isPrimary)
    }

    func value(_ characteristic: CBCharacteristic, of peer: PeerIdentifier) -> Central.Characteristic {
        Central.Characteristic(
            identifier: identify(characteristic, of: peer), uuid: BluetoothUUID(characteristic.uuid),
            properties: characteristic.properties.rawValue,
            cachedValue: characteristic.value.map { [UInt8]($0) })
    }

    func value(_ descriptor: CBDescriptor, of peer: PeerIdentifier) -> Central.Descriptor {
        Central.Descriptor(identifier: identify(descriptor, of: peer), uuid: BluetoothUUID(descriptor.uuid))
    }

    /// A service with all contents that the framework knows.
    func known(_ service: CBService, of peer: PeerIdentifier) -> Central.KnownService {
        Central.KnownService(
            service: value(service, of: peer),
            includedServices: service.includedServices.map { services($0, of: peer) },
            characteristics: service.characteristics?.map { characteristic in
                Central.KnownCharacteristic(
                    characteristic: value(characteristic, of: peer),
                    isNotifying: characteristic.isNotifying,
                    descriptors: characteristic.descriptors?.map { value($0, of: peer) })
            })
    }

    /// Services that already contain characteristics that the app has not discovered: the system remembered them
    /// (behaviour 4.7).
    func prefilled(_ services: [CBService], of peer: PeerIdentifier) -> [Central.KnownService] {
        let table = table(of: peer)
        return services.filter { service in
            (service.characteristics ?? []).contains { table?.identifier(of: $0) == nil }
        }
        .map { known($0, of: peer) }
    }
}
