import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Testing

/// Runs each test case in a fresh world of its own; see `Trait.simulated(seed:misuse:timeLimit:)`.
public struct SimulatedTrait: TestTrait, SuiteTrait, TestScoping {
    let seed: UInt64
    let misuse: World.MisusePolicy
    let timeLimit: Nanoseconds?
    let capturesUnstructuredTasks: Bool
    /// Tells this trait from others of a test.
    let mark = Mark()

    final class Mark: Sendable {}

    /// Whether the trait of a suite holds for the tests in it: it does.
    public var isRecursive: Bool { true }

    /// Makes the world, runs the test in it and reports; Swift Testing calls it.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let world = World.settled(seed: seed)
        world.prepareForTest(misuse)
        let issues = TestIssues(test, SimulationReport(world, CapturePlace(test, testCase)))
        try await issues.handling.provideScope(for: test, testCase: testCase) {
            let reminder = SlowTestReminder(issues.report)
            defer { reminder.end() }
            var end = TestEnd.returned
            if let timeLimit, let body = EscapingBody.of(test, testCase, behind: mark) {
                end = await run(body, in: world, issues, within: timeLimit)
            } else {
                do {
                    try await inScope(of: world, issues, function)
                } catch {
                    end = .threw(error)
                }
            }
            let rethrown = issues.record(end)
            issues.recordMisuses()
            world.endAttachments()
            issues.end()
            if let rethrown { throw rethrown }
        }
    }

    private func run(
        _ body: @escaping @Sendable () async throws -> Void, in world: World, _ issues: TestIssues,
        within limit: Nanoseconds
    ) async -> TestEnd {
        let end = await TimeLimit.run(limit) { started in
            try await inScope(of: world, issues) {
                started()
                try await body()
            }
        }
        guard case .givenUp = end else { return end }
        // Before the world is stopped: this is what the report is about.
        issues.recordTimeLimit(limit)
        #if os(Linux) && compiler(>=6.3)
        CapturingScope.giveUp(world)
        #endif
        world.refuseRuns("the test that this world belongs to is over")
        return end
    }

    private func inScope(
        of world: World, _ issues: TestIssues, _ function: @Sendable () async throws -> Void
    ) async throws {
        let phone = OnlyPhone(world) { issues.record($0, at: nil) }
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
}

/// How a test's body ended.
enum TestEnd {
    case returned
    case threw(any Error)
    /// Its time is over; it was cancelled and left behind.
    case givenUp
}

extension Trait where Self == SimulatedTrait {
    /// Gives each test case a fresh world, `World.current`, with seed 0, and runs its tasks in virtual time; see
    /// `simulated(seed:misuse:timeLimit:)`.
    ///
    /// ```swift
    /// @Test(.simulated) func connects() async throws {
    ///     let world = World.current
    ///     world.add(.heartRateMonitor())
    ///     let app = world.addPhone().run { HeartRateApp() }
    ///     try await world.run(until: { app.isConnected })
    /// }
    /// ```
    public static var simulated: Self { simulated() }

    /// Gives each test case a fresh world, `World.current`, and runs its tasks in virtual time.
    ///
    /// Time moves while the test waits: in `world.run(until:)`, `world.sleep(for:)`, or for any value that
    /// the world brings about. Cases run in parallel. Managers that are created outside `phone.run { }` belong
    /// to the world's only phone. When the test fails, the message has the seed, what apps and the test did up to the
    /// failure, hints where the cause is known, and the path of a capture file (in FARADAY_CAPTURE_DIR, if that is set).
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
    ///   - timeLimit: Real time that this test may take, from when its body begins: the time that it waits for its turn
    ///     among others does not count. Then it fails with the report of its world, is cancelled and left behind. For a
    ///     test that waits for what never comes, as a continuation that no callback resumes; what the world can bring
    ///     about has a timeout of virtual time in `run(until:timeout:)`.
    public static func simulated(
        seed: UInt64 = 0, misuse: World.MisusePolicy = .fail, timeLimit: Nanoseconds? = nil
    ) -> Self {
        SimulatedTrait(seed: seed, misuse: misuse, timeLimit: timeLimit, capturesUnstructuredTasks: false)
    }

    #if os(Linux) && compiler(>=6.3)
    /// As `simulated(seed:misuse:timeLimit:)`, and if `capturesUnstructuredTasks` is set, `Task {}` and `Task.detached`
    /// of the app run on the world too and `Task.sleep` takes virtual time.
    ///
    /// One such test runs at a time in a process, beside tests that capture nothing. It uses hooks of the
    /// Swift runtime that only this platform's toolchains show. Deadlines on the system's clocks carry some
    /// microseconds of real time; the roundest time that fits is taken, so that sleeps of a few milliseconds
    /// can come out shorter on a busy machine. `world.sleep(for:)` is always exact.
    public static func simulated(
        seed: UInt64 = 0, misuse: World.MisusePolicy = .fail, timeLimit: Nanoseconds? = nil,
        capturesUnstructuredTasks: Bool
    ) -> Self {
        SimulatedTrait(
            seed: seed, misuse: misuse, timeLimit: timeLimit,
            capturesUnstructuredTasks: capturesUnstructuredTasks)
    }
    #endif
}
