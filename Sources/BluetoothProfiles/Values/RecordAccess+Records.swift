import BluetoothWire

extension RecordAccess {
    /// Which records a request is about.
    ///
    /// ```swift
    /// let wanted = RecordAccess.Records.within(3, 7)
    /// let found = wanted.pick(from: stored, number: \.sequenceNumber, time: \.userFacingTime)
    /// ```
    public enum Records: Hashable, Sendable {
        /// All of them.
        case all
        /// The oldest one.
        case first
        /// The newest one.
        case last
        /// By sequence number, or by minutes since the session's start in Continuous Glucose Monitoring.
        case numbers(Bounds<UInt16>)
        /// By the time that the device shows to its user.
        case times(Bounds<DateTime>)

        /// Records from a number on.
        public static func from(_ number: UInt16) -> Records { .numbers(.from(number)) }
        /// Records up to a number.
        public static func upTo(_ number: UInt16) -> Records { .numbers(.upTo(number)) }
        /// Records between two numbers, which are included.
        public static func within(_ low: UInt16, _ high: UInt16) -> Records { .numbers(.within(low, high)) }
        /// Records from a time on.
        public static func from(_ time: DateTime) -> Records { .times(.from(time)) }
        /// Records up to a time.
        public static func upTo(_ time: DateTime) -> Records { .times(.upTo(time)) }
        /// Records between two times, which are included.
        public static func within(_ low: DateTime, _ high: DateTime) -> Records { .times(.within(low, high)) }
    }

    /// The limits of a request; all are included.
    public enum Bounds<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
        /// This one and greater ones.
        case from(Value)
        /// This one and smaller ones.
        case upTo(Value)
        /// The first one, the second one, and what is between them; none if the first one is greater.
        case within(Value, Value)

        /// Whether a value is within the limits.
        public func contains(_ value: Value) -> Bool {
            switch self {
            case .from(let low): low <= value
            case .upTo(let high): value <= high
            case .within(let low, let high): low <= value && value <= high
            }
        }
    }
}

extension RecordAccess.Records {
    /// The places of the chosen records among `records`, which are in order of age, the oldest one first.
    ///
    /// - Parameters:
    ///   - records: All stored records.
    ///   - number: The sequence number of a record, or its time offset.
    ///   - time: The time of a record that the user saw; a record without one is in no range of times.
    public func places<Record>(
        in records: [Record], number: (Record) -> UInt16, time: (Record) -> DateTime? = { _ in nil }
    ) -> [Int] {
        switch self {
        case .all: Array(records.indices)
        case .first: Array(records.indices.prefix(1))
        case .last: Array(records.indices.suffix(1))
        case .numbers(let bounds): records.indices.filter { bounds.contains(number(records[$0])) }
        case .times(let bounds):
            records.indices.filter { place in time(records[place]).map { bounds.contains($0) } ?? false }
        }
    }

    /// The chosen records of `records`, which are in order of age, the oldest one first.
    public func pick<Record>(
        from records: [Record], number: (Record) -> UInt16, time: (Record) -> DateTime? = { _ in nil }
    ) -> [Record] {
        places(in: records, number: number, time: time).map { records[$0] }
    }
}

extension RecordAccess.Request {
    private init(_ opcode: RecordAccess.Opcode, _ records: RecordAccess.Records) {
        var operand: [UInt8] = []
        let chosen: RecordAccess.Operator
        switch records {
        case .all: chosen = .allRecords
        case .first: chosen = .firstRecord
        case .last: chosen = .lastRecord
        case .numbers(let bounds): chosen = bounds.write(.sequenceNumber, into: &operand)
        case .times(let bounds): chosen = bounds.write(.userFacingTime, into: &operand)
        }
        self.init(opcode: opcode, operator: chosen, operand: operand)
    }

    /// Asks for records; they are notified, the oldest one first.
    public static func report(_ records: RecordAccess.Records) -> Self { Self(.reportStoredRecords, records) }
    /// Deletes records.
    public static func delete(_ records: RecordAccess.Records) -> Self { Self(.deleteStoredRecords, records) }
    /// Asks how many records there are.
    public static func count(_ records: RecordAccess.Records) -> Self {
        Self(.reportNumberOfStoredRecords, records)
    }

    /// Asks for all records.
    public static let reportAll = report(.all)
    /// Asks for the oldest record.
    public static let reportFirst = report(.first)
    /// Asks for the newest record.
    public static let reportLast = report(.last)
    /// Deletes all records.
    public static let deleteAll = delete(.all)
    /// Asks how many records there are at all.
    public static let countAll = count(.all)
    /// Stops the procedure that is running.
    public static let abort = Self(opcode: .abortOperation, operator: .null)

    /// Asks for records by number: from `low` on, up to and including `high` if there is one.
    public static func reportStored(from low: UInt16, to high: UInt16? = nil) -> Self {
        report(high.map { .within(low, $0) } ?? .from(low))
    }
    /// Asks for records by time: from `low` on, up to and including `high` if there is one.
    public static func reportStored(from low: DateTime, to high: DateTime? = nil) -> Self {
        report(high.map { .within(low, $0) } ?? .from(low))
    }
    /// Deletes records by number: from `low` on, up to and including `high` if there is one.
    public static func deleteStored(from low: UInt16, to high: UInt16? = nil) -> Self {
        delete(high.map { .within(low, $0) } ?? .from(low))
    }
    /// Deletes records by time: from `low` on, up to and including `high` if there is one.
    public static func deleteStored(from low: DateTime, to high: DateTime? = nil) -> Self {
        delete(high.map { .within(low, $0) } ?? .from(low))
    }
    /// Asks for the number of records from `low` on, up to and including `high` if there is one.
    public static func countStored(from low: UInt16, to high: UInt16? = nil) -> Self {
        count(high.map { .within(low, $0) } ?? .from(low))
    }
    /// Asks for the number of records from the time `low` on, up to and including `high` if there is one.
    public static func countStored(from low: DateTime, to high: DateTime? = nil) -> Self {
        count(high.map { .within(low, $0) } ?? .from(low))
    }
}

extension RecordAccess.Request {
    /// Which records the request is about, as a device reads it.
    ///
    /// - Parameter filters: The filter types that the service has; none if it only knows all, first and last.
    /// - Throws: The response code with which a device answers a malformed operator or operand.
    public func records(
        filters: Set<RecordAccess.FilterType>
    ) throws(RecordAccess.ResponseCode) -> RecordAccess.Records {
        switch `operator` {
        case .null: throw .invalidOperator
        case .allRecords: return try bare(.all)
        case .firstRecord: return try bare(.first)
        case .lastRecord: return try bare(.last)
        case .lessThanOrEqualTo, .greaterThanOrEqualTo, .withinRange: break
        default: throw .operatorNotSupported
        }
        if filters.isEmpty { throw .operatorNotSupported }
        guard let first = operand.first else { throw .invalidOperand }
        let type = RecordAccess.FilterType(rawValue: first)
        guard filters.contains(type) else { throw .operandNotSupported }
        switch type {
        case .sequenceNumber: return .numbers(try bounds())
        case .userFacingTime: return .times(try bounds())
        default: throw .operandNotSupported
        }
    }

    private func bare(
        _ records: RecordAccess.Records
    ) throws(RecordAccess.ResponseCode) -> RecordAccess.Records {
        guard operand.isEmpty else { throw .invalidOperand }
        return records
    }

    private func bounds<Value: CharacteristicValue & Comparable>() throws(RecordAccess.ResponseCode)
        -> RecordAccess.Bounds<Value>
    {
        var reader = ByteReader(operand, from: 1, layer: .value)
        do {
            let low = try Value(decoding: &reader)
            guard `operator` == .withinRange else {
                try reader.finish()
                return `operator` == .greaterThanOrEqualTo ? .from(low) : .upTo(low)
            }
            let high = try Value(decoding: &reader)
            try reader.finish()
            guard low <= high else { throw RecordAccess.ResponseCode.invalidOperand }
            return .within(low, high)
        } catch {
            throw .invalidOperand
        }
    }
}

extension RecordAccess.Bounds where Value: CharacteristicValue {
    fileprivate func write(
        _ type: RecordAccess.FilterType, into operand: inout [UInt8]
    ) -> RecordAccess.Operator {
        operand.append(type.rawValue)
        switch self {
        case .from(let low):
            low.encode(into: &operand)
            return .greaterThanOrEqualTo
        case .upTo(let high):
            high.encode(into: &operand)
            return .lessThanOrEqualTo
        case .within(let low, let high):
            low.encode(into: &operand)
            high.encode(into: &operand)
            return .withinRange
        }
    }
}
