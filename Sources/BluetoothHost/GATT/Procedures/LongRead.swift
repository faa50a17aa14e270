import BluetoothWire

/// Read, then Read Blob as long as the parts are full, up to 512 bytes (Core 6.0, Vol 3, Part G, 4.8.1 and
/// 4.8.3).
///
/// A part may end exactly where the value ends. Then the next Read Blob gets no bytes, or *Attribute Not Long* (Part F,
/// 3.4.4.5). *Invalid Offset* means an offset behind the end, so it is a refusal, unless `takesInvalidOffsetAsEnd`.
struct LongRead: Sendable {
    private var value: [UInt8] = []
    /// The most bytes the response to the request in flight can hold.
    private var room: UInt16 = 0
    private let handle: ATT.Handle
    private let takesInvalidOffsetAsEnd: Bool
    private var isReadingBlob = false

    init(handle: ATT.Handle, takesInvalidOffsetAsEnd: Bool = false) {
        self.handle = handle
        self.takesInvalidOffsetAsEnd = takesInvalidOffsetAsEnd
    }

    /// A read whose request is on its way, as after `.begin`.
    init(asked handle: ATT.Handle, mtu: UInt16, takesInvalidOffsetAsEnd: Bool) {
        self.init(handle: handle, takesInvalidOffsetAsEnd: takesInvalidOffsetAsEnd)
        room = mtu - 1
    }

    /// Whether the value is whole after a first part of `count` bytes.
    func isWhole(after count: Int) -> Bool {
        !isReadingBlob && count < Int(room) && count <= ATT.maximumValueLength
    }

    mutating func advance(_ input: consuming ClientProcedure.Input, mtu: UInt16) -> ClientProcedure.Step {
        switch consume input {
        case .begin:
            room = mtu - 1
            return .request(.read(handle))
        case .response(let response): return answered(response, mtu)
        case .refused(.attributeNotLong) where isReadingBlob: return end()
        case .refused(.invalidOffset) where isReadingBlob && takesInvalidOffsetAsEnd: return end()
        case .refused(let code): return .failed(code)
        }
    }

    private mutating func answered(
        _ response: consuming ATT.Response, _ mtu: UInt16
    ) -> ClientProcedure.Step {
        switch consume response {
        case .read(let part):
            if isReadingBlob { return .invalid }
            let count = part.count
            value = part
            return next(after: count, mtu)
        case .readBlob(let part):
            guard isReadingBlob else { return .invalid }
            value += part
            return next(after: part.count, mtu)
        default: return .invalid
        }
    }

    private mutating func next(after count: Int, _ mtu: UInt16) -> ClientProcedure.Step {
        guard count >= Int(room), value.count < ATT.maximumValueLength else { return end() }
        room = mtu - 1
        isReadingBlob = true
        return .request(.readBlob(handle, offset: UInt16(value.count)))
    }

    private mutating func end() -> ClientProcedure.Step {
        if value.count > ATT.maximumValueLength { value.removeLast(value.count - ATT.maximumValueLength) }
        var whole: [UInt8] = []
        swap(&whole, &value)
        return .end(.value(whole))
    }
}
