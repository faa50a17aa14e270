import Testing

@testable import FaradayVerification

@Suite("What a verification writes")
struct VerificationReportTests {
    @Test(
        "A time's day, across leap years and centuries",
        arguments: [
            (0, "1970-01-01"), (951_782_399, "2000-02-28"), (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"), (1_735_689_599, "2024-12-31"), (1_735_689_600, "2025-01-01"),
            (1_795_996_800, "2026-11-30"), (4_107_542_400, "2100-03-01"),
        ])
    func days(_ seconds: Int, _ day: String) {
        #expect(VerificationReport.day(secondsSince1970: seconds) == day)
    }

    @Test("Outcomes are words, and what was seen is kept")
    func entries() {
        let outcomes: [Outcome] = [.asWritten, .otherwise("code 0"), .notTried("no bench")]
        let entries = outcomes.map { VerificationReport.Entry("3.10", $0, seconds: 1.23456) }
        #expect(entries.map(\.outcome) == ["as written", "otherwise", "not tried"])
        #expect(entries.map(\.seen) == [nil, "code 0", "no bench"])
        #expect(entries[0].seconds == 1.235)
        let report = VerificationReport(
            system: "macOS 26.4", model: "m", bench: "b", date: "d", rules: entries)
        #expect(report.count("otherwise") == 1)
    }
}
