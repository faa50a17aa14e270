import BluetoothTypes

/// What the system kept for a `LocalPeripheral` while the app was not running.
public struct RestoredPeripheralRole: Sendable {
    /// The services that stayed published. `publish` takes over a service of the same layout, with its subscribers; requests
    /// to a service wait until it is published again or removed.
    public let services: [PublishedService]
    /// The centrals that are subscribed.
    public let subscriptions: [(central: RemoteCentral, characteristic: PublishedCharacteristic)]
    /// Whether the phone still advertises for the app. A new `advertise` replaces it, and `stopAdvertising` ends it.
    public let isAdvertising: Bool
    /// The name that is advertised.
    public let advertisedName: String?
    /// The services that are advertised.
    public let advertisedServices: [BluetoothUUID]
}
