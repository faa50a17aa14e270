import BluetoothPort
import BluetoothTypes
import FaradayExploration
import FaradaySimulation
import Foundation
import Testing

/// Runs each test case in many worlds; see `Trait.explored(runs:faults:schedule:)`.
public struct ExploredTrait: TestTrait, SuiteTrait, TestScoping, BodyMarking {
    var exploration: Exploration
    let misuse: World.MisusePolicy
    /// Why the case to be replayed can't be read.
    let problem: String?
    let mark = BodyMark()

    /// Always `true`: the trait of a suite applies to all tests in it.
    public var isRecursive: Bool { true }

    /// Runs the test in its worlds and reports; Swift Testing calls it.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if let problem {
            Issue.record(Comment(rawValue: problem), sourceLocation: test.sourceLocation)
            return
        }
        // The body is run many times, and a run that hangs is abandoned while others go on: it has to escape.
        if let body = EscapingBody.of(test, testCase, behind: mark) {
            return await explore(test, testCase, body)
        }
        await withoutActuallyEscaping(function) { body in
            await explore(test, testCase, body)
        }
    }

    private func explore(
        _ test: Test, _ testCase: Test.Case?, _ body: @escaping @Sendable () async throws -> Void
    ) async {
        let place = CapturePlace(test, testCase)
        var exploration = exploration
        exploration.name = place.name
        exploration.launch = ChildLaunch.of(test)
        exploration.start = ReplayCommand.start(filter: ReplayCommand.filter(test))
        let stage = RunStage(
            .asynchronous { _ in try await body() }, exploration, place, misuse: misuse, collectsIssues: true)
        let explored = exploration
        let result = await ExploredIssues.collecting(test, testCase) { await explored.run(on: stage) }
        ExploredIssues.record(result, of: test)
        if result.isSuccess { place.notePassed() }
    }
}

extension Trait where Self == ExploredTrait {
    /// Runs each test case in many worlds: each with a seed of its own, with faults drawn from a vocabulary, and with a
    /// schedule that a real phone may have.
    ///
    /// In each run the test has a fresh world, `World.current`, as with `.simulated`. A run fails if an expectation does
    /// not hold, if the body throws, if the app misuses the API, if a rule of `World.always` does not hold, or if the
    /// body waits for something that never happens. The first failing run is cut down to the simplest case that fails the
    /// same way; the test then fails with that case as Swift, what happened in it, the path of a capture, and the command
    /// that runs it again. The variables `FARADAY_RUNS`, `FARADAY_SEED`, `FARADAY_REPLAY`, `FARADAY_CORPUS` and
    /// `FARADAY_COVERAGE` override what the trait says.
    ///
    /// ```swift
    /// @Test(.explored(runs: 1_000, faults: .anything, schedule: .any))
    /// func reconnects() async throws {
    ///     let world = World.current
    ///     world.add(.heartRateMonitor())
    ///     let app = world.addPhone().run { HeartRateApp() }
    ///     try await world.run(until: { app.isConnected })
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - runs: How many worlds there are.
    ///   - faults: What may go wrong; `nil` for nothing.
    ///   - schedule: Which schedules the runs have.
    ///   - seed: The number from which all cases follow.
    ///   - date: The date on which each world begins, as for `.simulated(date:)`.
    ///   - mode: Whether the exploration ends at the first failure.
    ///   - misuse: What happens when the app misuses the API; a failure by default.
    ///   - longest: How much virtual time the body may wait for something.
    ///   - limits: How far each run may go, in virtual time and in steps; further than any test needs, by default.
    ///   - leaks: Whether managers, links and requests that are still open after the body are a failure.
    ///   - replayed: The only case to run, as a report prints it: with it, the test is a regression test.
    ///   - corpus: The folder in which cases that reached something new are kept.
    ///   - coverage: Whether the table of what the runs reached is printed.
    ///   - childProcesses: Whether each run is in a child process, so that a trap in the app's code is a failure of its run.
    ///     With `swift test` on Linux; elsewhere runs are in the process of the test.
    public static func explored(
        runs: Int = 1_000, faults: FaultVocabulary? = .anything, schedule: ExplorationSchedules = .any,
        seed: UInt64 = 0, date: Date? = nil, mode: Exploration.Mode = .first,
        misuse: World.MisusePolicy = .fail,
        longest: Nanoseconds = .hours(1), limits: RunLimits = RunLimits(), leaks: Bool = false,
        replaying replayed: String? = nil, corpus: String? = nil, coverage: Bool = false,
        childProcesses: Bool = false
    ) -> Self {
        let (explored, problem) = ReplayCommand.parse(replayed)
        var exploration = Exploration(
            runs: runs, seed: seed, faults: faults, schedule: schedule, mode: mode, longest: longest,
            limits: limits, leaks: leaks, replaying: explored, corpus: corpus, coverage: coverage,
            childProcesses: childProcesses)
        exploration.configuration.begin(on: date)
        return ExploredTrait(exploration: exploration, misuse: misuse, problem: problem)
    }

    /// Runs each test case in a thousand worlds, with any faults and any schedules; see
    /// `explored(runs:faults:schedule:)`.
    public static var explored: Self { explored() }
}
