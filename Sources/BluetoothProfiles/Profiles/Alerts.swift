import BluetoothTypes
import BluetoothWire

/// How urgently a device alerts; Immediate Alert and Link Loss use it.
///
/// Source: GATT Specification Supplement, *Alert Level*.
public enum AlertLevel: UInt8, CharacteristicValue, CaseIterable {
    /// The device does not alert.
    case noAlert = 0
    /// The device alerts mildly.
    case mildAlert = 1
    /// The device alerts as strongly as it can.
    case highAlert = 2
}

/// The Immediate Alert service (1802): makes a device alert at once.
///
/// ```swift
/// try await keyfob.write(.highAlert, to: ImmediateAlert.alertLevel)
/// ```
///
/// Source: Immediate Alert Service 1.0.
public enum ImmediateAlert {
    /// The UUID of *Immediate Alert*.
    public static let service: BluetoothUUID = "1802"
    /// Starts or ends an alert; written without response.
    public static let alertLevel = TypedCharacteristic<AlertLevel>("2A06", of: service)
}

/// The Link Loss service (1803): how a device alerts when the link is lost.
///
/// ```swift
/// try await keyfob.write(.mildAlert, to: LinkLoss.alertLevel)
/// ```
///
/// Source: Link Loss Service 1.0.1.
public enum LinkLoss {
    /// The UUID of *Link Loss*.
    public static let service: BluetoothUUID = "1803"
    /// How the device alerts when the link is lost; read and written.
    public static let alertLevel = TypedCharacteristic<AlertLevel>("2A06", of: service)
}

/// The Tx Power service (1804): how strongly a device transmits.
///
/// ```swift
/// let pathLoss = try await Int(keyfob.read(TxPower.level)) - rssi
/// ```
///
/// Source: Tx Power Service 1.0.
public enum TxPower {
    /// The UUID of *Tx Power*.
    public static let service: BluetoothUUID = "1804"
    /// The transmit power on this link in dBm, -100…20.
    public static let level = TypedCharacteristic<Int8>("2A07", of: service)
}
