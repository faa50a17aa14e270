import BluetoothPort
import BluetoothTypes

/// A service that a `LocalPeripheral` has published: the name by which it is removed, included and updated.
public struct PublishedService: Hashable, Sendable, Identifiable {
    let identifier: AttributeIdentifier
    /// The service's type.
    public let uuid: BluetoothUUID
    /// The service's characteristics, in order.
    public let characteristics: [PublishedCharacteristic]

    /// Tells services of one `LocalPeripheral` apart.
    public var id: UInt64 { identifier.rawValue }
}

/// A characteristic that a `LocalPeripheral` has published.
public struct PublishedCharacteristic: Hashable, Sendable, Identifiable {
    let identifier: AttributeIdentifier
    /// The characteristic's type.
    public let uuid: BluetoothUUID
    /// The type of the service that has it.
    public let service: BluetoothUUID

    /// Tells characteristics of one `LocalPeripheral` apart.
    public var id: UInt64 { identifier.rawValue }

    /// Whether this is the profile's characteristic, in whichever service of its type.
    public func has<Value>(_ type: TypedCharacteristic<Value>) -> Bool {
        uuid == type.uuid && service == type.service
    }
}
