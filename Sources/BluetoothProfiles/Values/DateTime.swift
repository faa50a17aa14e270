import BluetoothWire

/// A date and time of day in the device's own time, as a calendar shows them, without a time zone: 7 bytes.
///
/// A device that does not know the year, the month or the day sends 0.
///
/// ```swift
/// let measured = DateTime(year: 2026, month: 11, day: 22, hour: 8, minute: 30, second: 0)
/// ```
///
/// Source: GATT Specification Supplement, *Date Time*.
public struct DateTime: CharacteristicValue, Comparable {
    /// 1582…9999, or 0 for an unknown year.
    public var year: UInt16
    /// 1…12, or 0 for an unknown month.
    public var month: UInt8
    /// 1…31, or 0 for an unknown day.
    public var day: UInt8
    /// The hour, 0…23.
    public var hour: UInt8
    /// The minute, 0…59.
    public var minute: UInt8
    /// The second, 0…59.
    public var second: UInt8

    /// Creates a date and time; the ranges are those of the properties.
    public init(year: UInt16, month: UInt8, day: UInt8, hour: UInt8 = 0, minute: UInt8 = 0, second: UInt8 = 0)
    {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Reads 7 bytes; a field out of its range is an error.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        year = try reader.uint16()
        guard year == 0 || (1582...9999).contains(year) else { throw reader.invalid("year", Int(year)) }
        month = try reader.uint8(upTo: 12, "month")
        day = try reader.uint8(upTo: 31, "day")
        hour = try reader.uint8(upTo: 23, "hour")
        minute = try reader.uint8(upTo: 59, "minute")
        second = try reader.uint8(upTo: 59, "second")
    }

    /// Appends 7 bytes.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: year)
        bytes += [month, day, hour, minute, second]
    }

    public static func < (left: DateTime, right: DateTime) -> Bool {
        (left.year, left.month, left.day, left.hour, left.minute, left.second)
            < (right.year, right.month, right.day, right.hour, right.minute, right.second)
    }
}
