extension DateTime {
    /// The seconds from the beginning of 1970 to this time, both on the same clock; `nil` if a part of the date is
    /// unknown.
    public var secondsSince1970: Int? {
        guard year != 0, month != 0, day != 0 else { return nil }
        let (year, month) = month > 2 ? (Int(year), Int(month) - 3) : (Int(year) - 1, Int(month) + 9)
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + Int(day) - 1
        return (days - 719_468) * 86_400 + Int(hour) * 3600 + Int(minute) * 60 + Int(second)
    }

    /// Creates the time that many seconds after the beginning of 1970; `nil` outside the years 1582…9999.
    public init?(secondsSince1970 seconds: Int) {
        guard (-12_244_089_600..<253_402_300_800).contains(seconds) else { return nil }
        // Years begin in March here, so that a leap day is the last one.
        let sinceYear0 = seconds + 719_468 * 86_400
        let (days, rest) = (sinceYear0 / 86_400, sinceYear0 % 86_400)
        let (era, dayOfEra) = (days / 146_097, days % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            year: UInt16(era * 400 + yearOfEra + (month <= 2 ? 1 : 0)), month: UInt8(month),
            day: UInt8(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1), hour: UInt8(rest / 3600),
            minute: UInt8(rest / 60 % 60), second: UInt8(rest % 60))
    }

    /// The time so many seconds later; `nil` if a part of the date is unknown, or outside the years 1582…9999.
    public func adding(seconds: Int) -> DateTime? {
        guard let start = secondsSince1970 else { return nil }
        let (sum, overflows) = start.addingReportingOverflow(seconds)
        return overflows ? nil : DateTime(secondsSince1970: sum)
    }
}
