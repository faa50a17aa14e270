import BluetoothWire

/// The Record Access Control Point: a client asks for stored records, counts them or deletes them.
///
/// Glucose, Continuous Glucose Monitoring and Pulse Oximeter have one. The records that are asked for come as
/// notifications of the measurement, and the control point indicates the end.
///
/// ```swift
/// let newest = RecordAccess.Request.report(.last)
/// let sinceFive = RecordAccess.Request.reportStored(from: 5)
/// ```
///
/// Source: GATT Specification Supplement, *Record Access Control Point*.
public enum RecordAccess {
    /// The UUID of the characteristic, the same in all services.
    public static let uuid: BluetoothUUID = "2A52"

    /// What is asked for or answered.
    public struct Opcode: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        /// Creates a code, also one that the specification does not have.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Asks for records; they are notified.
        public static let reportStoredRecords = Opcode(rawValue: 1)
        /// Deletes records.
        public static let deleteStoredRecords = Opcode(rawValue: 2)
        /// Stops a procedure that is running.
        public static let abortOperation = Opcode(rawValue: 3)
        /// Asks for the number of records.
        public static let reportNumberOfStoredRecords = Opcode(rawValue: 4)
        /// Answers with the number of records.
        public static let numberOfStoredRecordsResponse = Opcode(rawValue: 5)
        /// Answers with a response code.
        public static let responseCode = Opcode(rawValue: 6)
    }

    /// Which records a request is about, together with its operand.
    public struct Operator: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        /// Creates a code, also one that the specification does not have.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// None; for requests that are not about certain records, and for answers.
        public static let null = Operator(rawValue: 0)
        /// All records.
        public static let allRecords = Operator(rawValue: 1)
        /// Records up to the operand, which is included.
        public static let lessThanOrEqualTo = Operator(rawValue: 2)
        /// Records from the operand on, which is included.
        public static let greaterThanOrEqualTo = Operator(rawValue: 3)
        /// Records between two operands, which are included.
        public static let withinRange = Operator(rawValue: 4)
        /// The oldest record.
        public static let firstRecord = Operator(rawValue: 5)
        /// The newest record.
        public static let lastRecord = Operator(rawValue: 6)
    }

    /// By what an operand chooses records: the first byte of the operand.
    public struct FilterType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        /// Creates a code, also one that the specification does not have.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// By sequence number, in Glucose.
        public static let sequenceNumber = FilterType(rawValue: 1)
        /// By minutes since the session's start, in Continuous Glucose Monitoring. The same code as `sequenceNumber`.
        public static let timeOffset = FilterType(rawValue: 1)
        /// By the time that the device shows to its user: base time and offset, in Glucose.
        public static let userFacingTime = FilterType(rawValue: 2)
    }

    /// How a procedure ended.
    public struct ResponseCode: RawRepresentable, Hashable, Sendable, Error {
        public let rawValue: UInt8
        /// Creates a code, also one that the specification does not have.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It is done.
        public static let success = ResponseCode(rawValue: 1)
        /// The device does not know the opcode.
        public static let opcodeNotSupported = ResponseCode(rawValue: 2)
        /// The operator does not go with the opcode.
        public static let invalidOperator = ResponseCode(rawValue: 3)
        /// The device does not know the operator.
        public static let operatorNotSupported = ResponseCode(rawValue: 4)
        /// The operand does not go with the operator, or its range is reversed.
        public static let invalidOperand = ResponseCode(rawValue: 5)
        /// The device has no such records.
        public static let noRecordsFound = ResponseCode(rawValue: 6)
        /// The running procedure could not be stopped.
        public static let abortUnsuccessful = ResponseCode(rawValue: 7)
        /// The procedure ended before it was done.
        public static let procedureNotCompleted = ResponseCode(rawValue: 8)
        /// The device does not know the filter type.
        public static let operandNotSupported = ResponseCode(rawValue: 9)
    }
}

extension RecordAccess {
    /// What is written to the control point. Any opcode and operator can be read and written, so that a device can
    /// answer what it does not know.
    public struct Request: CharacteristicValue {
        /// What is asked for.
        public var opcode: Opcode
        /// Which records.
        public var `operator`: Operator
        /// The filter type and its limits; empty if the operator needs none.
        public var operand: [UInt8]

        /// Creates a request of its parts, also one that no device understands.
        public init(opcode: Opcode, operator: Operator, operand: [UInt8] = []) {
            self.opcode = opcode
            self.operator = `operator`
            self.operand = operand
        }

        /// Reads opcode and operator; the rest is the operand.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            opcode = Opcode(rawValue: try reader.uint8())
            `operator` = Operator(rawValue: try reader.uint8())
            operand = reader.rest()
        }

        /// Appends opcode, operator and operand.
        public func encode(into bytes: inout [UInt8]) {
            bytes += [opcode.rawValue, `operator`.rawValue] + operand
        }
    }

    /// What the control point indicates.
    public enum Response: CharacteristicValue {
        /// So many records are stored, 0…65,535.
        case numberOfRecords(UInt16)
        /// The procedure of a request has ended.
        case ended(Opcode, ResponseCode)

        /// Reads an answer; other opcodes and operators than an answer's are errors.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let opcode = Opcode(rawValue: try reader.uint8())
            let found = try reader.uint8()
            guard found == 0 else { throw reader.invalid("operator", Int(found)) }
            switch opcode {
            case .numberOfStoredRecordsResponse: self = .numberOfRecords(try reader.uint16())
            case .responseCode:
                let request = Opcode(rawValue: try reader.uint8())
                self = .ended(request, ResponseCode(rawValue: try reader.uint8()))
            default: throw DecodeError(.value, .unknownCode(Int(opcode.rawValue)))
            }
        }

        /// Appends the answer.
        public func encode(into bytes: inout [UInt8]) {
            switch self {
            case .numberOfRecords(let count):
                bytes += [Opcode.numberOfStoredRecordsResponse.rawValue, Operator.null.rawValue]
                bytes.append(littleEndian: count)
            case .ended(let request, let code):
                bytes += [Opcode.responseCode.rawValue, Operator.null.rawValue]
                bytes += [request.rawValue, code.rawValue]
            }
        }

        /// Whether it is a number or a success.
        public var isSuccess: Bool {
            switch self {
            case .numberOfRecords: true
            case .ended(_, let code): code == .success
            }
        }
    }
}
