import BluetoothTypes

/// Where a service is in a peripheral's database, by its type.
///
/// A path names the same service on every connection. If a peripheral has several services of one type, `index` says which
/// one, in the order of the database.
///
/// ```swift
/// let secondBattery = ServicePath(.battery, index: 1)
/// ```
public struct ServicePath: Hashable, Sendable {
    /// The service's type.
    public var uuid: BluetoothUUID
    /// Which one of the services of this type, from 0.
    public var index: Int
    /// The service that includes this one; `nil` for a primary service.
    public var includer: ServicePath? { steps.first }
    /// One element or none: a value can't contain itself.
    private var steps: [ServicePath]

    /// Creates the path of a primary service.
    public init(_ uuid: BluetoothUUID, index: Int = 0) {
        self.uuid = uuid
        self.index = index
        steps = []
    }

    /// Creates the path of a service that another one includes.
    public init(_ uuid: BluetoothUUID, index: Int = 0, includedIn includer: ServicePath) {
        self.uuid = uuid
        self.index = index
        steps = [includer]
    }
}

/// Where a characteristic is in a peripheral's database, by its type and its service's type.
///
/// ```swift
/// let level = CharacteristicPath(.batteryLevel, in: ServicePath(.battery, index: 1))
/// let value = try await strap.read(level)
/// ```
public struct CharacteristicPath: Hashable, Sendable {
    public var service: ServicePath
    /// The characteristic's type.
    public var uuid: BluetoothUUID
    /// Which one of the characteristics of this type in the service, from 0.
    public var index: Int

    public init(_ uuid: BluetoothUUID, index: Int = 0, in service: ServicePath) {
        self.service = service
        self.uuid = uuid
        self.index = index
    }

    /// Creates the path of the first characteristic of this type in the first service of that type.
    public init(_ uuid: BluetoothUUID, of service: BluetoothUUID) {
        self.init(uuid, in: ServicePath(service))
    }
}

/// Where a descriptor is in a peripheral's database.
///
/// ```swift
/// let format = DescriptorPath("2904", of: CharacteristicPath("2A19", of: "180F"))
/// ```
public struct DescriptorPath: Hashable, Sendable {
    public var characteristic: CharacteristicPath
    /// The descriptor's type.
    public var uuid: BluetoothUUID
    /// Which one of the descriptors of this type, from 0.
    public var index: Int

    public init(_ uuid: BluetoothUUID, index: Int = 0, of characteristic: CharacteristicPath) {
        self.characteristic = characteristic
        self.uuid = uuid
        self.index = index
    }
}

extension TypedCharacteristic {
    /// The first characteristic of this type in the first service of its type.
    public var path: CharacteristicPath { CharacteristicPath(uuid, of: service) }

    /// This characteristic in one of several services of its type, or in an included one.
    public func path(in service: ServicePath, index: Int = 0) -> CharacteristicPath {
        CharacteristicPath(uuid, index: index, in: service)
    }
}
