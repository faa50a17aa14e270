import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Testing

/// The failures of one simulated test: the first one contains the story of the world until then.
final class TestIssues: Sendable {
    private struct State {
        var hasTold = false
        /// Problems found on a thread that Swift Testing cannot assign to a test: most code of apps is called on such.
        var waiting: [(text: String, place: SourcePlace?)] = []
        /// The story up to the first of these.
        var storyOfWaiting: String?
    }

    let report: SimulationReport
    private let testPlace: SourceLocation
    private let state = Lock(State())
    private var world: World { report.world }

    init(_ test: Test, _ report: SimulationReport) {
        self.report = report
        testPlace = test.sourceLocation
        report.world.onMistake { [weak self] in self?.record($0.message, at: $0.place) }
        report.world.onBrokenInvariant { [weak self] in self?.record($0.text, at: $0.place) }
    }

    /// The trait that appends the story to the first failure.
    var handling: IssueHandlingTrait {
        .compactMapIssues { [self] issue in
            guard issue.isFailure else { return issue }
            guard takeFirst() else {
                report.note("\(issue)", at: issue.sourceLocation?.shortText)
                return issue
            }
            var issue = issue
            // The error of a run describes the world at the time when the run gave up.
            let run = world.failedRun
            let isOfRun = run?.error != nil && run?.error == issue.error as? World.RunError
            report.note("\(issue)", at: issue.sourceLocation?.shortText, isOfRun ? run : nil)
            let story = state.withLock { $0.storyOfWaiting } ?? report.text(isOfRun ? run : nil)
            issue.comments.append(Comment(rawValue: story))
            return issue
        }
    }

    private func takeFirst() -> Bool {
        state.withLock { state in
            defer { state.hasTold = true }
            return !state.hasTold
        }
    }

    // MARK: Recording

    /// Records a problem now, or at the end of the test if the current task does not belong to the test.
    func record(_ text: String, at place: SourcePlace?) {
        guard Test.current != nil else {
            let isFirst = state.withLock { state in
                state.waiting.append((text, place))
                return state.waiting.count == 1 && !state.hasTold
            }
            if isFirst {
                let story = report.text()
                state.withLock { $0.storyOfWaiting = story }
            }
            return
        }
        Issue.record(Comment(rawValue: text), sourceLocation: location(place))
    }

    /// Records an error that ended the test, at the line of the run that threw it. Returns the error if Swift Testing
    /// has to handle it instead.
    func record(_ end: TestEnd) -> (any Error)? {
        guard case .threw(let error) = end else { return nil }
        // A failed `#require` has already recorded its issue; Swift Testing handles a cancelled test.
        if error is ExpectationFailedError || Task.isCancelled { return error }
        var place: SourcePlace?
        if let error = error as? World.RunError, let run = world.failedRun, run.error == error {
            place = run.place
        }
        Issue.record(error, sourceLocation: location(place))
        return nil
    }

    /// Records why the test was left behind.
    func record(_ reason: TestEnd.Reason) {
        let beginning =
            switch reason {
            case .limit(let limit): "The test has not ended within \(limit.shortText) of real time."
            case .hang(let seconds):
                "The test has not ended for \(seconds) s of real time, and nothing happens in it any more."
            }
        Issue.record(
            """
            \(beginning) It waits for something that never happens, for example a continuation that no callback \
            resumes, or it loops: while !condition {} keeps the world from moving. Write try await world.run(until: \
            { condition }).
            """, sourceLocation: testPlace)
    }

    /// Records a deadlock of which no run has told.
    func recordDeadlock() {
        if let error = world.code.takeDeadlock(of: world) { Issue.record(error, sourceLocation: testPlace) }
    }

    /// Records the app's misuses, and expected misuses that did not happen.
    func recordMisuses() {
        for (text, place) in state.withLock({ $0.waiting }) { record(text, at: place) }
        for text in world.misusesOfTest.texts {
            Issue.record(Comment(rawValue: text), sourceLocation: testPlace)
        }
        for kind in world.missingMisuses {
            let missing = World.MissingMisuse(kind: kind)
            Issue.record(Comment(rawValue: missing.description), sourceLocation: testPlace)
        }
    }

    /// Tells which faults did nothing.
    func recordFaults() {
        guard let (text, isFailure) = world.unfiredFaultText else { return }
        Issue.record(
            Comment(rawValue: text), severity: isFailure ? .error : .warning, sourceLocation: testPlace)
    }

    /// Ends the test; writes the capture if the test failed.
    func end() {
        world.onMistake(nil)
        world.onBrokenInvariant(nil)
        guard state.withLock({ $0.hasTold }) else { return report.notePassed() }
        guard let problem = report.writeFiles() else { return }
        Issue.record(Comment(rawValue: problem), severity: .warning, sourceLocation: testPlace)
    }

    private func location(_ place: SourcePlace?) -> SourceLocation {
        place?.sourceLocation ?? testPlace
    }
}
