import BluetoothPort
import BluetoothTypes

/// A service of a `LocalPeripheral`, from the app's wish to publish it until the system has withdrawn it.
struct HostedService {
    enum Stage {
        /// The system was asked to publish it.
        case adding
        case published
        /// The system lost it with a reset; it is added again when Bluetooth is on (behaviour 6.13).
        case lost
    }

    let value: PortPeripheral.Service
    var characteristics: [HostedCharacteristic]
    var stage: Stage
    /// The call of `publish` that waits for it.
    var publish: RoleRequest?
    /// The call that has published it in this run; none for services that the system restored.
    var publication: UInt64?
    /// The app has removed it, and the system may still have it.
    var isWithdrawn = false

    var identifier: AttributeIdentifier { value.identifier }
    var isClaimed: Bool { publication != nil }

    var handle: PublishedService {
        PublishedService(
            identifier: identifier, uuid: value.uuid, characteristics: characteristics.map(\.handle))
    }
}

/// A characteristic of a hosted service.
struct HostedCharacteristic {
    let handle: PublishedCharacteristic
    let properties: CharacteristicProperties
    /// Without one the app has not published a restored service yet.
    var definition: CharacteristicDefinition?
    /// What reads get, if the library keeps the value.
    var value: [UInt8]?
    var subscribers: [RemoteCentral] = []

    init(_ value: PortPeripheral.Characteristic, of service: BluetoothUUID) {
        handle = PublishedCharacteristic(identifier: value.identifier, uuid: value.uuid, service: service)
        properties = CharacteristicProperties(rawValue: value.properties & 0xFF)
        self.value = value.value
    }
}

extension PortPeripheral.Service {
    /// Whether a service that the system restored is this one, as centrals see it.
    func hasLayout(of other: PortPeripheral.Service) -> Bool {
        uuid == other.uuid && isPrimary == other.isPrimary && includedServices == other.includedServices
            && characteristics.count == other.characteristics.count
            && zip(characteristics, other.characteristics).allSatisfy {
                $0.uuid == $1.uuid && $0.properties == $1.properties && $0.value == $1.value
                    && $0.descriptors.map(\.uuid) == $1.descriptors.map(\.uuid)
            }
    }
}
