extension Ranging {
    /// A request to the control point.
    public enum Request: WireValue {
        /// The layer that names errors of decoding.
        public static var layer: DecodeError.Layer { .value }

        /// Asks for the report of a procedure.
        case getData(counter: UInt16)
        /// The report of a procedure has arrived; the device can forget it.
        case acknowledge(counter: UInt16)
        /// Asks for segments again; 0xFF as the last one means all to the end.
        case retrieveSegments(counter: UInt16, first: UInt8, last: UInt8)
        /// Stops what is being sent.
        case abort
        /// Chooses which parts of steps are sent.
        case setFilter(Filter)

        /// The code with which the request begins on air.
        public var opCode: UInt8 {
            switch self {
            case .getData: 0
            case .acknowledge: 1
            case .retrieveSegments: 2
            case .abort: 3
            case .setFilter: 4
            }
        }

        /// Reads an op code and its parameter; an op code that the service does not have is an error.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let code = try reader.uint8()
            switch code {
            case 0: self = .getData(counter: try reader.uint16())
            case 1: self = .acknowledge(counter: try reader.uint16())
            case 2:
                self = .retrieveSegments(
                    counter: try reader.uint16(), first: try reader.uint8(), last: try reader.uint8())
            case 3: self = .abort
            case 4:
                let bits = try reader.uint16()
                self = .setFilter(Filter(mode: UInt8(bits & 0x3), mask: bits >> 2))
            default: throw DecodeError(.value, .unknownCode(Int(code)))
            }
        }

        /// Appends the op code and its parameter.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(opCode)
            switch self {
            case .getData(let counter), .acknowledge(let counter): bytes.append(littleEndian: counter)
            case .retrieveSegments(let counter, let first, let last):
                bytes.append(littleEndian: counter)
                bytes += [first, last]
            case .abort: break
            case .setFilter(let filter):
                bytes.append(littleEndian: UInt16(filter.mode & 0x3) | filter.mask << 2)
            }
        }
    }

    /// What the control point indicates.
    public enum Response: WireValue {
        /// The layer that names errors of decoding.
        public static var layer: DecodeError.Layer { .value }

        /// The report of a procedure was sent.
        case dataComplete(counter: UInt16)
        /// The segments that were asked for were sent.
        case segmentsComplete(counter: UInt16, first: UInt8, last: UInt8)
        /// How a request ended.
        case ended(ResponseCode)

        /// Reads an answer; an op code that answers do not have is an error.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let code = try reader.uint8()
            switch code {
            case 0: self = .dataComplete(counter: try reader.uint16())
            case 1:
                self = .segmentsComplete(
                    counter: try reader.uint16(), first: try reader.uint8(), last: try reader.uint8())
            case 2: self = .ended(ResponseCode(rawValue: try reader.uint8()))
            default: throw DecodeError(.value, .unknownCode(Int(code)))
            }
        }

        /// Appends the answer.
        public func encode(into bytes: inout [UInt8]) {
            switch self {
            case .dataComplete(let counter):
                bytes.append(0)
                bytes.append(littleEndian: counter)
            case .segmentsComplete(let counter, let first, let last):
                bytes.append(1)
                bytes.append(littleEndian: counter)
                bytes += [first, last]
            case .ended(let code): bytes += [2, code.rawValue]
            }
        }
    }

    /// How a request ended.
    public struct ResponseCode: RawRepresentable, Hashable, Sendable, Error {
        public let rawValue: UInt8
        /// Creates a code, also one that the specification does not have.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It is done.
        public static let success = ResponseCode(rawValue: 1)
        /// The device does not know the op code.
        public static let opCodeNotSupported = ResponseCode(rawValue: 2)
        /// The device can't use the parameter; also if the client has subscribed to real-time data.
        public static let invalidParameter = ResponseCode(rawValue: 3)
        /// It is done, and stays so on the next connection.
        public static let successPersisted = ResponseCode(rawValue: 4)
        /// What is being sent could not be stopped.
        public static let abortUnsuccessful = ResponseCode(rawValue: 5)
        /// The procedure ended before it was done.
        public static let procedureNotCompleted = ResponseCode(rawValue: 6)
        /// The device is sending something else.
        public static let serverBusy = ResponseCode(rawValue: 7)
        /// The device has no such report.
        public static let noRecordsFound = ResponseCode(rawValue: 8)
    }
}
