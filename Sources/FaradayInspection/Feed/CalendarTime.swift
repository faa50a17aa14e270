/// Times of the calendar, as RFC 3339 writes them; Foundation is not used down here.
enum CalendarTime {
    /// `2025-01-01T00:00:00Z`, with milliseconds, microseconds or nanoseconds where there are any.
    static func text(_ nanoseconds: UInt64) -> String {
        let seconds = Int(nanoseconds / 1_000_000_000)
        let (year, month, day) = date(days: seconds / 86_400)
        let time = seconds % 86_400
        let rest = Int(nanoseconds % 1_000_000_000)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }.joined(separator: ":")
        let fraction =
            rest == 0
            ? ""
            : rest % 1_000_000 == 0
                ? "." + padded(rest / 1_000_000, 3)
                : rest % 1000 == 0 ? "." + padded(rest / 1000, 6) : "." + padded(rest, 9)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock)\(fraction)Z"
    }

    /// The date of a day counted from 1970, in the Gregorian calendar: years begin in March, so that the day that leap
    /// years add is the last one.
    private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        return (year + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
