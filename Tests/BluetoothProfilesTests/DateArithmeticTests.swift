import BluetoothProfiles
import Testing

@Suite("Dates and seconds")
struct DateArithmeticTests {
    @Test(
        "Seconds are counted over leap days and ends of years",
        arguments: [
            (DateTime(year: 1970, month: 1, day: 1), 0),
            (DateTime(year: 2000, month: 2, day: 29), 951_782_400),
            (DateTime(year: 1582, month: 1, day: 1), -12_244_089_600),
            (
                DateTime(year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59),
                253_402_300_799
            ),
            (DateTime(year: 2026, month: 11, day: 22, hour: 14, minute: 30, second: 5), 1_795_357_805),
        ] as [(DateTime, Int64)])
    func seconds(time: DateTime, seconds: Int64) {
        #expect(time.secondsSince1970 == seconds)
        #expect(DateTime(secondsSince1970: seconds) == time)
    }

    @Test("Every day of 400 years is the day after the day before it")
    func days() {
        var (last, day) = (DateTime(year: 1999, month: 12, day: 31), Int64(0))
        while day < 146_097 {
            guard let next = last.adding(seconds: 86_400) else { break }
            guard last < next, next.secondsSince1970 == 946_684_800 + day * 86_400 else { break }
            (last, day) = (next, day + 1)
        }
        #expect(day == 146_097)
        #expect(last == DateTime(year: 2399, month: 12, day: 31))
    }

    @Test("An unknown date has no seconds, and none leaves the years that can be sent")
    func unknown() {
        #expect(DateTime(year: 0, month: 1, day: 1).adding(seconds: 1) == nil)
        let first = DateTime(year: 1582, month: 1, day: 1)
        #expect(first.adding(seconds: -1) == first)
        #expect(first.adding(seconds: .min) == first)
        let last = DateTime(year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59)
        #expect(last.adding(seconds: 86_400) == last)
        #expect(last.adding(seconds: .max) == last)
    }
}
