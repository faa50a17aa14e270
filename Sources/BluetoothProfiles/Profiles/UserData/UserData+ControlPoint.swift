import BluetoothWire

extension UserData {
    /// The codes of requests to the control point.
    public struct OpCode: RawRepresentable, CharacteristicValue {
        public let rawValue: UInt8
        /// Creates an op code, also one that no version of the service has.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// *Register New User*.
        public static let registerNewUser = OpCode(rawValue: 0x01)
        /// *Consent*: the client may use the data of a user.
        public static let consent = OpCode(rawValue: 0x02)
        /// *Delete User Data*.
        public static let deleteUserData = OpCode(rawValue: 0x03)
        /// *List All Users*, since version 1.1.
        public static let listAllUsers = OpCode(rawValue: 0x04)
        /// *Delete User(s)*, since version 1.1.
        public static let deleteUsers = OpCode(rawValue: 0x05)
        /// The answer to a request.
        public static let response = OpCode(rawValue: 0x20)
    }

    /// The consent codes that a user may choose: four decimal digits.
    public static let consentCodes: ClosedRange<UInt16> = 0...9999

    /// A request to the control point.
    public enum Request: CharacteristicValue {
        /// Registers a user who chose this consent code, 0…9999. The answer has the index of the new user.
        case registerNewUser(consentCode: UInt16)
        /// Asks for a user's data, with the consent code that the user chose.
        case consent(user: UInt8, code: UInt16)
        /// Deletes the user to whom there is consent, with all data.
        case deleteUserData
        /// Asks for the number of all users, and for a list of them.
        case listAllUsers
        /// Deletes a user, or all users with `UserData.unknownUser`.
        case deleteUsers(user: UInt8)

        /// The code on the wire.
        public var opCode: OpCode {
            switch self {
            case .registerNewUser: .registerNewUser
            case .consent: .consent
            case .deleteUserData: .deleteUserData
            case .listAllUsers: .listAllUsers
            case .deleteUsers: .deleteUsers
            }
        }

        /// Reads an op code and its parameters; an op code that is no request is an error.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let opCode = try OpCode(decoding: &reader)
            switch opCode {
            case .registerNewUser: self = .registerNewUser(consentCode: try reader.uint16())
            case .consent: self = .consent(user: try reader.uint8(), code: try reader.uint16())
            case .deleteUserData: self = .deleteUserData
            case .listAllUsers: self = .listAllUsers
            case .deleteUsers: self = .deleteUsers(user: try reader.uint8())
            default: throw DecodeError(.value, .unknownCode(Int(opCode.rawValue)))
            }
        }

        /// Appends an op code and its parameters.
        public func encode(into bytes: inout [UInt8]) {
            opCode.encode(into: &bytes)
            switch self {
            case .registerNewUser(let code): bytes.append(littleEndian: code)
            case .consent(let user, let code):
                bytes.append(user)
                bytes.append(littleEndian: code)
            case .deleteUserData, .listAllUsers: break
            case .deleteUsers(let user): bytes.append(user)
            }
        }
    }

    /// How a request ended; codes without a name are reserved.
    public struct Outcome: RawRepresentable, CharacteristicValue {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It was done.
        public static let success = Outcome(rawValue: 0x01)
        /// The device does not know the request.
        public static let opCodeNotSupported = Outcome(rawValue: 0x02)
        /// A parameter is wrong.
        public static let invalidParameter = Outcome(rawValue: 0x03)
        /// The device could not do it.
        public static let operationFailed = Outcome(rawValue: 0x04)
        /// The consent code is wrong, or there is no consent.
        public static let userNotAuthorized = Outcome(rawValue: 0x05)
    }

    /// The answer to a request.
    public struct Response: CharacteristicValue {
        /// The request that is answered.
        public var request: OpCode
        public var outcome: Outcome
        /// What the request asked for.
        public var parameter: [UInt8]

        public init(to request: OpCode, _ outcome: Outcome, parameter: [UInt8] = []) {
            self.request = request
            self.outcome = outcome
            self.parameter = parameter
        }

        /// The index of the new user, after a request to register one that was done.
        public var registeredUser: UInt8? {
            guard request == .registerNewUser, outcome == .success else { return nil }
            return parameter.first
        }

        /// Reads an answer; any other op code is an error.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let opCode = try OpCode(decoding: &reader)
            guard opCode == .response else {
                throw DecodeError(.value, .unknownCode(Int(opCode.rawValue)))
            }
            request = try OpCode(decoding: &reader)
            outcome = try Outcome(decoding: &reader)
            parameter = reader.rest()
        }

        /// Appends an answer.
        public func encode(into bytes: inout [UInt8]) {
            bytes += [OpCode.response.rawValue, request.rawValue, outcome.rawValue]
            bytes += parameter
        }
    }
}
