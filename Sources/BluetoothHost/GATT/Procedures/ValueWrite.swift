import BluetoothWire

/// Write Characteristic Value, Write Long and Reliable Writes (Core 6.0, Vol 3, Part G, 4.9.3 to 4.9.5): one
/// Write Request if the value fits, otherwise Prepare Writes and one Execute Write.
///
/// After a refusal or a wrong echo the queue is cancelled before the procedure ends. So nothing of it is
/// written, and the server's queue is empty.
struct ValueWrite: Sendable {
    private enum State: Sendable {
        /// A Write Request is in flight. Ends.
        case writing
        /// A Prepare Write of `count` bytes is in flight. Goes to itself, `executing` or `cancelling`.
        case preparing(count: Int32)
        /// Execute Write is in flight. Ends.
        case executing
        /// Execute Write, which cancels, is in flight. Ends with the failure.
        case cancelling(ATT.Failure)
    }

    private let parts: [GATT.WriteRequest.Part]
    // Each link has room for a procedure all the time, so what is small takes little.
    private var state = State.writing
    private let isReliable: Bool
    /// Whether the server has something queued.
    private var hasPrepared = false
    /// The part that is being prepared, and how many bytes of it are.
    private var partNumber: Int32 = 0
    private var preparedCount: Int32 = 0

    init(handle: ATT.Handle, value: [UInt8]) {
        parts = [GATT.WriteRequest.Part(handle: handle, offset: 0, value: value)]
        isReliable = false
    }

    /// Prepares all of these parts, checks each echo, and executes them together.
    init(reliably parts: [GATT.WriteRequest.Part]) {
        self.parts = parts
        isReliable = true
    }

    private var part: Int { Int(partNumber) }
    private var position: Int { Int(preparedCount) }

    mutating func advance(_ input: ClientProcedure.Input, mtu: Int) -> ClientProcedure.Step {
        switch (state, input) {
        case (_, .begin): return begin(mtu)
        case (.writing, .response(.write)): return .end(.written)
        case (.writing, .refused(let code)): return .failed(code)
        case (.preparing(let count), .response(.prepareWrite(let handle, let offset, let value))):
            hasPrepared = true
            if isReliable, !isEcho(handle, offset, value, count) { return cancel(.echoMismatch) }
            preparedCount += count
            if position == parts[part].value.count {
                partNumber += 1
                preparedCount = 0
            }
            return prepare(mtu)
        case (.preparing, .refused(let code)): return cancel(.error(code))
        case (.executing, .response(.executeWrite)): return .end(.written)
        case (.executing, .refused(let code)): return .failed(code)
        case (.cancelling(let failure), .response(.executeWrite)), (.cancelling(let failure), .refused):
            return .end(.failed(failure))
        case (.writing, .response), (.preparing, .response), (.executing, .response),
            (.cancelling, .response):
            return .invalid
        }
    }

    private mutating func begin(_ mtu: Int) -> ClientProcedure.Step {
        for part in parts where part.value.count > ATT.maximumValueLength {
            return .failed(.invalidAttributeValueLength)
        }
        for part in parts where UInt16(exactly: part.offset + part.value.count) == nil {
            return .failed(.invalidOffset)
        }
        if !isReliable, parts[0].value.count <= mtu - 3 {
            return .request(.write(parts[0].handle, value: parts[0].value))
        }
        return parts.isEmpty ? .end(.written) : prepare(mtu)
    }

    /// Sends the next piece to be queued, or the request to write everything.
    private mutating func prepare(_ mtu: Int) -> ClientProcedure.Step {
        guard part < parts.count else {
            state = .executing
            return .request(.executeWrite(.write))
        }
        let piece = Array(parts[part].value[position...].prefix(mtu - 5))
        state = .preparing(count: Int32(piece.count))
        return .request(.prepareWrite(parts[part].handle, offset: offset, value: piece))
    }

    private var offset: UInt16 { UInt16(truncatingIfNeeded: parts[part].offset + position) }

    private func isEcho(_ handle: ATT.Handle, _ offset: UInt16, _ value: [UInt8], _ count: Int32) -> Bool {
        handle == parts[part].handle && offset == self.offset
            && value[...] == parts[part].value[position..<position + Int(count)]
    }

    private mutating func cancel(_ failure: ATT.Failure) -> ClientProcedure.Step {
        guard hasPrepared else { return .end(.failed(failure)) }
        state = .cancelling(failure)
        return .request(.executeWrite(.cancel))
    }
}
