import BluetoothProfiles
import BluetoothTypes

/// What a record access control point does with its requests: what is to be sent, step by step. It has no clock.
struct RecordProcedures<Record: Sendable>: Sendable {
    /// One thing to send.
    enum Step: Sendable {
        case record(Record)
        case answer(RecordAccess.Response)
    }

    /// The filter types of the service.
    let filters: Set<RecordAccess.FilterType>
    /// The sequence number or the time offset of a record.
    let number: @Sendable (Record) -> UInt16
    /// The time of a record that the user saw.
    let time: @Sendable (Record) -> DateTime?

    private var steps: ArraySlice<Step> = []
    /// Whether somebody calls `next` again and again.
    private var isDriven = false

    init(
        filters: Set<RecordAccess.FilterType>, number: @escaping @Sendable (Record) -> UInt16,
        time: @escaping @Sendable (Record) -> DateTime? = { _ in nil }
    ) {
        self.filters = filters
        self.number = number
        self.time = time
    }

    /// Whether a procedure is running; only an abort is taken then.
    var isBusy: Bool { !steps.isEmpty }

    /// Takes a request. Records that it deletes go at once.
    ///
    /// - Returns: Whether the caller has to begin with calling `next` until it gives no step.
    mutating func take(_ request: RecordAccess.Request, on records: inout [Record]) -> Bool {
        switch request.opcode {
        case .abortOperation: abort(request)
        case .reportStoredRecords, .deleteStoredRecords, .reportNumberOfStoredRecords:
            do {
                let chosen = try request.records(filters: filters)
                steps = run(request.opcode, chosen.places(in: records, number: number, time: time), &records)
            } catch {
                steps = [.answer(.ended(request.opcode, error))]
            }
        default: steps = [.answer(.ended(request.opcode, .opcodeNotSupported))]
        }
        defer { isDriven = true }
        return !isDriven
    }

    /// What to send next; `nil` ends the calls.
    mutating func next() -> Step? {
        let step = steps.popFirst()
        if step == nil { isDriven = false }
        return step
    }

    /// Forgets what is to be sent: the link has ended.
    mutating func cancel() { steps = [] }

    /// A malformed abort does not stop what is running.
    private mutating func abort(_ request: RecordAccess.Request) {
        let isWellFormed = request.operator == .null && request.operand.isEmpty
        if isWellFormed {
            steps = [.answer(.ended(.abortOperation, .success))]
        } else {
            let code: RecordAccess.ResponseCode =
                request.operator == .null ? .invalidOperand : .invalidOperator
            steps = [.answer(.ended(.abortOperation, code))] + steps
        }
    }

    private func run(
        _ opcode: RecordAccess.Opcode, _ places: [Int], _ records: inout [Record]
    ) -> ArraySlice<Step> {
        if opcode == .reportNumberOfStoredRecords {
            return [.answer(.numberOfRecords(UInt16(clamping: places.count)))]
        }
        guard !places.isEmpty else { return [.answer(.ended(opcode, .noRecordsFound))] }
        let done = Step.answer(.ended(opcode, .success))
        guard opcode == .deleteStoredRecords else { return places.map { .record(records[$0]) } + [done] }
        for place in places.reversed() { records.remove(at: place) }
        return [done]
    }
}

extension Device {
    /// Calls `step` again and again, the first time after `interval`, until it returns `false`. So a write is answered
    /// before its results are sent, and a procedure takes long enough to meet another request.
    func pace(_ interval: Nanoseconds = .milliseconds(15), _ step: @escaping @Sendable (Device) -> Bool) {
        world.after(interval) { if step(self) { pace(interval, step) } }
    }
}
