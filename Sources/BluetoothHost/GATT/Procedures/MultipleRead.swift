import BluetoothWire

/// Read Multiple Characteristic Values, of fixed or variable length (Core 6.0, Vol 3, Part G, 4.8.4 and
/// 4.8.5).
///
/// A request contains at least two handles, so a single one is read with Read. Fixed values are returned as
/// one sequence of bytes that only the caller can split, so they need one request: more handles than it holds
/// end with `invalidPDU`. Variable ones are read with as many requests as they need.
struct MultipleRead: Sendable {
    private let handles: [ATT.Handle]
    private var found: [GATT.ReadValue] = []
    /// How many handles the request in flight contains.
    private var asked: UInt16 = 0
    private let isVariable: Bool

    init(handles: [ATT.Handle], isVariable: Bool) {
        self.handles = handles
        self.isVariable = isVariable
    }

    mutating func advance(_ input: ClientProcedure.Input, mtu: Int) -> ClientProcedure.Step {
        switch input {
        case .begin:
            guard isVariable || handles.count <= (mtu - 1) / 2 else { return .failed(.invalidPDU) }
            return handles.isEmpty ? end([]) : request(mtu)
        case .response(.read(let value)) where asked == 1:
            return isVariable ? add([value], mtu) : end(value)
        case .response(.readMultiple(let values)) where asked > 1 && !isVariable: return end(values)
        case .response(.readMultipleVariable(let list)) where asked > 1 && isVariable:
            guard list.count <= Int(asked) else { return .invalid }
            return add(list.map(\.value), mtu)
        case .response: return .invalid
        case .refused(let code): return .failed(code)
        }
    }

    /// A response may leave out values at its end; the procedure asks for them again.
    private mutating func add(_ values: [[UInt8]], _ mtu: Int) -> ClientProcedure.Step {
        for value in values {
            found.append(GATT.ReadValue(handle: handles[found.count], value: value))
        }
        if found.count == handles.count { return end([]) }
        return values.isEmpty ? .invalid : request(mtu)
    }

    private mutating func request(_ mtu: Int) -> ClientProcedure.Step {
        let next = Array(handles[found.count...].prefix((mtu - 1) / 2))
        asked = UInt16(next.count)
        if asked == 1 { return .request(.read(next[0])) }
        return .request(isVariable ? .readMultipleVariable(next) : .readMultiple(next))
    }

    private func end(_ value: [UInt8]) -> ClientProcedure.Step {
        .end(isVariable ? .values(found) : .value(value))
    }
}
