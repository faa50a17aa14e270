import BluetoothProfiles
import Testing

@Suite("Current time values")
struct CurrentTimeTests {
    private static let noon = DateTime(year: 2026, month: 11, day: 22, hour: 12, minute: 30, second: 59)

    @Test("A current time has a date, a day of the week, 1/256 seconds and reasons")
    func time() {
        ValueRow.check(
            [0xEA, 0x07, 11, 22, 12, 30, 59, 7, 128, 0x05],
            CurrentTime.Time(ExactTime(Self.noon, fraction: 128), adjustReasons: [.manual, .timeZone]))
        ValueRow.check(
            [0, 0, 0, 0, 0, 0, 0, 0, 0],
            ExactTime(DateTime(year: 0, month: 0, day: 0), dayOfWeek: nil))
        #expect(throws: DecodeError.self) { try ExactTime(bytes: [0xEA, 0x07, 11, 22, 12, 30, 59, 8, 0]) }
    }

    @Test("Local time information has quarters of an hour and summer time")
    func local() throws {
        let berlin = CurrentTime.LocalTimeInformation(timeZoneQuarters: 4, daylightSaving: .oneHour)
        ValueRow.check([4, 4], berlin)
        #expect(berlin.hoursFromUTC == 2)
        ValueRow.check(
            [0x80, 0xFF], CurrentTime.LocalTimeInformation(timeZoneQuarters: nil, daylightSaving: nil))
        for bytes: [UInt8] in [[57, 0], [0xCF, 0], [0, 1], [0, 254]] {
            #expect(throws: DecodeError.self) { try CurrentTime.LocalTimeInformation(bytes: bytes) }
        }
    }

    @Test("Reference time information has an accuracy and an age")
    func reference() {
        ValueRow.check(
            [2, 8, 3, 23],
            CurrentTime.ReferenceTimeInformation(
                source: .gps, accuracy: .eighths(8), sinceUpdate: .init(days: 3, hours: 23)))
        ValueRow.check(
            [0, 255, 255, 255],
            CurrentTime.ReferenceTimeInformation(source: .unknown, accuracy: .unknown, sinceUpdate: nil))
        ValueRow.check(
            [1, 254, 0, 0],
            CurrentTime.ReferenceTimeInformation(
                source: .networkTimeProtocol, accuracy: .worse, sinceUpdate: .init(days: 0, hours: 0)))
        #expect(throws: DecodeError.self) { try CurrentTime.ReferenceTimeInformation(bytes: [0, 0, 0, 24]) }
    }

    @Test("The services for summer time and for updates have their values")
    func otherServices() {
        ValueRow.check(
            [0xEB, 0x07, 3, 28, 2, 0, 0, 4],
            NextDSTChange.Change(
                date: DateTime(year: 2027, month: 3, day: 28, hour: 2), daylightSaving: .oneHour))
        ValueRow.check([1, 5], ReferenceTimeUpdate.State(isUpdating: true, result: .notAttemptedAfterReset))
        #expect(throws: DecodeError.self) { try ReferenceTimeUpdate.State(bytes: [2, 0]) }
        #expect(throws: DecodeError.self) { try ReferenceTimeUpdate.Command(bytes: [0]) }
    }

    @Test("Days and seconds since 1970 are those of the calendar")
    func calendar() throws {
        #expect(DateTime(year: 1970, month: 1, day: 1).secondsSince1970 == 0)
        #expect(Self.noon.secondsSince1970 == 1_795_350_659)
        #expect(DateTime(secondsSince1970: 1_795_350_659) == Self.noon)
        #expect(DateTime(year: 2000, month: 2, day: 29).secondsSince1970 == 951_782_400)
        #expect(
            DateTime(secondsSince1970: -1)
                == DateTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59))
        #expect(DateTime(secondsSince1970: .min) == DateTime(year: 1582, month: 1, day: 1))
        #expect(DateTime(secondsSince1970: .max).year == 9999)
        #expect(DateTime(year: 0, month: 1, day: 1).secondsSince1970 == nil)
        #expect(DateTime(year: 2026, month: 11, day: 23).isoWeekday == 1)
        #expect(DateTime(year: 1600, month: 2, day: 29).isoWeekday == 2)
    }

    @Test("Every day of the calendar follows the one before")
    func everyDay() throws {
        let first = try #require(DateTime(year: 1582, month: 1, day: 1).secondsSince1970) / 86_400
        let last = try #require(DateTime(year: 2300, month: 1, day: 1).secondsSince1970) / 86_400
        var before = DateTime(secondsSince1970: first * 86_400)
        var wrong: [DateTime] = []
        for day in first + 1...last {
            let date = DateTime(secondsSince1970: day * 86_400 + 86_399)
            let follows =
                date.day == before.day + 1 || date.day == 1 && before.day >= 28
            if !follows || date.secondsSince1970 != day * 86_400 + 86_399 { wrong.append(date) }
            before = date
        }
        #expect(wrong.isEmpty)
    }

    @Test("Random bytes never trap")
    func random() {
        ValueRow.checkRandom(CurrentTime.Time.self, upTo: 10)
        ValueRow.checkRandom(CurrentTime.LocalTimeInformation.self, upTo: 2)
        ValueRow.checkRandom(CurrentTime.ReferenceTimeInformation.self, upTo: 4)
        ValueRow.checkRandom(NextDSTChange.Change.self, upTo: 8)
        ValueRow.checkRandom(ReferenceTimeUpdate.State.self, upTo: 2)
    }
}
