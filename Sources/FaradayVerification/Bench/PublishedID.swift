import BluetoothPort
import BluetoothTypes

/// What the app publishes where it is the peripheral.
package enum PublishedID {
    /// The service that the app advertises.
    package static let service: BluetoothUUID = "FA5C0000-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Has a value that does not change.
    package static let fixed: BluetoothUUID = "FA5C0001-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Has no value: the app answers. It also notifies.
    package static let asked: BluetoothUUID = "FA5C0002-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Can be read over an encrypted link only.
    package static let encrypted: BluetoothUUID = "FA5C0003-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Another service, which comes later or is another manager's.
    package static let later: BluetoothUUID = "FA5C0100-8C5D-4E0B-9A3F-6B0C2D1E7F00"

    /// The app's identifiers for what it publishes.
    enum Place {
        static let service = AttributeIdentifier(rawValue: 1)
        static let fixed = AttributeIdentifier(rawValue: 2)
        static let asked = AttributeIdentifier(rawValue: 3)
        static let encrypted = AttributeIdentifier(rawValue: 4)
        static let later = AttributeIdentifier(rawValue: 5)
    }

    static var definition: Peripheral.Service {
        .init(
            identifier: Place.service, uuid: service, isPrimary: true, includedServices: [],
            characteristics: [
                .init(
                    identifier: Place.fixed, uuid: fixed, properties: 0x02, permissions: 1, value: [7],
                    descriptors: []),
                .init(
                    identifier: Place.asked, uuid: asked, properties: 0x1E, permissions: 3, value: nil,
                    descriptors: []),
                .init(
                    identifier: Place.encrypted, uuid: encrypted, properties: 0x02, permissions: 4,
                    value: [6], descriptors: []),
            ])
    }

    /// A service that includes others.
    static func later(including services: [AttributeIdentifier] = []) -> Peripheral.Service {
        .init(
            identifier: Place.later, uuid: later, isPrimary: true, includedServices: services,
            characteristics: [])
    }
}
