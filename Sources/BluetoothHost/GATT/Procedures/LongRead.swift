import BluetoothWire

/// Read, then Read Blob as long as the parts are full, up to 512 bytes (Core 6.0, Vol 3, Part G, 4.8.1 and
/// 4.8.3).
///
/// A part may end exactly where the value ends. Then the next Read Blob gets no bytes, or *Attribute Not Long* (Part F,
/// 3.4.4.5). *Invalid Offset* means an offset behind the end, so it is a refusal, unless `takesInvalidOffsetAsEnd`.
struct LongRead: Sendable {
    private let handle: ATT.Handle
    private let takesInvalidOffsetAsEnd: Bool
    private var value: [UInt8] = []
    /// The most bytes the response to the request in flight can hold.
    private var room = 0
    private var isReadingBlob = false

    init(handle: ATT.Handle, takesInvalidOffsetAsEnd: Bool = false) {
        self.handle = handle
        self.takesInvalidOffsetAsEnd = takesInvalidOffsetAsEnd
    }

    mutating func advance(_ input: ClientProcedure.Input, mtu: Int) -> ClientProcedure.Step {
        switch input {
        case .begin:
            room = mtu - 1
            return .request(.read(handle))
        case .response(.read(let part)) where !isReadingBlob:
            value = part
            return next(after: part, mtu)
        case .response(.readBlob(let part)) where isReadingBlob:
            value += part
            return next(after: part, mtu)
        case .response: return .invalid
        case .refused(.attributeNotLong) where isReadingBlob: return end()
        case .refused(.invalidOffset) where isReadingBlob && takesInvalidOffsetAsEnd: return end()
        case .refused(let code): return .failed(code)
        }
    }

    private mutating func next(after part: [UInt8], _ mtu: Int) -> ClientProcedure.Step {
        guard part.count >= room, value.count < ATT.maximumValueLength else { return end() }
        room = mtu - 1
        isReadingBlob = true
        return .request(.readBlob(handle, offset: UInt16(value.count)))
    }

    private func end() -> ClientProcedure.Step {
        let isTooLong = value.count > ATT.maximumValueLength
        return .end(.value(isTooLong ? Array(value.prefix(ATT.maximumValueLength)) : value))
    }
}
