import BluetoothPort
import BluetoothTypes

/// A peripheral that a scan has seen.
public struct Sighting: Sendable, Identifiable {
    public let peripheral: Peripheral
    /// What the peripheral says of itself.
    public let advertisement: Advertisement
    /// The strength of its signal in dBm, or 127 if the system does not know it.
    public let rssi: Int

    /// Creates a sighting, for previews and tests of code that takes sightings.
    public init(peripheral: Peripheral, advertisement: Advertisement, rssi: Int) {
        self.peripheral = peripheral
        self.advertisement = advertisement
        self.rssi = rssi
    }

    /// The name on air; the name that the system knows if there is none on air.
    public var name: String? { advertisement.localName ?? peripheral.name }
    /// The peripheral's identifier.
    public var id: PeerIdentifier { peripheral.identifier }
}

/// What a scan with an expiry tells: who is there, and who is not any more.
public enum ScanEvent: Sendable {
    /// A peripheral was seen, for the first time or again.
    case seen(Sighting)
    /// A peripheral was not seen for the expiry's time; the last sighting of it.
    case lost(Sighting)
}
