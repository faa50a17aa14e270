import BluetoothTypes
import BluetoothWire

/// The Glucose service (1808).
///
/// A meter sends nothing by itself: the app subscribes to `measurement`, `measurementContext` and `recordAccess`, and
/// asks for records.
///
/// ```swift
/// let reply = try await meter.request(.reportStored(from: 12), at: Glucose.recordAccess)
/// ```
///
/// Source: Glucose Service 1.0; GATT Specification Supplement.
public enum Glucose {
    /// The UUID of *Glucose*.
    public static let service: BluetoothUUID = "1808"
    /// The meter notifies one value for each record that is asked for.
    public static let measurement = TypedCharacteristic<Measurement>("2A18", of: service)
    /// The meter notifies it after the measurement to which it belongs.
    public static let measurementContext = TypedCharacteristic<Context>("2A34", of: service)
    /// What the meter can do.
    public static let feature = TypedCharacteristic<Features>("2A51", of: service)
    /// Takes requests for records, and indicates the answers.
    public static let recordAccess = ControlPoint<RecordAccess.Request, RecordAccess.Response>(
        RecordAccess.uuid, of: service)

    /// A procedure of the control point is running: the service's own error, older than the common one (0xFE).
    public static let procedureAlreadyInProgress: UInt8 = 0x80
    /// The client has not subscribed: the service's own error, older than the common one (0xFD).
    public static let cccdImproperlyConfigured: UInt8 = 0x81

    /// What a meter can do.
    public struct Features: OptionSet, CharacteristicValue {
        public var rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// It detects a low battery during a measurement.
        public static let lowBatteryDetection = Features(rawValue: 1 << 0)
        /// It detects that the sensor malfunctions.
        public static let sensorMalfunctionDetection = Features(rawValue: 1 << 1)
        /// It detects that a sample is too small.
        public static let sampleSizeDetection = Features(rawValue: 1 << 2)
        /// It detects that a strip is inserted wrongly.
        public static let stripInsertionErrorDetection = Features(rawValue: 1 << 3)
        /// It detects strips of another type.
        public static let stripTypeErrorDetection = Features(rawValue: 1 << 4)
        /// It detects results that are too high or too low.
        public static let resultHighLowDetection = Features(rawValue: 1 << 5)
        /// It detects temperatures that are too high or too low.
        public static let temperatureHighLowDetection = Features(rawValue: 1 << 6)
        /// It detects that a strip is pulled too soon.
        public static let readInterruptDetection = Features(rawValue: 1 << 7)
        /// It reports general faults.
        public static let generalDeviceFault = Features(rawValue: 1 << 8)
        /// It reports that its clock may be wrong.
        public static let timeFault = Features(rawValue: 1 << 9)
        /// It keeps bonds with several centrals.
        public static let multipleBonds = Features(rawValue: 1 << 10)

        /// Reads two bytes; reserved bits are left out.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            rawValue = try reader.uint16() & 0x07FF
        }
    }

    /// What was measured. Only four bits are sent.
    public struct SampleType: RawRepresentable, Hashable, Sendable {
        /// The code as on air, 0…15.
        public let rawValue: UInt8
        /// Creates a code, also one that the specification does not have; four bits of it are kept.
        public init(rawValue: UInt8) { self.rawValue = rawValue & 0x0F }

        /// Whole blood from a capillary.
        public static let capillaryWholeBlood = SampleType(rawValue: 1)
        /// Plasma from a capillary.
        public static let capillaryPlasma = SampleType(rawValue: 2)
        /// Whole blood from a vein.
        public static let venousWholeBlood = SampleType(rawValue: 3)
        /// Plasma from a vein.
        public static let venousPlasma = SampleType(rawValue: 4)
        /// Whole blood from an artery.
        public static let arterialWholeBlood = SampleType(rawValue: 5)
        /// Plasma from an artery.
        public static let arterialPlasma = SampleType(rawValue: 6)
        /// Whole blood from anywhere.
        public static let undeterminedWholeBlood = SampleType(rawValue: 7)
        /// Plasma from anywhere.
        public static let undeterminedPlasma = SampleType(rawValue: 8)
        /// Interstitial fluid.
        public static let interstitialFluid = SampleType(rawValue: 9)
        /// The fluid with which a meter is checked.
        public static let controlSolution = SampleType(rawValue: 10)
    }

    /// Where it was measured. Only four bits are sent.
    public struct SampleLocation: RawRepresentable, Hashable, Sendable {
        /// The code as on air, 0…15.
        public let rawValue: UInt8
        /// Creates a code, also one that the specification does not have; four bits of it are kept.
        public init(rawValue: UInt8) { self.rawValue = rawValue & 0x0F }

        /// A finger.
        public static let finger = SampleLocation(rawValue: 1)
        /// Another place, such as the forearm.
        public static let alternateSite = SampleLocation(rawValue: 2)
        /// An earlobe.
        public static let earlobe = SampleLocation(rawValue: 3)
        /// No place: control solution.
        public static let controlSolution = SampleLocation(rawValue: 4)
        /// Under the skin; only in Continuous Glucose Monitoring.
        public static let subcutaneousTissue = SampleLocation(rawValue: 5)
        /// Not known.
        public static let notAvailable = SampleLocation(rawValue: 15)
    }

    /// What was wrong during a measurement.
    public struct SensorStatus: OptionSet, Hashable, Sendable {
        public var rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The battery was low.
        public static let batteryLow = SensorStatus(rawValue: 1 << 0)
        /// The sensor malfunctioned.
        public static let sensorMalfunction = SensorStatus(rawValue: 1 << 1)
        /// There was too little blood or control solution.
        public static let sampleTooSmall = SensorStatus(rawValue: 1 << 2)
        /// The strip was inserted wrongly.
        public static let stripInsertionError = SensorStatus(rawValue: 1 << 3)
        /// The strip was of another type.
        public static let stripTypeIncorrect = SensorStatus(rawValue: 1 << 4)
        /// The result is higher than the meter can show.
        public static let resultTooHigh = SensorStatus(rawValue: 1 << 5)
        /// The result is lower than the meter can show.
        public static let resultTooLow = SensorStatus(rawValue: 1 << 6)
        /// The sensor was too warm.
        public static let temperatureTooHigh = SensorStatus(rawValue: 1 << 7)
        /// The sensor was too cold.
        public static let temperatureTooLow = SensorStatus(rawValue: 1 << 8)
        /// The strip was pulled too soon.
        public static let readInterrupted = SensorStatus(rawValue: 1 << 9)
        /// There was a general fault.
        public static let generalDeviceFault = SensorStatus(rawValue: 1 << 10)
        /// The meter's clock may be wrong.
        public static let timeFault = SensorStatus(rawValue: 1 << 11)

        /// The bits that have a meaning.
        static let known: UInt16 = 0x0FFF
    }
}
