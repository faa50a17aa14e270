import BluetoothTypes
import BluetoothWire

/// The Phone Alert Status service (180E): whether a phone rings, and silences it.
///
/// ```swift
/// try await phone.write(.muteOnce, to: PhoneAlertStatus.ringerControlPoint)
/// ```
///
/// Source: Phone Alert Status Service 1.0.
public enum PhoneAlertStatus {
    /// The UUID of *Phone Alert Status*.
    public static let service: BluetoothUUID = "180E"
    /// How the phone alerts now; read and notified.
    public static let alertStatus = TypedCharacteristic<AlertStatus>("2A3F", of: service)
    /// Whether the phone may ring; read and notified.
    public static let ringerSetting = TypedCharacteristic<RingerSetting>("2A41", of: service)
    /// Takes commands; written without response.
    public static let ringerControlPoint = TypedCharacteristic<RingerCommand>("2A40", of: service)

    /// How a phone alerts now: several ways at once, or none.
    public struct AlertStatus: OptionSet, CharacteristicValue {
        /// The bits; those without a name are reserved.
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The phone rings.
        public static let ringer = AlertStatus(rawValue: 0x01)
        /// The phone vibrates.
        public static let vibrate = AlertStatus(rawValue: 0x02)
        /// The phone shows the alert.
        public static let display = AlertStatus(rawValue: 0x04)
    }

    /// Whether a phone may ring.
    public enum RingerSetting: UInt8, CharacteristicValue, CaseIterable {
        /// The phone does not ring.
        case silent = 0
        /// The phone rings.
        case normal = 1
    }

    /// A command for the control point. A phone ignores numbers that it does not know.
    public struct RingerCommand: RawRepresentable, CharacteristicValue {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The phone rings no more, until `cancelSilentMode`.
        public static let silentMode = RingerCommand(rawValue: 1)
        /// The phone stops ringing, and rings again for the next alert.
        public static let muteOnce = RingerCommand(rawValue: 2)
        /// The phone rings again.
        public static let cancelSilentMode = RingerCommand(rawValue: 3)
    }
}
