import BluetoothWire

/// What the control points of running and cycling sensors have in common: *SC Control Point*.
///
/// ```swift
/// let answer = try await pod.request(.updateSensorLocation(.hip), at: RunningSpeedAndCadence.controlPoint)
/// ```
///
/// Source: Running Speed and Cadence Service 1.0, 3.4; Cycling Speed and Cadence Service 1.0, 3.4.
public enum SpeedAndCadenceControl {
    /// A request.
    public enum Request: CharacteristicValue {
        /// Sets the total: a cycling sensor's wheel revolutions, or a foot pod's distance in tenths of a metre.
        case setCumulativeValue(UInt32)
        /// Calibrates the sensor; cycling sensors do not have it.
        case startSensorCalibration
        /// Tells the sensor where it is mounted now.
        case updateSensorLocation(SensorLocation)
        /// Asks for all places where the sensor may be mounted.
        case requestSupportedSensorLocations
    }

    /// The op codes.
    public struct OpCode: ProcedureOpCode {
        public var rawValue: UInt8

        /// Creates an op code; any number may come.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Sets the total.
        public static let setCumulativeValue = OpCode(rawValue: 0x01)
        /// Calibrates the sensor.
        public static let startSensorCalibration = OpCode(rawValue: 0x02)
        /// Tells the sensor where it is mounted now.
        public static let updateSensorLocation = OpCode(rawValue: 0x03)
        /// Asks for all places where the sensor may be mounted.
        public static let requestSupportedSensorLocations = OpCode(rawValue: 0x04)
        /// The op code of all answers.
        public static let response = OpCode(rawValue: 0x10)
    }

    /// An answer.
    public typealias Response = ProcedureResponse<OpCode>

    /// Another procedure has not ended yet: application error of the control point.
    public static let procedureAlreadyInProgress: UInt8 = 0x80
    /// The client is not subscribed to the answers: application error of the control point.
    public static let configurationImproper: UInt8 = 0x81
}

extension SpeedAndCadenceControl.Request {
    /// The code with which the request begins on air.
    public var opCode: SpeedAndCadenceControl.OpCode {
        switch self {
        case .setCumulativeValue: .setCumulativeValue
        case .startSensorCalibration: .startSensorCalibration
        case .updateSensorLocation: .updateSensorLocation
        case .requestSupportedSensorLocations: .requestSupportedSensorLocations
        }
    }

    /// Reads an op code and its parameter.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let code = try reader.uint8()
        switch SpeedAndCadenceControl.OpCode(rawValue: code) {
        case .setCumulativeValue: self = .setCumulativeValue(try reader.uint32())
        case .startSensorCalibration: self = .startSensorCalibration
        case .updateSensorLocation: self = .updateSensorLocation(try SensorLocation(decoding: &reader))
        case .requestSupportedSensorLocations: self = .requestSupportedSensorLocations
        default: throw reader.unknown(code)
        }
    }

    /// Appends the op code and its parameter.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(opCode.rawValue)
        switch self {
        case .setCumulativeValue(let value): bytes.append(littleEndian: value)
        case .updateSensorLocation(let location): bytes.append(location.rawValue)
        case .startSensorCalibration, .requestSupportedSensorLocations: break
        }
    }
}

extension ProcedureResponse where OpCode == SpeedAndCadenceControl.OpCode {
    /// The places where the sensor may be mounted, if this is the answer to that request.
    public var supportedSensorLocations: [SensorLocation]? {
        value(.requestSupportedSensorLocations, as: [UInt8].self)?.map(SensorLocation.init(rawValue:))
    }

    /// The answer to a request for the places where the sensor may be mounted.
    public static func supportedSensorLocations(_ locations: [SensorLocation]) -> Self {
        Self(.requestSupportedSensorLocations, parameter: locations.map(\.rawValue))
    }
}
