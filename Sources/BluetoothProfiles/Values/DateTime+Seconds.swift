extension DateTime {
    /// The time so many seconds later; `nil` if a part of the date is unknown, or outside the years 1582…9999.
    public func adding(seconds: Int) -> DateTime? {
        guard let start = secondsSince1970 else { return nil }
        let (sum, overflows) = start.addingReportingOverflow(Int64(seconds))
        let time = DateTime(secondsSince1970: sum)
        return !overflows && time.secondsSince1970 == sum ? time : nil
    }
}
