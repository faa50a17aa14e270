import Testing

@testable import BluetoothTypes

@Suite struct TextTests {
    @Test(arguments: [
        ("", ""), ("HR-1", "HR-1"), ("Löck", "L\\u{F6}ck"), ("💡", "\\u{1F4A1}"),
        ("a\u{0}b\u{7F}", "a\\u{0}b\\u{7F}"),
        ("one\n\ttwo", "one\n\ttwo"), ("e\u{301}", "e\\u{301}"), ("\r\n", "\\u{D}\n"),
    ])
    func otherCharactersAreWrittenAsInSwift(text: String, ascii: String) {
        #expect(text.asciiText == ascii)
        #expect(ascii.asciiText == ascii)
    }

    @Test(
        "Lengths that can't be counted are as long as can be",
        arguments: [
            Nanoseconds.hours(.max), .seconds(.max), .milliseconds(Int.max), .seconds(.infinity),
            .milliseconds(1e300),
        ])
    func longTimes(time: Nanoseconds) { #expect(time.count == .max) }

    @Test func shortTimes() {
        #expect(Nanoseconds.seconds(.min).count == .min && Nanoseconds.seconds(-.infinity).count == .min)
        #expect(Nanoseconds.seconds(.nan) == .zero && Nanoseconds.seconds(-1.5).count == -1_500_000_000)
    }

    @Test func aLineIsOneLine() { #expect("a\nb\tc – d".asciiLine == "a\\nb\\tc \\u{2013} d") }

    @Test(arguments: [
        (0, "0 s"), (600_000_000_000, "600 s"), (1_500_000_000, "1.5 s"), (30_000_000, "30 ms"),
        (1_250_000, "1.25 ms"), (999_999, "0.999 ms"), (-2_000_000_000, "-2 s"), (61_001_000_000, "61.001 s"),
    ])
    func timesHaveNoMoreDigitsThanTheyNeed(count: Int64, text: String) {
        #expect(Nanoseconds(count).shortText == text)
    }
}

/// Literals that are no UUID.
@Suite struct MalformedUUIDTests {
    @Test(arguments: [
        ("18G0", "18G0"), ("", ""), ("0000180D-0000-1000", "0000180D-0000-10..."), ("18ö", "18ö"),
    ])
    func theyKeepTheirText(text: String, kept: String) {
        let uuid = BluetoothUUID(stringLiteral: text)
        #expect(uuid.isMalformed)
        #expect("\(uuid)" == kept)
        #expect(uuid.label == "\"\(kept)\"")
        #expect(uuid == BluetoothUUID(stringLiteral: text))
        #expect(uuid.expanded == uuid && uuid.shortened == uuid)
        #expect(uuid.short == nil && uuid.name == nil)
    }

    @Test func theyEqualNoUUID() throws {
        let wrong: BluetoothUUID = "18G0"
        let same = try #require(BluetoothUUID(bigEndian: wrong.bigEndianBytes))
        #expect(same != wrong && !same.isMalformed)
        let right: BluetoothUUID = "180D"
        #expect(!right.isMalformed)
    }

    @Test func aUUIDHasItsNameInItsLabel() {
        #expect(BluetoothUUID(0x2A37).label == "2A37 (Heart Rate Measurement)")
        #expect(BluetoothUUID("0000180D-0000-1000-8000-00805F9B34FB").label == "180D (Heart Rate)")
        #expect(BluetoothUUID(0xFFF0).label == "FFF0")
    }
}
