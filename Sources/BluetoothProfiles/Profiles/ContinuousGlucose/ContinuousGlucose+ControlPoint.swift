import BluetoothWire

extension ContinuousGlucose {
    /// What is written to the Specific Ops Control Point or answered by it.
    public struct Opcode: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        /// Creates a code, also one that the specification does not have.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Sets the communication interval.
        public static let setCommunicationInterval = Opcode(rawValue: 0x01)
        /// Asks for the communication interval.
        public static let getCommunicationInterval = Opcode(rawValue: 0x02)
        /// Answers with the communication interval.
        public static let communicationIntervalResponse = Opcode(rawValue: 0x03)
        /// Calibrates the sensor.
        public static let setCalibration = Opcode(rawValue: 0x04)
        /// Asks for a calibration.
        public static let getCalibration = Opcode(rawValue: 0x05)
        /// Answers with a calibration.
        public static let calibrationResponse = Opcode(rawValue: 0x06)
        /// Ends the maker's own alert.
        public static let resetDeviceSpecificAlert = Opcode(rawValue: 0x19)
        /// Starts a session.
        public static let startSession = Opcode(rawValue: 0x1A)
        /// Stops the session.
        public static let stopSession = Opcode(rawValue: 0x1B)
        /// Answers with a response code.
        public static let responseCode = Opcode(rawValue: 0x1C)
        /// Sets an alert's level.
        public static func setLevel(of alert: Alert) -> Opcode { Opcode(rawValue: 0x07 + 3 * alert.rawValue) }
        /// Asks for an alert's level.
        public static func getLevel(of alert: Alert) -> Opcode { Opcode(rawValue: 0x08 + 3 * alert.rawValue) }
        /// Answers with an alert's level.
        public static func levelResponse(of alert: Alert) -> Opcode {
            Opcode(rawValue: 0x09 + 3 * alert.rawValue)
        }
    }

    /// What an alert level is for; each has three opcodes.
    public enum Alert: UInt8, Hashable, Sendable, CaseIterable {
        /// The patient's own high level, in mg/dL.
        case patientHigh
        /// The patient's own low level, in mg/dL.
        case patientLow
        /// Too little glucose, in mg/dL.
        case hypo
        /// Too much glucose, in mg/dL.
        case hyper
        /// The result falls too fast, in mg/dL per minute.
        case rateOfDecrease
        /// The result rises too fast, in mg/dL per minute.
        case rateOfIncrease
    }

    /// How a procedure of the Specific Ops Control Point ended.
    public struct ResponseCode: RawRepresentable, Hashable, Sendable, Error {
        public let rawValue: UInt8
        /// Creates a code, also one that the specification does not have.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It is done.
        public static let success = ResponseCode(rawValue: 1)
        /// The sensor does not know the opcode.
        public static let opcodeNotSupported = ResponseCode(rawValue: 2)
        /// The operand has the wrong form.
        public static let invalidOperand = ResponseCode(rawValue: 3)
        /// The sensor can't do it now.
        public static let procedureNotCompleted = ResponseCode(rawValue: 4)
        /// The operand is outside what the sensor takes.
        public static let parameterOutOfRange = ResponseCode(rawValue: 5)
    }

    /// The result of a blood test with which a sensor is calibrated.
    public struct Calibration: Hashable, Sendable {
        /// What came of a calibration.
        public struct Status: OptionSet, Hashable, Sendable {
            public var rawValue: UInt8
            public init(rawValue: UInt8) { self.rawValue = rawValue }
            /// The sensor did not take it.
            public static let rejected = Status(rawValue: 1 << 0)
            /// The result was outside what the sensor takes.
            public static let outOfRange = Status(rawValue: 1 << 1)
            /// The sensor still works on it.
            public static let pending = Status(rawValue: 1 << 2)
        }

        /// The result, in mg/dL.
        public var glucose: ShortFloat
        /// When it was measured, in minutes since the session's start.
        public var time: UInt16
        /// What was measured.
        public var type: Glucose.SampleType
        /// Where it was measured.
        public var location: Glucose.SampleLocation
        /// When the next calibration is due, in minutes since the session's start; the sensor sets it.
        public var nextTime: UInt16
        /// The number of the calibration; the sensor sets it.
        public var recordNumber: UInt16
        /// What came of it; the sensor sets it.
        public var status: Status

        /// Creates a calibration; a client needs the first two.
        public init(
            glucose: ShortFloat, time: UInt16, type: Glucose.SampleType = .capillaryWholeBlood,
            location: Glucose.SampleLocation = .finger, nextTime: UInt16 = 0, recordNumber: UInt16 = 0,
            status: Status = []
        ) {
            self.glucose = glucose
            self.time = time
            self.type = type
            self.location = location
            self.nextTime = nextTime
            self.recordNumber = recordNumber
            self.status = status
        }

        /// Ask for this number to get the last calibration.
        public static let last: UInt16 = 0xFFFF
        static let length = 10

        init(from reader: inout ByteReader) throws(DecodeError) {
            glucose = try ShortFloat(decoding: &reader)
            time = try reader.uint16()
            (type, location) = try reader.sample()
            nextTime = try reader.uint16()
            recordNumber = try reader.uint16()
            status = Status(rawValue: try reader.uint8() & 0x07)
        }

        func write(into bytes: inout [UInt8]) {
            glucose.encode(into: &bytes)
            bytes.append(littleEndian: time)
            bytes.append(type, location)
            bytes.append(littleEndian: nextTime)
            bytes.append(littleEndian: recordNumber)
            bytes.append(status.rawValue & 0x07)
        }
    }
}
