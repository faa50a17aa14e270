import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Foundation
import Testing

/// Faults that were injected into a test's world did nothing, and `World.requireAllFaults()` was called.
public struct UnfiredFaults: Error, CustomStringConvertible {
    public let description: String
}

/// The scope of a `withWorld` body: a world, and the report of a failure in it.
final class WorldScope: Sendable {
    private struct State {
        /// The story up to the first failed expectation.
        var story: String?
        var problems: [String] = []
        var mistakes: [World.Mistake] = []
        var broken: [World.BrokenInvariant] = []
    }

    let world: World
    let report: SimulationReport
    let phone: OnlyPhone
    private let place: SourcePlace
    private let state: Lock<State>
    private let inspection: TestInspection?
    #if canImport(XCTest)
    private let testScope: TestStories.Scope?
    #endif

    init(
        seed: UInt64, _ date: Date?, _ appTime: World.AppTime, _ misuse: World.MisusePolicy, _ name: String,
        _ place: SourcePlace
    ) {
        world = World.ofTest(seed: seed, appTime, date: date)
        world.prepareForTest(misuse)
        let file = place.fileID.split(separator: "/").map { $0.replacingSuffix(".swift", with: "") }
        let function = name.prefix { $0 != "(" }
        report = SimulationReport(
            world,
            CapturePlace(name: (file + [String(function)]).joined(separator: "."), filePath: place.filePath))
        self.place = place
        inspection = TestInspection(world, title: report.capture.name)
        let state = Lock(State())
        self.state = state
        phone = OnlyPhone(world) { problem in
            let placed = problem + CallLines.ofRunningCall
            state.withLock { $0.problems.append(placed) }
        }
        #if canImport(XCTest)
        // `watchingIssues` handles the failures of Swift Testing.
        testScope = Test.current == nil ? TestStories.begin(report) : nil
        #endif
        world.onMistake { mistake in
            guard Test.current != nil, let place = mistake.place else {
                return state.withLock { $0.mistakes.append(mistake) }
            }
            Issue.record(Comment(rawValue: mistake.message), sourceLocation: place.sourceLocation)
        }
        world.onBrokenInvariant { broken in
            guard Test.current != nil else { return state.withLock { $0.broken.append(broken) } }
            Issue.record(Comment(rawValue: broken.text), sourceLocation: broken.place.sourceLocation)
        }
        world.code.setScope(phone)
        CrashStories.begin(report)
        inspection?.wait(at: .begin)
    }

    /// Watches the body, which ends by itself alone: it can't be left behind.
    func makeReminder() -> SlowTestReminder {
        SlowTestReminder(report, isOfXCTest: Test.current == nil, ending: TestHang(world).end)
    }

    func close() {
        CrashStories.end(report)
        inspection?.wait(at: .end)
        world.onMistake(nil)
        world.onBrokenInvariant(nil)
        world.endAttachments()
        world.code.end(of: world)
        #if canImport(XCTest)
        if let testScope { return TestStories.end(testScope) }
        #endif
        report.notePassed()
    }

    // MARK: Failures

    /// Runs `body`; a failed expectation in it is followed by the story of the world until then.
    func watchingIssues(_ body: () throws -> Void) throws {
        guard Test.current != nil else { return try body() }
        defer { tellStory() }
        try withKnownIssue(isIntermittent: true, body, matching: see)
    }

    /// As the synchronous form.
    func watchingIssues(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
    ) async throws {
        guard Test.current != nil else { return try await body() }
        defer { tellStory() }
        try await withKnownIssue(isIntermittent: true, isolation: isolation, body, matching: see)
    }

    /// Notes an issue and does not change it. Errors are thrown with their story anyway.
    @Sendable private func see(_ issue: Issue) -> Bool {
        guard issue.isFailure, issue.error == nil, state.withLock({ $0.story == nil }) else { return false }
        report.note("\(issue)", at: issue.sourceLocation?.shortText)
        let story = report.text()
        state.withLock { state in if state.story == nil { state.story = story } }
        return false
    }

    private func tellStory() {
        guard let story = state.withLock({ $0.story }) else { return }
        let text = [story, report.writeFiles()].compactMap(\.self).joined(separator: "\n")
        Issue.record(
            Comment(rawValue: "The world up to the first failure:\n" + text), severity: .warning,
            sourceLocation: place.sourceLocation)
    }

    /// Records mistakes and broken rules that were noted during the body on a thread of which Swift Testing knows no test:
    /// most code of apps is called on such. Called inside `watchingIssues`.
    func recordNoted() {
        guard Test.current != nil else { return }
        let (mistakes, broken) = state.withLock { state in
            defer { (state.mistakes, state.broken) = ([], []) }
            return (state.mistakes, state.broken)
        }
        for mistake in mistakes {
            Issue.record(
                Comment(rawValue: mistake.message), sourceLocation: (mistake.place ?? place).sourceLocation)
        }
        for rule in broken {
            Issue.record(Comment(rawValue: rule.text), sourceLocation: rule.place.sourceLocation)
        }
    }

    /// Throws the first mistake, or broken rule, that was noted during the body and is recorded nowhere.
    func check() throws {
        if let mistake = state.withLock({ $0.mistakes.first }) { throw mistake }
        if let broken = state.withLock({ $0.broken.first }) { throw broken }
        if let problem = state.withLock({ $0.problems.first }) { throw MissingPhone(description: problem) }
        if let deadlock = world.code.takeDeadlock(of: world) { throw deadlock }
        let misuses = world.misusesOfTest
        if !misuses.isEmpty { throw MisuseFailure(misuses: misuses) }
        if let kind = world.missingMisuses.first { throw World.MissingMisuse(kind: kind) }
        try checkFaults()
    }

    /// Throws if faults did nothing that had to do something; otherwise warns.
    private func checkFaults() throws {
        guard let (text, isFailure) = world.unfiredFaultText else { return }
        if isFailure { throw UnfiredFaults(description: text) }
        guard Test.current != nil else { return print("warning: \(text)") }
        Issue.record(
            Comment(rawValue: text), severity: .warning, sourceLocation: place.sourceLocation)
    }

    /// An error, followed by the world's story.
    func failure(_ error: any Error) -> any Error {
        // A failed `#require` has already recorded its issue, and the story is printed.
        if error is ExpectationFailedError { return error }
        var snapshot: WorldSnapshot?
        if let run = world.failedRun, run.error == error as? World.RunError { snapshot = run }
        report.note("\(error)", at: snapshot?.place?.sourceLocation.shortText, snapshot)
        let text = [report.text(snapshot, showsPlace: true), report.writeFiles()].compactMap(\.self)
        return SimulatedTestFailure(underlying: error, report: text.joined(separator: "\n"))
    }
}

extension SourcePlace {
    var sourceLocation: SourceLocation {
        SourceLocation(fileID: fileID, filePath: filePath, line: Int(line), column: 1)
    }
}

extension Substring {
    fileprivate func replacingSuffix(_ suffix: String, with other: String) -> String {
        hasSuffix(suffix) ? dropLast(suffix.count) + other : String(self)
    }
}
