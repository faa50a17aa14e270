import BluetoothWire

/// A date and time with its day of the week, to 1/256 of a second: *Exact Time 256*, 9 bytes.
///
/// ```swift
/// let noon = ExactTime(DateTime(year: 2026, month: 11, day: 22, hour: 12))
/// assert(noon.dayOfWeek == .sunday)
/// ```
///
/// Source: GATT Specification Supplement, *Exact Time 256*.
public struct ExactTime: CharacteristicValue {
    /// The date and time to seconds.
    public var date: DateTime
    /// The day of the week; `nil` if it is not known.
    public var dayOfWeek: DayOfWeek?
    /// The part of the next second that has passed, in 1/256.
    public var fraction: UInt8

    /// Creates a date and time; the calendar says which day of the week it is.
    public init(_ date: DateTime, fraction: UInt8 = 0) {
        self.date = date
        dayOfWeek = date.isoWeekday.flatMap(DayOfWeek.init)
        self.fraction = fraction
    }

    /// Creates a date and time with this day of the week; `nil` if it is not known.
    public init(_ date: DateTime, dayOfWeek: DayOfWeek?, fraction: UInt8 = 0) {
        self.date = date
        self.dayOfWeek = dayOfWeek
        self.fraction = fraction
    }

    /// Reads 9 bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        date = try DateTime(decoding: &reader)
        let day = try reader.uint8(upTo: 7, "day of week")
        dayOfWeek = DayOfWeek(rawValue: day)
        fraction = try reader.uint8()
    }

    /// Appends 9 bytes.
    public func encode(into bytes: inout [UInt8]) {
        date.encode(into: &bytes)
        bytes += [dayOfWeek?.rawValue ?? 0, fraction]
    }
}

/// A day of the week.
public enum DayOfWeek: UInt8, Hashable, Sendable, CaseIterable {
    /// Day 1 of the week.
    case monday = 1
    /// Day 2 of the week.
    case tuesday = 2
    /// Day 3 of the week.
    case wednesday = 3
    /// Day 4 of the week.
    case thursday = 4
    /// Day 5 of the week.
    case friday = 5
    /// Day 6 of the week.
    case saturday = 6
    /// Day 7 of the week.
    case sunday = 7
}
