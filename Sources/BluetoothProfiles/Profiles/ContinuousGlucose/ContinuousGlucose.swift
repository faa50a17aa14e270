import BluetoothTypes
import BluetoothWire

/// The Continuous Glucose Monitoring service (181F).
///
/// A sensor measures in sessions, and notifies a measurement once per communication interval. If its features contain
/// `.checksum`, its values end with a checksum, and so must what is written to it.
///
/// ```swift
/// try await sensor.request(.startSession, at: ContinuousGlucose.controlPoint)
/// for try await values in sensor.notifications(of: ContinuousGlucose.measurement) { print(values.records) }
/// ```
///
/// Source: Continuous Glucose Monitoring Service 1.0.2; GATT Specification Supplement.
public enum ContinuousGlucose {
    /// The UUID of *Continuous Glucose Monitoring*.
    public static let service: BluetoothUUID = "181F"
    /// The sensor notifies it once per communication interval, and for each record that is asked for.
    public static let measurement = TypedCharacteristic<Measurements>("2AA7", of: service)
    /// What the sensor can do.
    public static let feature = TypedCharacteristic<Feature>("2AA8", of: service)
    /// What is the matter with the sensor.
    public static let status = TypedCharacteristic<Status>("2AA9", of: service)
    /// When the session started; the client writes the present time.
    public static let sessionStartTime = TypedCharacteristic<SessionStartTime>("2AAA", of: service)
    /// How long a session lasts.
    public static let sessionRunTime = TypedCharacteristic<SessionRunTime>("2AAB", of: service)
    /// Takes requests for records by time offset, and indicates the answers.
    public static let recordAccess = ControlPoint<RecordAccess.Request, RecordAccess.Response>(
        RecordAccess.uuid, of: service)
    /// The Specific Ops Control Point: sessions, calibration and alert levels.
    public static let controlPoint = ControlPoint<Request, Response>("2AAC", of: service)

    /// A value was written without a checksum to a sensor that needs one: the service's own error.
    public static let missingChecksum: UInt8 = 0x80
    /// A value was written with a wrong checksum: the service's own error.
    public static let invalidChecksum: UInt8 = 0x81

    /// The features of a sensor, what it measures, and where.
    public struct Feature: CharacteristicValue {
        /// What the sensor can do.
        public var features: Features
        /// What is measured.
        public var type: Glucose.SampleType
        /// Where it is measured.
        public var location: Glucose.SampleLocation

        public init(
            _ features: Features, type: Glucose.SampleType = .interstitialFluid,
            location: Glucose.SampleLocation = .subcutaneousTissue
        ) {
            self.features = features
            self.type = type
            self.location = location
        }

        /// Reads 6 bytes. The last two are a checksum if the features say so, and are ignored otherwise.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let payload = try reader.array(4)
            let checksum = try reader.uint16()
            var inner = ByteReader(payload, layer: .value)
            features = Features(rawValue: try inner.uint24() & Features.known)
            (type, location) = try inner.sample()
            guard !features.contains(.checksum) || checksum == EndToEndChecksum.of(payload) else {
                throw reader.invalid(EndToEndChecksum.field, Int(checksum))
            }
        }

        /// Appends 6 bytes; without the feature, the checksum is 0xFFFF.
        public func encode(into bytes: inout [UInt8]) {
            let start = bytes.count
            bytes.append(littleEndian24: features.rawValue & Features.known)
            bytes.append(type, location)
            if features.contains(.checksum) {
                bytes.appendChecksum(from: start)
            } else {
                bytes += [0xFF, 0xFF]
            }
        }
    }

    /// What a sensor can do.
    public struct Features: OptionSet, Hashable, Sendable {
        /// The bits as on air, of which there are 24.
        public var rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// It can be calibrated.
        public static let calibration = Features(rawValue: 1 << 0)
        /// It has alerts for levels of the patient's own.
        public static let patientAlerts = Features(rawValue: 1 << 1)
        /// It has an alert for too little glucose.
        public static let hypoAlerts = Features(rawValue: 1 << 2)
        /// It has an alert for too much glucose.
        public static let hyperAlerts = Features(rawValue: 1 << 3)
        /// It has alerts for fast changes.
        public static let rateAlerts = Features(rawValue: 1 << 4)
        /// It has an alert of its maker's.
        public static let deviceSpecificAlert = Features(rawValue: 1 << 5)
        /// It detects that the sensor malfunctions.
        public static let malfunctionDetection = Features(rawValue: 1 << 6)
        /// It detects temperatures that are too high or too low.
        public static let temperatureDetection = Features(rawValue: 1 << 7)
        /// It detects results that are too high or too low.
        public static let resultDetection = Features(rawValue: 1 << 8)
        /// It detects a low battery.
        public static let lowBatteryDetection = Features(rawValue: 1 << 9)
        /// It detects sensors of another type.
        public static let sensorTypeDetection = Features(rawValue: 1 << 10)
        /// It reports general faults.
        public static let generalDeviceFault = Features(rawValue: 1 << 11)
        /// Its values end with a checksum.
        public static let checksum = Features(rawValue: 1 << 12)
        /// It keeps bonds with several centrals.
        public static let multipleBonds = Features(rawValue: 1 << 13)
        /// A session can be started again after it was stopped.
        public static let multipleSessions = Features(rawValue: 1 << 14)
        /// Measurements have a trend.
        public static let trend = Features(rawValue: 1 << 15)
        /// Measurements have a quality.
        public static let quality = Features(rawValue: 1 << 16)

        static let known: UInt32 = 0x01_FFFF
    }

    /// What is the matter with a sensor: three bytes, *status*, *calibration and temperature*, and *warning*.
    public struct SensorStatus: OptionSet, Hashable, Sendable {
        /// The bits of the three bytes; the lowest ones are the status's.
        public var rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The session is over.
        public static let sessionStopped = SensorStatus(rawValue: 1 << 0)
        /// The battery is low.
        public static let batteryLow = SensorStatus(rawValue: 1 << 1)
        /// The sensor is of another type.
        public static let sensorTypeIncorrect = SensorStatus(rawValue: 1 << 2)
        /// The sensor malfunctions, or failed when it measured.
        public static let sensorMalfunction = SensorStatus(rawValue: 1 << 3)
        /// An alert of the maker's.
        public static let deviceSpecificAlert = SensorStatus(rawValue: 1 << 4)
        /// There was a general fault.
        public static let generalDeviceFault = SensorStatus(rawValue: 1 << 5)
        /// The client has to write the time.
        public static let timeSynchronizationRequired = SensorStatus(rawValue: 1 << 8)
        /// The sensor can't be calibrated now.
        public static let calibrationNotAllowed = SensorStatus(rawValue: 1 << 9)
        /// The sensor should be calibrated.
        public static let calibrationRecommended = SensorStatus(rawValue: 1 << 10)
        /// The sensor has to be calibrated.
        public static let calibrationRequired = SensorStatus(rawValue: 1 << 11)
        /// The sensor is too warm.
        public static let temperatureTooHigh = SensorStatus(rawValue: 1 << 12)
        /// The sensor is too cold.
        public static let temperatureTooLow = SensorStatus(rawValue: 1 << 13)
        /// The result is below the patient's own low level.
        public static let belowPatientLow = SensorStatus(rawValue: 1 << 16)
        /// The result is above the patient's own high level.
        public static let abovePatientHigh = SensorStatus(rawValue: 1 << 17)
        /// There is too little glucose.
        public static let belowHypo = SensorStatus(rawValue: 1 << 18)
        /// There is too much glucose.
        public static let aboveHyper = SensorStatus(rawValue: 1 << 19)
        /// The result falls too fast.
        public static let fallsTooFast = SensorStatus(rawValue: 1 << 20)
        /// The result rises too fast.
        public static let risesTooFast = SensorStatus(rawValue: 1 << 21)
        /// The result is lower than the sensor can measure.
        public static let resultTooLow = SensorStatus(rawValue: 1 << 22)
        /// The result is higher than the sensor can measure.
        public static let resultTooHigh = SensorStatus(rawValue: 1 << 23)

        static let known: UInt32 = 0xFF_3F3F
    }
}
