import BluetoothWire

extension PulseOximeter {
    /// How far a measurement can be trusted.
    public struct MeasurementStatus: OptionSet, CharacteristicValue {
        /// The bits on the wire; the five lowest ones are reserved.
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The measurement has not ended yet.
        public static let measurementOngoing = MeasurementStatus(rawValue: 1 << 5)
        /// An early estimate.
        public static let earlyEstimate = MeasurementStatus(rawValue: 1 << 6)
        /// The data was validated.
        public static let validated = MeasurementStatus(rawValue: 1 << 7)
        /// The data is fully qualified.
        public static let fullyQualified = MeasurementStatus(rawValue: 1 << 8)
        /// The data comes from the measurement storage.
        public static let fromStorage = MeasurementStatus(rawValue: 1 << 9)
        /// The data is for demonstration.
        public static let demonstration = MeasurementStatus(rawValue: 1 << 10)
        /// The data is for testing.
        public static let testing = MeasurementStatus(rawValue: 1 << 11)
        /// The oximeter is being calibrated.
        public static let calibrationOngoing = MeasurementStatus(rawValue: 1 << 12)
        /// There is no measurement.
        public static let unavailable = MeasurementStatus(rawValue: 1 << 13)
        /// The measurement is questionable.
        public static let questionable = MeasurementStatus(rawValue: 1 << 14)
        /// The measurement is invalid.
        public static let invalid = MeasurementStatus(rawValue: 1 << 15)
    }

    /// What is wrong with device, sensor or signal: 24 bits, of which the eight highest are reserved.
    public struct DeviceStatus: OptionSet, CharacteristicValue {
        /// The bits on the wire; only 24 are sent.
        public let rawValue: UInt32
        /// Creates a status of its bits; those that are not sent are left out.
        public init(rawValue: UInt32) { self.rawValue = rawValue & 0xFF_FFFF }

        /// The extended display is being updated.
        public static let extendedDisplayUpdate = DeviceStatus(rawValue: 1 << 0)
        /// Equipment does not work.
        public static let equipmentMalfunction = DeviceStatus(rawValue: 1 << 1)
        /// The processing of the signal is irregular.
        public static let signalProcessingIrregularity = DeviceStatus(rawValue: 1 << 2)
        /// The signal is inadequate.
        public static let inadequateSignal = DeviceStatus(rawValue: 1 << 3)
        /// The signal is poor.
        public static let poorSignal = DeviceStatus(rawValue: 1 << 4)
        /// There is little blood where the sensor is.
        public static let lowPerfusion = DeviceStatus(rawValue: 1 << 5)
        /// The signal is erratic.
        public static let erraticSignal = DeviceStatus(rawValue: 1 << 6)
        /// The signal has no pulse.
        public static let nonpulsatileSignal = DeviceStatus(rawValue: 1 << 7)
        /// The pulse is questionable.
        public static let questionablePulse = DeviceStatus(rawValue: 1 << 8)
        /// The signal is being analysed.
        public static let signalAnalysisOngoing = DeviceStatus(rawValue: 1 << 9)
        /// Something disturbs the sensor.
        public static let sensorInterference = DeviceStatus(rawValue: 1 << 10)
        /// The sensor is not on its user.
        public static let sensorUnconnectedToUser = DeviceStatus(rawValue: 1 << 11)
        /// The oximeter does not know the sensor.
        public static let unknownSensor = DeviceStatus(rawValue: 1 << 12)
        /// The sensor has slipped.
        public static let sensorDisplaced = DeviceStatus(rawValue: 1 << 13)
        /// The sensor does not work.
        public static let sensorMalfunction = DeviceStatus(rawValue: 1 << 14)
        /// The sensor is not connected to the oximeter.
        public static let sensorDisconnected = DeviceStatus(rawValue: 1 << 15)

        /// Reads three bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            self.init(rawValue: try reader.uint24())
        }

        /// Appends three bytes.
        public func encode(into bytes: inout [UInt8]) { bytes.append(littleEndian24: rawValue) }
    }

    /// What an oximeter can do.
    public struct Features: CharacteristicValue {
        /// The features that need no more than a bit.
        public var supported: Supported
        /// Which bits of the measurement status it uses; `nil` if it does not send that status.
        public var measurementStatus: MeasurementStatus?
        /// Which bits of the device and sensor status it uses; `nil` if it does not send that status.
        public var deviceStatus: DeviceStatus?

        public init(
            _ supported: Supported, measurementStatus: MeasurementStatus? = nil,
            deviceStatus: DeviceStatus? = nil
        ) {
            self.supported = supported.subtracting(.statuses)
            self.measurementStatus = measurementStatus
            self.deviceStatus = deviceStatus
        }

        /// The features that need no more than a bit.
        public struct Supported: OptionSet, Hashable, Sendable {
            /// The bits on the wire; the two lowest ones follow from the other fields.
            public let rawValue: UInt16
            public init(rawValue: UInt16) { self.rawValue = rawValue }

            /// It stores spot-check measurements.
            public static let measurementStorage = Supported(rawValue: 1 << 2)
            /// Spot-check measurements have a time.
            public static let timestamps = Supported(rawValue: 1 << 3)
            /// Continuous measurements have a fast reading.
            public static let fastReading = Supported(rawValue: 1 << 4)
            /// Continuous measurements have a slow reading.
            public static let slowReading = Supported(rawValue: 1 << 5)
            /// Measurements have the strength of the pulse.
            public static let pulseAmplitudeIndex = Supported(rawValue: 1 << 6)
            /// It keeps bonds with several peers.
            public static let multipleBonds = Supported(rawValue: 1 << 7)

            static let measurementStatus = Supported(rawValue: 1 << 0)
            static let deviceStatus = Supported(rawValue: 1 << 1)
            static let statuses: Supported = [.measurementStatus, .deviceStatus]
        }

        /// Reads the features, then the statuses that they announce.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let bits = Supported(rawValue: try reader.uint16())
            supported = bits.subtracting(.statuses)
            measurementStatus =
                bits.contains(.measurementStatus) ? try MeasurementStatus(decoding: &reader) : nil
            deviceStatus = bits.contains(.deviceStatus) ? try DeviceStatus(decoding: &reader) : nil
        }

        /// Appends the features, then the statuses.
        public func encode(into bytes: inout [UInt8]) {
            var bits = supported.subtracting(.statuses)
            if measurementStatus != nil { bits.insert(.measurementStatus) }
            if deviceStatus != nil { bits.insert(.deviceStatus) }
            bytes.append(littleEndian: bits.rawValue)
            measurementStatus?.encode(into: &bytes)
            deviceStatus?.encode(into: &bytes)
        }
    }
}
