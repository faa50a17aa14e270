import BluetoothTypes
import BluetoothWire

/// One running client procedure; each kind is a state machine in its own file.
///
/// Call `advance(.begin)` once, then once for each response or refusal, until `.end` or `.invalid`. Every
/// machine makes progress with each response or ends, so no peer can keep one running forever.
///
/// Every link has room for one, and it is moved with each response. So the large ones that are rare are indirect.
enum ClientProcedure: Sendable {
    case exchangeMTU(MTUExchange)
    case services(ServiceDiscovery)
    indirect case included(IncludedServiceDiscovery)
    case characteristics(CharacteristicDiscovery)
    case descriptors(DescriptorDiscovery)
    case read(LongRead)
    indirect case readUsingUUID(UUIDRead)
    case readMultiple(MultipleRead)
    case write(ValueWrite)
    /// Waits in the queue like others, and is refused in its turn.
    case signedWrite
    /// Replaces a machine while it runs, so that its lists are not copied. The machine is put back at once.
    case running

    enum Input: Hashable, Sendable {
        case begin
        /// Any response but an error.
        case response(ATT.Response)
        /// An error response to the request in flight.
        case refused(ATT.ErrorCode)
    }

    enum Step: Hashable, Sendable {
        case request(ATT.Request)
        case end(GATT.Outcome)
        /// The response is not valid for the request: the bearer is dead.
        case invalid

        static func failed(_ code: ATT.ErrorCode) -> Step { .end(.failed(.error(code))) }
    }

    /// The state machine for a procedure; `receiveMTU` is what an exchange offers.
    init(_ procedure: consuming GATT.Procedure, receiveMTU: UInt16, takesInvalidOffsetAsEnd: Bool) {
        switch consume procedure {
        case .exchangeMTU: self = .exchangeMTU(MTUExchange(receiveMTU: receiveMTU))
        case .discoverPrimaryServices(let uuids): self = .services(ServiceDiscovery(uuids: uuids))
        case .discoverIncludedServices(let range): self = .included(IncludedServiceDiscovery(range: range))
        case .discoverCharacteristics(let range):
            self = .characteristics(CharacteristicDiscovery(range: range))
        case .discoverDescriptors(let range): self = .descriptors(DescriptorDiscovery(range: range))
        case .read(let handle):
            self = .read(LongRead(handle: handle, takesInvalidOffsetAsEnd: takesInvalidOffsetAsEnd))
        case .readUsingUUID(let range, let uuid): self = .readUsingUUID(UUIDRead(range: range, uuid: uuid))
        case .readMultiple(let handles):
            self = .readMultiple(MultipleRead(handles: handles, isVariable: false))
        case .readMultipleVariable(let handles):
            self = .readMultiple(MultipleRead(handles: handles, isVariable: true))
        case .write(let handle, let value): self = .write(ValueWrite(handle: handle, value: value))
        case .reliableWrite(let parts): self = .write(ValueWrite(reliably: parts))
        case .signedWrite: self = .signedWrite
        }
    }

    /// Continues; `mtu` is the ATT_MTU now.
    mutating func advance(_ input: consuming Input, mtu: UInt16) -> Step {
        let taken = self
        self = .running
        switch consume taken {
        case .exchangeMTU(let machine):
            self = .exchangeMTU(machine)
            return machine.advance(input)
        case .services(var machine):
            defer { self = .services(machine) }
            return machine.advance(input)
        case .included(var machine):
            defer { self = .included(machine) }
            return machine.advance(input)
        case .characteristics(var machine):
            defer { self = .characteristics(machine) }
            return machine.advance(input)
        case .descriptors(var machine):
            defer { self = .descriptors(machine) }
            return machine.advance(input)
        case .read(var machine):
            let step = machine.advance(input, mtu: mtu)
            self = .read(machine)
            return step
        case .readUsingUUID(var machine):
            defer { self = .readUsingUUID(machine) }
            return machine.advance(input)
        case .readMultiple(var machine):
            defer { self = .readMultiple(machine) }
            return machine.advance(input, mtu: Int(mtu))
        case .write(var machine):
            defer { self = .write(machine) }
            return machine.advance(input, mtu: Int(mtu))
        case .signedWrite: return .end(.failed(.signedWritesUnsupported))
        case .running: preconditionFailure("a procedure was advanced from within itself")
        }
    }
}

/// The part of a handle range that a discovery has not seen yet.
struct HandleCursor: Hashable, Sendable {
    /// Where the next request starts, unless `isAtEnd`.
    private(set) var next: ATT.Handle
    let last: ATT.Handle
    private(set) var isAtEnd: Bool

    init(_ range: ATT.HandleRange) {
        next = range.first
        last = range.last
        isAtEnd = !range.isValid
    }

    var range: ATT.HandleRange { ATT.HandleRange(first: next, last: last) }

    /// Moves past an attribute, or past a group up to its end. Returns `false` if it does not lie ahead,
    /// which is an invalid answer.
    mutating func pass(_ first: ATT.Handle, through end: ATT.Handle) -> Bool {
        guard !isAtEnd, first >= next, first <= last, end >= first else { return false }
        if end >= last { isAtEnd = true } else { next = end + 1 }
        return true
    }

    mutating func pass(_ handle: ATT.Handle) -> Bool { pass(handle, through: handle) }
}

/// Fields of declarations, read without trapping; the caller checks the count.
extension Array where Element == UInt8 {
    func handle(at offset: Int) -> ATT.Handle { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }
}
