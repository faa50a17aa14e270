import BluetoothPort
import FaradaySimulation
import Testing

/// Runs each test case in a fresh world of its own; see `Trait.simulated(seed:misuse:)`.
public struct SimulatedTrait: TestTrait, SuiteTrait, TestScoping {
    let seed: UInt64
    let misuse: World.MisusePolicy
    let capturesUnstructuredTasks: Bool
    let sourceLocation: SourceLocation

    /// Whether the trait of a suite holds for the tests in it: it does.
    public var isRecursive: Bool { true }

    /// Makes the world, runs the test in it and reports; Swift Testing calls it.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let world = World.settled(seed: seed)
        world.setTestPolicy(misuse)
        world.startTrace(capacity: SimulationReport.traceCapacity)
        let report = SimulationReport(world: world, testName: test.name)
        let isFirst = Lock(true)
        // The first issue tells the story of the world up to there.
        let issues = IssueHandlingTrait.compactMapIssues { issue in
            let tellsStory = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard tellsStory else { return issue }
            var issue = issue
            issue.comments.append(Comment(rawValue: report.text(capture: report.captureFile())))
            return issue
        }
        try await issues.provideScope(for: test, testCase: testCase) {
            var failure: (any Error)?
            let reminder = SlowTestReminder(report)
            defer { reminder.end() }
            do {
                try await run(function, in: world)
            } catch {
                failure = error
            }
            reportMisuses(of: world)
            world.endAttachments()
            let isUntold = isFirst.withLock { $0 }
            if failure == nil, isUntold { return }
            let file = report.writeCapture()
            guard let failure else { return }
            throw SimulatedTestFailure(underlying: failure, report: report.text(capture: file))
        }
    }

    private func run(_ function: @Sendable () async throws -> Void, in world: World) async throws {
        let location = sourceLocation
        let phone = OnlyPhone(world) { problem in
            Issue.record(Comment(rawValue: problem), sourceLocation: location)
        }
        try await World.$scoped.withValue(world) {
            try await PortEnvironment.$current.withValue(phone) {
                #if os(Linux) && compiler(>=6.3)
                if capturesUnstructuredTasks {
                    return try await CapturingScope.run(in: world, function)
                }
                #endif
                if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                    try await world.simulate(function)
                } else {
                    try await function()
                }
            }
        }
    }

    private func reportMisuses(of world: World) {
        for report in world.misusesOfTest {
            Issue.record(Comment(rawValue: report.description), sourceLocation: sourceLocation)
        }
        for kind in world.missingMisuses {
            let missing = World.MissingMisuse(kind: kind)
            Issue.record(Comment(rawValue: missing.description), sourceLocation: sourceLocation)
        }
    }
}

extension Trait where Self == SimulatedTrait {
    /// Gives each test case a fresh world, `World.current`, and runs its tasks in virtual time.
    ///
    /// Time moves while the test waits: in `world.run(until:)`, `world.sleep(for:)`, or for any value that
    /// the world brings about. Cases run in parallel. Managers that are created outside `phone.run { }` belong
    /// to the world's only phone. When the test fails, the message has the seed, the end of the timeline and
    /// the path of a capture file (in FARADAY_CAPTURE_DIR, if that is set).
    ///
    /// ```swift
    /// @Test(.simulated(seed: 7)) func connects() async throws {
    ///     let world = World.current
    ///     world.add(.heartRateMonitor())
    ///     let app = world.addPhone().run { HeartRateApp() }
    ///     try await world.run(until: { app.isConnected })
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - seed: What all randomness of the world follows from.
    ///   - misuse: What follows when the app misuses the API; a failure by default. A test that is about a misuse
    ///     says so with `world.expectMisuse(_:)`; `world.setMisusePolicy(_:for:)` decides for single kinds.
    ///   - sourceLocation: Where failures of the trait itself are reported.
    public static func simulated(
        seed: UInt64 = 0, misuse: World.MisusePolicy = .fail,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        SimulatedTrait(
            seed: seed, misuse: misuse, capturesUnstructuredTasks: false, sourceLocation: sourceLocation)
    }

    #if os(Linux) && compiler(>=6.3)
    /// As `simulated(seed:misuse:)`, and if `capturesUnstructuredTasks` is set, `Task {}` and `Task.detached`
    /// of the app run on the world too and `Task.sleep` takes virtual time.
    ///
    /// One such test runs at a time in a process, beside tests that capture nothing. It uses hooks of the
    /// Swift runtime that only this platform's toolchains show. Deadlines on the system's clocks carry some
    /// microseconds of real time; the roundest time that fits is taken, so that sleeps of a few milliseconds
    /// can come out shorter on a busy machine. `world.sleep(for:)` is always exact.
    public static func simulated(
        seed: UInt64 = 0, misuse: World.MisusePolicy = .fail, capturesUnstructuredTasks: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        SimulatedTrait(
            seed: seed, misuse: misuse, capturesUnstructuredTasks: capturesUnstructuredTasks,
            sourceLocation: sourceLocation)
    }
    #endif
}
