import BluetoothWire

extension ContinuousGlucose {
    /// What is written to the Specific Ops Control Point.
    ///
    /// ```swift
    /// let request = ContinuousGlucose.Request.setLevel(of: .hypo, 65.0).withChecksum
    /// ```
    public struct Request: CharacteristicValue {
        /// What is asked for.
        public enum Procedure: Hashable, Sendable {
            /// Sets the time between two notifications, in minutes: `disabledInterval`, 1…254 or `fastestInterval`.
            case setCommunicationInterval(UInt8)
            /// Asks for the communication interval.
            case getCommunicationInterval
            /// Calibrates the sensor.
            case setCalibration(Calibration)
            /// Asks for a calibration by its record number; `Calibration.last` is the last one.
            case getCalibration(UInt16)
            /// Sets an alert's level, in mg/dL or in mg/dL per minute.
            case setLevel(Alert, ShortFloat)
            /// Asks for an alert's level.
            case getLevel(Alert)
            /// Ends the maker's own alert.
            case resetDeviceSpecificAlert
            /// Starts a session.
            case startSession
            /// Stops the session.
            case stopSession
        }

        /// What is asked for.
        public var procedure: Procedure
        /// Whether a checksum ends the request.
        public var hasChecksum: Bool

        public init(_ procedure: Procedure, hasChecksum: Bool = false) {
            self.procedure = procedure
            self.hasChecksum = hasChecksum
        }

        /// The same request with a checksum, for sensors whose features contain `.checksum`.
        public var withChecksum: Request { Request(procedure, hasChecksum: true) }
    }

    /// The communication interval without notifications.
    public static let disabledInterval: UInt8 = 0
    /// The shortest communication interval that a sensor has.
    public static let fastestInterval: UInt8 = 0xFF

    /// What the Specific Ops Control Point indicates.
    public struct Response: CharacteristicValue {
        /// The answer.
        public enum Content: Hashable, Sendable {
            /// The time between two notifications, in minutes.
            case communicationInterval(UInt8)
            /// A calibration that was made.
            case calibration(Calibration)
            /// An alert's level, in mg/dL or in mg/dL per minute.
            case level(Alert, ShortFloat)
            /// The procedure of a request has ended.
            case ended(Opcode, ResponseCode)
        }

        /// The answer.
        public var content: Content
        /// Whether a checksum ends the answer.
        public var hasChecksum: Bool

        public init(_ content: Content, hasChecksum: Bool = false) {
            self.content = content
            self.hasChecksum = hasChecksum
        }
    }
}

extension ContinuousGlucose.Request {
    /// Asks for the communication interval.
    public static let getCommunicationInterval = Self(.getCommunicationInterval)
    /// Ends the maker's own alert.
    public static let resetDeviceSpecificAlert = Self(.resetDeviceSpecificAlert)
    /// Starts a session.
    public static let startSession = Self(.startSession)
    /// Stops the session.
    public static let stopSession = Self(.stopSession)
    /// Sets the time between two notifications, in minutes.
    public static func setCommunicationInterval(_ minutes: UInt8) -> Self {
        Self(.setCommunicationInterval(minutes))
    }
    /// Calibrates the sensor.
    public static func setCalibration(_ calibration: ContinuousGlucose.Calibration) -> Self {
        Self(.setCalibration(calibration))
    }
    /// Asks for a calibration by its record number.
    public static func getCalibration(_ number: UInt16 = ContinuousGlucose.Calibration.last) -> Self {
        Self(.getCalibration(number))
    }
    /// Sets an alert's level, in mg/dL or in mg/dL per minute.
    public static func setLevel(of alert: ContinuousGlucose.Alert, _ level: ShortFloat) -> Self {
        Self(.setLevel(alert, level))
    }
    /// Asks for an alert's level.
    public static func getLevel(of alert: ContinuousGlucose.Alert) -> Self { Self(.getLevel(alert)) }

    /// The code with which the request begins, and which its answer names.
    public var opcode: ContinuousGlucose.Opcode {
        switch procedure {
        case .setCommunicationInterval: .setCommunicationInterval
        case .getCommunicationInterval: .getCommunicationInterval
        case .setCalibration: .setCalibration
        case .getCalibration: .getCalibration
        case .setLevel(let alert, _): .setLevel(of: alert)
        case .getLevel(let alert): .getLevel(of: alert)
        case .resetDeviceSpecificAlert: .resetDeviceSpecificAlert
        case .startSession: .startSession
        case .stopSession: .stopSession
        }
    }

    /// Reads a request, with or without a checksum; an opcode that is not a request's is an unknown code.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        typealias Code = ContinuousGlucose.Opcode
        let bytes = reader.rest()
        guard let first = bytes.first else { throw DecodeError(.value, .truncated(needed: 1, remaining: 0)) }
        let opcode = Code(rawValue: first)
        func operand(_ length: Int) throws(DecodeError) -> (ByteReader, Bool) {
            var (fields, hasChecksum) = try EndToEndChecksum.split(bytes, length: 1 + length)
            _ = try fields.uint8()
            return (fields, hasChecksum)
        }
        var fields: ByteReader
        switch opcode {
        case .setCommunicationInterval:
            (fields, hasChecksum) = try operand(1)
            procedure = .setCommunicationInterval(try fields.uint8())
        case .setCalibration:
            (fields, hasChecksum) = try operand(ContinuousGlucose.Calibration.length)
            procedure = .setCalibration(try ContinuousGlucose.Calibration(from: &fields))
        case .getCalibration:
            (fields, hasChecksum) = try operand(2)
            procedure = .getCalibration(try fields.uint16())
        default:
            if let alert = ContinuousGlucose.Alert.allCases.first(where: { opcode == .setLevel(of: $0) }) {
                (fields, hasChecksum) = try operand(2)
                procedure = .setLevel(alert, try ShortFloat(decoding: &fields))
                return
            }
            guard let bare = Self.bare.first(where: { $0.opcode == opcode }) else {
                throw DecodeError(.value, .unknownCode(Int(first)))
            }
            (_, hasChecksum) = try operand(0)
            procedure = bare.procedure
        }
    }

    /// The requests without an operand.
    private static let bare: [Self] =
        [.getCommunicationInterval, .resetDeviceSpecificAlert, .startSession, .stopSession]
        + ContinuousGlucose.Alert.allCases.map { .getLevel(of: $0) }

    /// Appends opcode, operand and checksum.
    public func encode(into bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(opcode.rawValue)
        switch procedure {
        case .setCommunicationInterval(let minutes): bytes.append(minutes)
        case .setCalibration(let calibration): calibration.write(into: &bytes)
        case .getCalibration(let number): bytes.append(littleEndian: number)
        case .setLevel(_, let level): level.encode(into: &bytes)
        case .getCommunicationInterval, .getLevel, .resetDeviceSpecificAlert, .startSession, .stopSession:
            break
        }
        bytes.appendChecksum(from: start, if: hasChecksum)
    }
}

extension ContinuousGlucose.Response {
    /// Whether it is a value or a success.
    public var isSuccess: Bool {
        if case .ended(_, let code) = content { code == .success } else { true }
    }

    /// Reads an answer, with or without a checksum; an opcode that is not an answer's is an unknown code.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        typealias Code = ContinuousGlucose.Opcode
        let bytes = reader.rest()
        guard let first = bytes.first else { throw DecodeError(.value, .truncated(needed: 1, remaining: 0)) }
        let opcode = Code(rawValue: first)
        let alert = ContinuousGlucose.Alert.allCases.first { opcode == .levelResponse(of: $0) }
        let length: Int
        switch opcode {
        case .communicationIntervalResponse: length = 2
        case .calibrationResponse: length = 1 + ContinuousGlucose.Calibration.length
        case .responseCode: length = 3
        default:
            guard alert != nil else { throw DecodeError(.value, .unknownCode(Int(first))) }
            length = 3
        }
        var (fields, hasChecksum) = try EndToEndChecksum.split(bytes, length: length)
        self.hasChecksum = hasChecksum
        _ = try fields.uint8()
        if let alert {
            content = .level(alert, try ShortFloat(decoding: &fields))
        } else if opcode == .communicationIntervalResponse {
            content = .communicationInterval(try fields.uint8())
        } else if opcode == .calibrationResponse {
            content = .calibration(try ContinuousGlucose.Calibration(from: &fields))
        } else {
            let request = Code(rawValue: try fields.uint8())
            content = .ended(request, ContinuousGlucose.ResponseCode(rawValue: try fields.uint8()))
        }
    }

    /// Appends opcode, operand and checksum.
    public func encode(into bytes: inout [UInt8]) {
        typealias Code = ContinuousGlucose.Opcode
        let start = bytes.count
        switch content {
        case .communicationInterval(let minutes):
            bytes += [Code.communicationIntervalResponse.rawValue, minutes]
        case .calibration(let calibration):
            bytes.append(Code.calibrationResponse.rawValue)
            calibration.write(into: &bytes)
        case .level(let alert, let level):
            bytes.append(Code.levelResponse(of: alert).rawValue)
            level.encode(into: &bytes)
        case .ended(let request, let code):
            bytes += [Code.responseCode.rawValue, request.rawValue, code.rawValue]
        }
        bytes.appendChecksum(from: start, if: hasChecksum)
    }
}
