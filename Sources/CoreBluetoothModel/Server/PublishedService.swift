import BluetoothHost
import BluetoothPort
import BluetoothWire

/// A service that a manager has published.
struct PublishedService: Sendable {
    let definition: Peripheral.Service
    var identifier: AttributeIdentifier { definition.identifier }
    /// The services that it includes. They cannot be removed before it (behaviour 6.1).
    var includes: [AttributeIdentifier] { definition.includedServices }
    /// Its first handle, which identifies it at the host.
    let handle: ATT.Handle
    /// Value handles, in the order of the definition.
    let characteristics: [ATT.Handle]
}

/// A service that the host is adding to its database.
struct Addition: Sendable {
    let token: Host.Token
    let session: SessionID
    let service: Peripheral.Service
    /// The app has removed the service meanwhile.
    var isTakenBack = false
}

/// One characteristic of the phone's own database.
struct LocalCharacteristic: Sendable {
    struct Subscriber: Sendable {
        let link: Host.LinkID
        var subscription: GATT.Subscription
    }

    /// The session gets another number after the manager's app has ended.
    var session: SessionID
    let identifier: AttributeIdentifier
    /// The value never changes and the host answers for it (behaviour 6.3).
    let isStatic: Bool
    /// In the order they subscribed.
    var subscribers: [Subscriber] = []
}
