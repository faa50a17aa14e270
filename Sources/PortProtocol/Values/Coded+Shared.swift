import BluetoothPort
import BluetoothTypes

// Identifiers, errors, states and channels: what both roles have.

extension BluetoothUUID: Coded {
    static var leastLength: Int { 3 }

    /// The width of a literal that is not a UUID. The beginning of its text follows, sixteen bytes.
    static let malformedWidth: UInt8 = 0

    func write(to output: inout FrameOutput) {
        output.put(isMalformed ? Self.malformedWidth : width.rawValue)
        output.append(bigEndianBytes)
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        let place = input.position
        let width = try UInt8(from: &input)
        let isMalformed = width == Self.malformedWidth
        guard isMalformed || Width(rawValue: width) != nil else {
            throw input.problem(.noWidthOfUUID(width), at: place)
        }
        let bytes = try input.take(isMalformed ? 16 : Int(width))
        guard let uuid = BluetoothUUID(bigEndian: bytes) else {
            throw input.problem(.noWidthOfUUID(width), at: place)
        }
        self = isMalformed ? BluetoothUUID(malformedHigh: uuid.high, low: uuid.low) : uuid
    }
}

extension PeerIdentifier: Coded {
    static var leastLength: Int { 16 }

    /// As the identifier is written, most significant byte first.
    func write(to output: inout FrameOutput) { output.put(high.byteSwapped, low.byteSwapped) }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        let high = try UInt64(from: &input)
        self.init(high: high.byteSwapped, low: try UInt64(from: &input).byteSwapped)
    }
}

extension AttributeIdentifier: CodedNumber {}
extension RequestIdentifier: CodedNumber {}
extension ChannelIdentifier: CodedNumber {}

extension PortError: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case local = 0
        case att = 1
        static let family = "PortError"
    }

    static var leastLength: Int { 2 }

    func write(to output: inout FrameOutput) {
        switch self {
        case .local(let code): output.put(Kind.local, code)
        case .att(let code): output.put(Kind.att, code)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .local: self = .local(code: try input("code"))
        case .att: self = .att(code: try input("code"))
        }
    }
}

/// The kinds of every `Result`.
enum ResultKind: UInt8, CaseIterable, CodedKind {
    case success = 0
    case failure = 1
    static let family = "Result"
}

extension Result: Coded where Success: Coded, Failure == PortError {
    func write(to output: inout FrameOutput) {
        switch self {
        case .success(let value): output.put(ResultKind.success, value)
        case .failure(let error): output.put(ResultKind.failure, error)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try ResultKind(from: &input) {
        case .success: self = .success(try input("success"))
        case .failure: self = .failure(try input("failure"))
        }
    }
}

extension ManagerState: CodedKind { static let family = "ManagerState" }
extension Authorization: CodedKind { static let family = "Authorization" }

extension CommandResult: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case accepted = 0
        case ignored = 1
        static let family = "CommandResult"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .accepted: output.put(Kind.accepted)
        case .ignored: output.put(Kind.ignored)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .accepted: self = .accepted
        case .ignored: self = .ignored
        }
    }
}

extension ManagerOptions: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(restoreIdentifier, showsPowerAlert, accessesMediaDevices)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            restoreIdentifier: try input("restoreIdentifier"),
            showsPowerAlert: try input("showsPowerAlert"),
            accessesMediaDevices: try input("accessesMediaDevices"))
    }
}

extension Channel: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(identifier, psm) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(identifier: try input("identifier"), psm: try input("psm"))
    }
}

extension ChannelCommand: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case send = 1
        case consume = 2
        case close = 3
        static let family = "ChannelCommand"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .send(let bytes): output.put(Kind.send, bytes)
        case .consume(let count): output.put(Kind.consume, count)
        case .close: output.put(Kind.close)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .send: self = .send(try input("bytes"))
        case .consume: self = .consume(try input("count"))
        case .close: self = .close
        }
    }
}

extension ChannelEvent: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case received = 1
        case sent = 2
        case closed = 3
        static let family = "ChannelEvent"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .received(let bytes): output.put(Kind.received, bytes)
        case .sent(let count): output.put(Kind.sent, count)
        case .closed(let error): output.put(Kind.closed, error)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .received: self = .received(try input("bytes"))
        case .sent: self = .sent(try input("count"))
        case .closed: self = .closed(try input("error"))
        }
    }
}
