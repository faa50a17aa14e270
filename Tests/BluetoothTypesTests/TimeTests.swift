import BluetoothTypes
import Testing

@Suite("Time")
struct TimeTests {
    @Test("units are whole nanoseconds")
    func units() {
        #expect(Nanoseconds.nanoseconds(7).count == 7)
        #expect(Nanoseconds.microseconds(625).count == 625_000)
        #expect(Nanoseconds.milliseconds(30).count == 30_000_000)
        #expect(Nanoseconds.milliseconds(7.5).count == 7_500_000)
        #expect(Nanoseconds.seconds(2).count == 2_000_000_000)
        #expect(Nanoseconds.seconds(0.1).count == 100_000_000)
        #expect(Nanoseconds.minutes(2) == .seconds(120))
        #expect(Nanoseconds.hours(24) == .seconds(86_400))
        #expect(Nanoseconds.zero.count == 0)
    }

    @Test("fractions are rounded to the nanosecond, not cut")
    func rounding() {
        #expect(Nanoseconds.seconds(1.000_000_000_6).count == 1_000_000_001)
        #expect(Nanoseconds.milliseconds(0.000_000_4).count == 0)
        #expect(Nanoseconds.milliseconds(-0.000_000_6).count == -1)
        // 0.3 is no binary fraction.
        #expect(Nanoseconds.seconds(0.3).count == 300_000_000)
    }

    @Test("lengths add, subtract, multiply and divide")
    func arithmetic() {
        #expect(Nanoseconds(5) + Nanoseconds(7) == Nanoseconds(12))
        #expect(Nanoseconds(5) - Nanoseconds(7) == Nanoseconds(-2))
        #expect(Nanoseconds.microseconds(625) * 48 == .milliseconds(30))
        #expect(Nanoseconds.milliseconds(30) / .microseconds(625) == 48)
        #expect(Nanoseconds.milliseconds(29) / .milliseconds(10) == 2)
        #expect(Nanoseconds(1) < Nanoseconds(2) && !(Nanoseconds(2) < Nanoseconds(2)))
        #expect(Nanoseconds.milliseconds(1500).seconds == 1.5)
        #expect(Nanoseconds.microseconds(1500).milliseconds == 1.5)
    }

    @Test("sums beyond the range wrap instead of ending the program")
    func overflow() {
        #expect(Nanoseconds(.max) + Nanoseconds(1) == Nanoseconds(.min))
        #expect(Nanoseconds(.min) - Nanoseconds(1) == Nanoseconds(.max))
        #expect(Instant(nanoseconds: .max) + Nanoseconds(1) == Instant(nanoseconds: .min))
        #expect(Nanoseconds(.max) * 2 == Nanoseconds(-2))
    }

    @Test("instants move by lengths, and differ by them")
    func instants() {
        var instant = Instant.zero
        instant += .seconds(3)
        #expect(instant == Instant(nanoseconds: 3_000_000_000))
        #expect(instant - Nanoseconds.seconds(1) == Instant(nanoseconds: 2_000_000_000))
        #expect(instant - Instant(nanoseconds: 500_000_000) == .milliseconds(2500))
        #expect(Instant.zero < instant && !(instant < instant))
    }

    @Test(
        "text is seconds with six decimals, cut",
        arguments: [
            (0, "0.000000"), (30_000_000, "0.030000"), (12_345_678_999, "12.345678"), (999, "0.000000"),
            (-1_500_000_000, "-1.500000"), (3_600_000_000_000, "3600.000000"),
            (Int64.min, "-9223372036.854775"), (Int64.max, "9223372036.854775"),
        ] as [(Int64, String)])
    func text(_ count: Int64, _ text: String) {
        #expect(Nanoseconds(count).description == text)
        #expect(Instant(nanoseconds: count).description == text)
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Test("a duration of the standard library is cut to whole nanoseconds")
    func duration() {
        #expect(Nanoseconds(Duration.seconds(1)) == .seconds(1))
        #expect(Nanoseconds(Duration.microseconds(625)) == .microseconds(625))
        #expect(Nanoseconds(Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999)).count == 1)
    }
}
