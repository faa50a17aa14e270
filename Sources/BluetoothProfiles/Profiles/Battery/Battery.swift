import BluetoothTypes
import BluetoothWire

/// The Battery service (180F). Most devices have the level only.
///
/// ```swift
/// let percent = try await strap.read(Battery.level)
/// for try await status in strap.notifications(of: Battery.levelStatus) { print(status.chargeState) }
/// ```
///
/// Source: Battery Service 1.1.
public enum Battery {
    /// The UUID of *Battery*.
    public static let service: BluetoothUUID = "180F"
    /// How full the battery is, 0…100 %; read and, on most devices, notified. Other numbers are malformed.
    public static let level = TypedCharacteristic<UInt8>("2A19", of: service, in: 0...100)
    /// Whether the battery is charged or discharged; read, and notified or indicated.
    public static let levelStatus = TypedCharacteristic<LevelStatus>("2BED", of: service)
    /// When to have the battery serviced, in days since 1970-01-01.
    public static let estimatedServiceDate = TypedCharacteristic<Date>("2BEF", of: service)
    /// Whether the device will soon stop; read and indicated.
    public static let criticalStatus = TypedCharacteristic<CriticalStatus>("2BE9", of: service)
    /// Voltage, power and energy.
    public static let energyStatus = TypedCharacteristic<EnergyStatus>("2BF0", of: service)
    /// How long the battery lasts.
    public static let timeStatus = TypedCharacteristic<TimeStatus>("2BEE", of: service)
    /// How worn the battery is.
    public static let healthStatus = TypedCharacteristic<HealthStatus>("2BEA", of: service)
    /// For how much wear the battery was designed.
    public static let healthInformation = TypedCharacteristic<HealthInformation>("2BEB", of: service)
    /// What kind of battery it is.
    public static let information = TypedCharacteristic<Information>("2BEC", of: service)
    /// The name of the battery's maker.
    public static let manufacturerName = TypedCharacteristic<String>("2A29", of: service)
    /// The battery's model, as the maker numbers it.
    public static let modelNumber = TypedCharacteristic<String>("2A24", of: service)
    /// The number of this one battery.
    public static let serialNumber = TypedCharacteristic<String>("2A25", of: service)

    /// A day.
    public struct Date: CharacteristicValue {
        /// How many days after 1970-01-01, 0…16,777,215.
        public var daysSince1970: UInt32

        /// Creates a day; numbers that do not fit become the last one.
        public init(daysSince1970: UInt32) { self.daysSince1970 = min(daysSince1970, 0xFF_FFFF) }

        /// Reads 3 bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            daysSince1970 = try reader.uint24()
        }

        /// Appends 3 bytes.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(littleEndian24: min(daysSince1970, 0xFF_FFFF))
        }
    }

    /// Whether the device will soon stop.
    public struct CriticalStatus: OptionSet, CharacteristicValue {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The device may stop because of too little energy.
        public static let isCritical = CriticalStatus(rawValue: 0x01)
        /// The battery needs service at once.
        public static let needsImmediateService = CriticalStatus(rawValue: 0x02)

        /// Reads one byte; reserved bits are ignored.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            self.init(rawValue: try reader.uint8() & 0x03)
        }
    }
}
