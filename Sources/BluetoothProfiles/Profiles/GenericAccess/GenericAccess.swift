import BluetoothTypes
import BluetoothWire

/// The Generic Access service (1800), which every device has. On Apple's platforms apps can't see it.
///
/// ```swift
/// let appearance = try await strap.read(GenericAccess.appearance)
/// print(appearance.name)  // Heart Rate Belt
/// ```
///
/// Source: Core 6.0, Vol 3, Part C, 12.
public enum GenericAccess {
    /// The UUID of *Generic Access*.
    public static let service: BluetoothUUID = "1800"
    /// The device's name, at most 248 bytes.
    public static let deviceName = TypedCharacteristic<String>("2A00", of: service)
    /// What the device looks like.
    public static let appearance = TypedCharacteristic<Appearance>("2A01", of: service)
    /// The connection parameters that suit the device.
    public static let preferredConnectionParameters = TypedCharacteristic<ConnectionParameters>(
        "2A04", of: service)
    /// Whether the device resolves private addresses when it initiates connections.
    public static let centralAddressResolution = TypedCharacteristic<Bool>("2AA6", of: service)
    /// The device uses resolvable private addresses only, once it is bonded; the value is 0.
    public static let resolvablePrivateAddressOnly = TypedCharacteristic<ResolvablePrivateAddressOnly>(
        "2AC9", of: service)

    /// The only value of *Resolvable Private Address Only*.
    public enum ResolvablePrivateAddressOnly: UInt8, CharacteristicValue, CaseIterable {
        /// Once the device is bonded.
        case afterBonding = 0
    }

    /// The connection parameters that suit a device.
    public struct ConnectionParameters: CharacteristicValue {
        /// The shortest interval in milliseconds, 7.5…4,000 in steps of 1.25; `nil` if the device does not care.
        public var minimumInterval: Double?
        /// The longest interval in milliseconds, 7.5…4,000 in steps of 1.25; `nil` if the device does not care.
        public var maximumInterval: Double?
        /// How many connection events the device may skip, 0…499.
        public var latency: UInt16
        /// How long a silent link lasts, in milliseconds, 100…32,000 in steps of 10; `nil` if the device does not care.
        public var supervisionTimeout: Double?

        /// Creates parameters; the ranges are those of the properties.
        public init(
            minimumInterval: Double? = nil, maximumInterval: Double? = nil, latency: UInt16 = 0,
            supervisionTimeout: Double? = nil
        ) {
            self.minimumInterval = minimumInterval
            self.maximumInterval = maximumInterval
            self.latency = latency
            self.supervisionTimeout = supervisionTimeout
        }
    }
}

extension GenericAccess.ConnectionParameters {
    /// Reads 8 bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        minimumInterval = try Self.interval(&reader)
        maximumInterval = try Self.interval(&reader)
        if let minimumInterval, let maximumInterval, minimumInterval > maximumInterval {
            throw reader.invalid("minimum interval", Int(minimumInterval))
        }
        latency = try reader.uint16()
        guard latency <= 499 else { throw reader.invalid("latency", Int(latency)) }
        let timeout = try reader.uint16()
        guard timeout == 0xFFFF || (10...3200).contains(timeout) else {
            throw reader.invalid("supervision timeout", Int(timeout))
        }
        supervisionTimeout = timeout == 0xFFFF ? nil : Double(timeout) * 10
    }

    private static func interval(_ reader: inout ByteReader) throws(DecodeError) -> Double? {
        let steps = try reader.uint16()
        guard steps != 0xFFFF else { return nil }
        guard (6...3200).contains(steps) else { throw reader.invalid("connection interval", Int(steps)) }
        return Double(steps) * 1.25
    }

    /// Appends 8 bytes; numbers out of range become the nearest in range.
    public func encode(into bytes: inout [UInt8]) {
        func steps(_ value: Double?, of step: Double, in range: ClosedRange<UInt16>) -> UInt16 {
            guard let value else { return 0xFFFF }
            return min(max(UInt16(value, inStepsOf: step), range.lowerBound), range.upperBound)
        }
        bytes.append(littleEndian: steps(minimumInterval, of: 1.25, in: 6...3200))
        bytes.append(littleEndian: steps(maximumInterval, of: 1.25, in: 6...3200))
        bytes.append(littleEndian: min(latency, 499))
        bytes.append(littleEndian: steps(supervisionTimeout, of: 10, in: 10...3200))
    }
}
