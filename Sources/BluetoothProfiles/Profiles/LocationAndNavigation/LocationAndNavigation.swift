import BluetoothTypes
import BluetoothWire

/// The Location and Navigation service (1819).
///
/// ```swift
/// for try await fix in pod.notifications(of: LocationAndNavigation.locationAndSpeed) {
///     if let place = fix.coordinate { print(place.latitude, place.longitude) }
/// }
/// ```
///
/// Source: Location and Navigation Service 1.0; GATT Specification Supplement.
public enum LocationAndNavigation {
    /// The UUID of *Location and Navigation*.
    public static let service: BluetoothUUID = "1819"
    /// Where the device is and how fast it moves; notified about once per second.
    public static let locationAndSpeed = TypedCharacteristic<LocationAndSpeed>("2A67", of: service)
    /// Where to go; notified while navigating.
    public static let navigation = TypedCharacteristic<Navigation>("2A68", of: service)
    /// How well the position is known.
    public static let positionQuality = TypedCharacteristic<PositionQuality>("2A69", of: service)
    /// What the device can do; does not change during a connection.
    public static let feature = TypedCharacteristic<Feature>("2A6A", of: service)
    /// Sets values, and controls the navigation.
    public static let controlPoint = ControlPoint<Request, Response>("2A6B", of: service)

    /// What a device can do.
    public struct Feature: OptionSet, CharacteristicValue {
        public var rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// It measures the speed.
        public static let instantaneousSpeed = Feature(rawValue: 1 << 0)
        /// It measures the total distance.
        public static let totalDistance = Feature(rawValue: 1 << 1)
        /// It knows where it is.
        public static let location = Feature(rawValue: 1 << 2)
        /// It measures the elevation.
        public static let elevation = Feature(rawValue: 1 << 3)
        /// It measures the heading.
        public static let heading = Feature(rawValue: 1 << 4)
        /// It sends a rolling time.
        public static let rollingTime = Feature(rawValue: 1 << 5)
        /// It sends the time.
        public static let utcTime = Feature(rawValue: 1 << 6)
        /// It navigates with the distance that remains.
        public static let remainingDistance = Feature(rawValue: 1 << 7)
        /// It navigates with the vertical distance that remains.
        public static let remainingVerticalDistance = Feature(rawValue: 1 << 8)
        /// It navigates with the time of arrival.
        public static let estimatedTimeOfArrival = Feature(rawValue: 1 << 9)
        /// It counts the beacons that it uses.
        public static let beaconsInSolution = Feature(rawValue: 1 << 10)
        /// It counts the beacons that it receives.
        public static let beaconsInView = Feature(rawValue: 1 << 11)
        /// It measures the time to the first fix.
        public static let timeToFirstFix = Feature(rawValue: 1 << 12)
        /// It estimates its horizontal error.
        public static let estimatedHorizontalError = Feature(rawValue: 1 << 13)
        /// It estimates its vertical error.
        public static let estimatedVerticalError = Feature(rawValue: 1 << 14)
        /// It knows the horizontal dilution of precision.
        public static let horizontalDilution = Feature(rawValue: 1 << 15)
        /// It knows the vertical dilution of precision.
        public static let verticalDilution = Feature(rawValue: 1 << 16)
        /// Parts of location and speed can be switched off.
        public static let contentMasking = Feature(rawValue: 1 << 17)
        /// The fix rate can be set.
        public static let fixRateSetting = Feature(rawValue: 1 << 18)
        /// The elevation can be set.
        public static let elevationSetting = Feature(rawValue: 1 << 19)
        /// It knows the status of its position.
        public static let positionStatus = Feature(rawValue: 1 << 20)
    }

    /// What a position is worth.
    public enum PositionStatus: UInt8, CharacteristicValue, CaseIterable {
        /// There is no position.
        case none = 0
        /// The position was measured.
        case ok = 1
        /// The position is an estimate, as in a tunnel.
        case estimated = 2
        /// The position is the last one known.
        case lastKnown = 3
    }

    /// How a heading is measured.
    public enum HeadingSource: UInt8, CharacteristicValue, CaseIterable {
        /// From the movement itself.
        case movement = 0
        /// By a magnetic compass.
        case compass = 1
    }

    /// How an elevation is measured.
    public enum ElevationSource: UInt8, CharacteristicValue, CaseIterable {
        /// By the positioning system.
        case positioning = 0
        /// From the pressure of the air.
        case airPressure = 1
        /// From a map.
        case database = 2
        /// In another way.
        case other = 3
    }

    /// A place on earth, in WGS 84.
    public struct Coordinate: CharacteristicValue {
        /// Degrees north, −90…90 in steps of 0.0000001.
        public var latitude: Double
        /// Degrees east, −180…180 in steps of 0.0000001.
        public var longitude: Double

        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }
}

extension LocationAndNavigation.Coordinate {
    private static let unit = 10_000_000.0

    /// Reads latitude and longitude.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        self.init(
            latitude: try reader.number(.int32, per: Self.unit),
            longitude: try reader.number(.int32, per: Self.unit))
    }

    /// Appends latitude and longitude.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(latitude, as: .int32, per: Self.unit)
        bytes.append(longitude, as: .int32, per: Self.unit)
    }
}
