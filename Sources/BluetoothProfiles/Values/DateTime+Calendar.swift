/// Arithmetic in the Gregorian calendar.
extension DateTime {
    /// Creates the date and time so many seconds after 1970-01-01 00:00:00, in the same time zone. Times outside the
    /// years 1582…9999 become the nearest year's.
    ///
    /// ```swift
    /// let later = DateTime(secondsSince1970: (measured.secondsSince1970 ?? 0) + 90)
    /// ```
    public init(secondsSince1970 seconds: Int64) {
        let secondsOfDay: Int64 = 86_400
        let first = Self.daysSince1970(1582, 1, 1) * secondsOfDay
        let end = Self.daysSince1970(10_000, 1, 1) * secondsOfDay
        let seconds = min(max(seconds, first), end - 1)
        let rest = ((seconds % secondsOfDay) + secondsOfDay) % secondsOfDay
        let (year, month, day) = Self.date(daysSince1970: (seconds - rest) / secondsOfDay)
        self.init(
            year: UInt16(year), month: UInt8(month), day: UInt8(day), hour: UInt8(rest / 3600),
            minute: UInt8(rest / 60 % 60), second: UInt8(rest % 60))
    }

    /// How many seconds after 1970-01-01 00:00:00 it is, in the same time zone; negative before. `nil` if the year, the
    /// month or the day is not known.
    public var secondsSince1970: Int64? {
        guard year != 0, month != 0, day != 0 else { return nil }
        let days = Self.daysSince1970(Int64(year), Int64(month), Int64(day))
        return days * 86_400 + Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)
    }

    /// The time so many seconds later, in the same time zone; `nil` if the year, the month or the day is not known. Times
    /// outside the years 1582…9999 become the nearest year's.
    ///
    /// ```swift
    /// let later = measured.adding(seconds: 90)
    /// ```
    public func adding(seconds: Int) -> DateTime? {
        guard let start = secondsSince1970 else { return nil }
        let (sum, overflows) = start.addingReportingOverflow(Int64(seconds))
        return DateTime(secondsSince1970: overflows ? (seconds < 0 ? .min : .max) : sum)
    }

    /// 1 Monday…7 Sunday; `nil` if the year, the month or the day is not known.
    public var isoWeekday: UInt8? {
        guard year != 0, month != 0, day != 0 else { return nil }
        let days = Self.daysSince1970(Int64(year), Int64(month), Int64(day))
        return UInt8(((days + 3) % 7 + 7) % 7 + 1)  // 1970-01-01 was a Thursday.
    }

    // A year that begins in March has its leap day at the end; 400 years have 146,097 days. 719,468 days pass from
    // 0000-03-01 to 1970-01-01.

    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let marchYear = month > 2 ? year : year - 1
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
