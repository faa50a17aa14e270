import BluetoothTypes

/// A service that was discovered on a peripheral.
public struct DiscoveredService: Hashable, Sendable, Identifiable {
    /// Where the service is; the same on every connection.
    public let path: ServicePath
    /// Whether the service is primary; a secondary one is only there to be included.
    public let isPrimary: Bool
    /// The service's type.
    public var uuid: BluetoothUUID { path.uuid }
    /// The path.
    public var id: ServicePath { path }
}

/// A characteristic that was discovered on a peripheral.
public struct DiscoveredCharacteristic: Hashable, Sendable, Identifiable {
    /// Where the characteristic is; the same on every connection.
    public let path: CharacteristicPath
    /// What may be done with the characteristic.
    public let properties: CharacteristicProperties
    /// The characteristic's type.
    public var uuid: BluetoothUUID { path.uuid }
    /// The path.
    public var id: CharacteristicPath { path }
}

/// A descriptor that was discovered on a peripheral.
public struct DiscoveredDescriptor: Hashable, Sendable, Identifiable {
    /// Where the descriptor is; the same on every connection.
    public let path: DescriptorPath
    /// The descriptor's type.
    public var uuid: BluetoothUUID { path.uuid }
    /// The path.
    public var id: DescriptorPath { path }
}

/// What may be done with a characteristic (Core 6.0, Vol 3, Part G, 3.3.1.1).
public struct CharacteristicProperties: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The value may be broadcast.
    public static let broadcast = CharacteristicProperties(rawValue: 0x01)
    /// The value may be read.
    public static let read = CharacteristicProperties(rawValue: 0x02)
    /// The value may be written, without an answer.
    public static let writeWithoutResponse = CharacteristicProperties(rawValue: 0x04)
    /// The value may be written, and the peripheral answers.
    public static let write = CharacteristicProperties(rawValue: 0x08)
    /// The peripheral sends the value by itself, without a confirmation.
    public static let notify = CharacteristicProperties(rawValue: 0x10)
    /// The peripheral sends the value by itself, and the system confirms it.
    public static let indicate = CharacteristicProperties(rawValue: 0x20)
    /// The value may be written with a signature.
    public static let authenticatedSignedWrites = CharacteristicProperties(rawValue: 0x40)
    /// There are more properties in a descriptor.
    public static let extendedProperties = CharacteristicProperties(rawValue: 0x80)
}
