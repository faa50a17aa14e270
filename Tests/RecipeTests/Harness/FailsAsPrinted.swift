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
        #expect(
            shown == first, "\(page.path) shows something else: FARADAY_WRITE_DOCS=1 writes it",
            sourceLocation: test.sourceLocation)
    }
}

extension Trait where Self == FailsAsPrinted {
    /// The test fails, and prints what the page of its folder shows.
    static var failsAsPrinted: Self { Self() }
}
