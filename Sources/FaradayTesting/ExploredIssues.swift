import BluetoothPort
import BluetoothTypes
import FaradayExploration
import FaradaySimulation
import Testing

/// The issues of explored runs: they are notes of their runs, and only the report of an exploration is an issue of the test.
enum ExploredIssues {
    /// Runs an exploration in a test: issues of its runs are noted and not recorded.
    static func collecting(
        _ test: Test, _ testCase: Test.Case?, _ explore: @Sendable () async -> ExplorationResult
    ) async -> ExplorationResult {
        let result = Lock<ExplorationResult?>(nil)
        let handling = IssueHandlingTrait.compactMapIssues { issue in
            guard let world = World.scoped, let notes = RunNotes.ofCaller(world) else { return issue }
            if issue.isFailure { note(issue, notes, world) }
            return nil
        }
        try? await handling.provideScope(for: test, testCase: testCase) {
            let value = await explore()
            result.withLock { $0 = value }
        }
        guard let result = result.withLock({ $0 }) else {
            preconditionFailure("the exploration ended without a result")
        }
        return result
    }

    private static func note(_ issue: Issue, _ notes: RunNotes, _ world: World) {
        if let error = issue.error { return notes.note(ErrorJudge.failure(error, in: world)) }
        let place = issue.sourceLocation.map { SourcePlace($0) }
        let text = place.map { "\($0.fileID):\($0.line)" } ?? ""
        notes.note(
            RunNotes.Failure(
                FailureSignature(.expectation, text), "\(issue)", time: world.now, at: place,
                snapshot: notes.failures.isEmpty ? world.snapshot() : nil))
    }

    /// Records the result of an exploration as issues of the test.
    static func record(_ result: ExplorationResult, of test: Test) {
        for problem in result.problems {
            Issue.record(Comment(rawValue: problem.asciiText), sourceLocation: test.sourceLocation)
        }
        for failure in result.failures {
            Issue.record(
                Comment(rawValue: failure.description),
                sourceLocation: failure.place?.sourceLocation ?? test.sourceLocation)
        }
        if let coverage = result.coverage { print(ExplorationText.coverage(coverage, of: "\(test.name)")) }
    }
}

extension SourcePlace {
    /// A place that Swift Testing reports.
    init(_ location: SourceLocation) {
        self.init(fileID: location.fileID, filePath: location.filePath, line: UInt(max(0, location.line)))
    }
}
