import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

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

    /// The link of the last request.
    private(set) var link: DeviceLink?
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
    mutating func take(
        _ request: RecordAccess.Request, from link: DeviceLink, on records: inout [Record]
    ) -> Bool {
        self.link = link
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

    /// Forgets what is to be sent to a link, which has ended.
    mutating func cancel(for link: DeviceLink) {
        if link == self.link { steps = [] }
    }

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

/// A device that has records and a record access control point.
protocol RecordKeeping: Sendable {
    associatedtype Record: Sendable
    /// The stored records, the oldest one first.
    var records: [Record] { get set }
    var procedures: RecordProcedures<Record> { get set }
    /// Stores the records that were due since the last call.
    mutating func measure(until now: Instant)
}

/// How a service refuses requests for records: two errors of the attribute protocol.
struct RecordRefusals: Sendable {
    var unsubscribed = ATT.ErrorCode.cccdImproperlyConfigured
    var busy = ATT.ErrorCode.procedureAlreadyInProgress
}

extension Lock where Value: RecordKeeping {
    /// Takes a request for records that a client writes.
    ///
    /// - Parameters:
    ///   - write: The write.
    ///   - point: The control point.
    ///   - measurement: The characteristic to which the client must be subscribed for a report.
    ///   - refusals: The errors of the service.
    ///   - send: Sends one record.
    func takeRecordRequest<Measurement>(
        _ write: DeviceWrite, at point: ControlPoint<RecordAccess.Request, RecordAccess.Response>,
        measurement: TypedCharacteristic<Measurement>, refusals: RecordRefusals = RecordRefusals(),
        send: @escaping @Sendable (Value.Record, Device, DeviceLink) -> Void
    ) throws(ATT.ErrorCode) {
        let (device, link) = (write.device, write.link)
        let request = try write.value(of: point.request)
        guard device.isSubscribed(link, to: point.response),
            request.opcode != .reportStoredRecords || device.isSubscribed(link, to: measurement)
        else { throw refusals.unsubscribed }
        let now = device.world.now
        let begins: Bool? = withLock { keeper in
            guard request.opcode == .abortOperation || !keeper.procedures.isBusy else { return nil }
            keeper.measure(until: now)
            var records = keeper.records
            defer { keeper.records = records }
            return keeper.procedures.take(request, from: link, on: &records)
        }
        guard let begins else { throw refusals.busy }
        guard begins else { return }
        device.pace { device in
            // A record may be two values.
            if let link = self.withLock({ $0.procedures.link }), !device.hasRoom(for: 2, to: link) {
                return true
            }
            let (step, link) = self.withLock { ($0.procedures.next(), $0.procedures.link) }
            guard let step, let link else { return false }
            switch step {
            case .record(let record): send(record, device, link)
            case .answer(let response): device.send(response, of: point.response, to: link)
            }
            return true
        }
    }
}

extension Device {
    /// Calls `step` again and again, the first time after `interval`, until it returns `false`. So a write is answered
    /// before its results are sent, and a procedure takes long enough to meet another request. It does not keep the
    /// world alive.
    func pace(_ interval: Nanoseconds = .milliseconds(15), _ step: @escaping @Sendable (Device) -> Bool) {
        self.after(interval) { device in
            if step(device) { device.pace(interval, step) }
        }
    }
}
