import FaradayTesting
import Foundation
import Testing

/// Marks a test of an app with a mistake: it has to fail, and print what the page of its folder shows.
///
/// The trait comes before `.simulated`, so that it gets each issue with the report of its world. It swallows them.
struct FailsAsPrinted: TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let issues = World.Lock<[Issue]>([])
        let collecting = IssueHandlingTrait.compactMapIssues { issue in
            issues.withLock { $0.append(issue) }
            return nil
        }
        try await collecting.provideScope(for: test, testCase: testCase) {
            // An error that leaves the test would be recorded behind this trait.
            do { try await function() } catch { Issue.record(error, sourceLocation: test.sourceLocation) }
        }
        let failures = issues.withLock { $0 }.filter(\.isFailure)
        let printed = failures.map { PrintedIssue($0, of: test).lines.joined(separator: "\n") }
        guard let first = printed.first else {
            Issue.record("the app with the mistake passed", sourceLocation: test.sourceLocation)
            return
        }
        let page = RecipePage(ofTest: test)
        let shown = try page.block(beginning: PrintedIssue.beginning(of: test), writing: first)
        guard let difference = Self.difference(shown, first) else { return }
        Issue.record(
            "\(page.path) shows something else (FARADAY_WRITE_DOCS=1 writes it): \(difference)",
            sourceLocation: test.sourceLocation)
    }

    /// The first line that differs; `nil` if none does.
    private static func difference(_ shown: String, _ printed: String) -> String? {
        guard shown != printed else { return nil }
        let (page, test) = (shown.split(separator: "\n"), printed.split(separator: "\n"))
        let place = zip(page, test).enumerated().first { $1.0 != $1.1 }?.offset ?? min(page.count, test.count)
        func line(_ lines: [Substring]) -> String { place < lines.count ? "'\(lines[place])'" : "nothing" }
        return "line \(place + 1) has \(line(page)), and the test printed \(line(test))"
    }
}

extension Trait where Self == FailsAsPrinted {
    /// The test fails, and prints what the page of its folder shows.
    static var failsAsPrinted: Self { Self() }
}
