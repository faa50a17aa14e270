import BluetoothPort
import BluetoothTypes
import FaradayExploration
import FaradaySimulation
import Foundation
import Testing

/// Runs each test case in a fresh world of its own; see `Trait.simulated(seed:misuse:timeLimit:)`.
public struct SimulatedTrait: TestTrait, SuiteTrait, TestScoping, BodyMarking {
    let seed: UInt64
    let misuse: World.MisusePolicy
    let timeLimit: Nanoseconds?
    var appTime = World.AppTime.simulated
    var date: Date?
    var replayed: String?
    /// When the test counts as one that hangs.
    var patience = SlowTestReminder.Patience()
    let mark = BodyMark()

    /// Always `true`: the trait of a suite applies to all tests in it.
    public var isRecursive: Bool { true }

    /// Makes the world, runs the test in it and reports; Swift Testing calls it.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let (explored, problem) = ReplayCommand.parse(replayed)
        for problem in ExplorationEnvironment.ofProcess.problems + [problem].compactMap({ $0 }) {
            Issue.record(Comment(rawValue: problem), sourceLocation: test.sourceLocation)
            return
        }
        let world = World.ofTest(seed: seed, appTime, date: date, replaying: explored)
        world.prepareForTest(misuse)
        let place = CapturePlace(test, testCase)
        let issues = TestIssues(test, SimulationReport(world, place))
        CrashStories.begin(issues.report)
        defer { CrashStories.end(issues.report) }
        let inspection = TestInspection(world, title: place.name)
        await inspection?.wait(at: .begin)
        try await issues.handling.provideScope(for: test, testCase: testCase) {
            let end: TestEnd
            if let body = EscapingBody.of(test, testCase, behind: mark) {
                end = await run(body, in: world, issues)
            } else {
                end = await run(held: function, in: world, issues)
            }
            await inspection?.wait(at: .end)
            let rethrown = issues.record(end)
            issues.recordDeadlock()
            issues.recordMisuses()
            issues.recordFaults()
            world.endAttachments()
            world.code.end(of: world)
            issues.end()
            if let rethrown { throw rethrown }
        }
    }

    /// Runs a body that can be left behind.
    private func run(
        _ body: @escaping @Sendable () async throws -> Void, in world: World, _ issues: TestIssues
    ) async -> TestEnd {
        let limit = TimeLimit(timeLimit)
        let hang = TestHang(world) { limit.giveUp(.hang(seconds: $0)) }
        let reminder = SlowTestReminder(
            issues.report, patience, ending: timeLimit == nil ? hang.end : nil)
        defer { reminder.end() }
        let end = await limit.run { started in
            try await inScope(of: world, issues) {
                started()
                try await body()
            }
        }
        guard case .givenUp(let reason) = end else { return end }
        // This comes before the world is stopped, because the report describes this state.
        issues.record(reason)
        world.refuseRuns("the test that this world belongs to has ended")
        return end
    }

    /// Runs a body for which a version of Swift Testing waits in any case.
    private func run(
        held function: @Sendable () async throws -> Void, in world: World, _ issues: TestIssues
    ) async -> TestEnd {
        let reminder = SlowTestReminder(issues.report, patience, ending: TestHang(world).end)
        defer { reminder.end() }
        do {
            try await inScope(of: world, issues, function)
            return .returned
        } catch {
            return .threw(error)
        }
    }

    private func inScope(
        of world: World, _ issues: TestIssues, _ function: @Sendable () async throws -> Void
    ) async throws {
        let phone = OnlyPhone(world) { issues.record($0 + CallLines.ofRunningCall, at: nil) }
        world.code.setScope(phone)
        try await World.$scoped.withValue(world) {
            try await PortEnvironment.$current.withValue(phone) {
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
    /// The body was cancelled and abandoned.
    case givenUp(Reason)

    /// Why a body was abandoned.
    enum Reason {
        /// It has had this much real time.
        case limit(Nanoseconds)
        /// Nothing has happened in it for long, and it has had so many seconds of real time.
        case hang(seconds: Int64)
    }
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
    /// Time moves while the test waits: in `world.run(until:)`, in `world.sleep(for:)`, or for any value that the world
    /// produces. Test cases run in parallel. Managers that are created outside `phone.run { }` belong to the world's
    /// only phone. When the test fails, the message contains the seed, what apps and the test did up to the failure,
    /// hints if the cause is known, and the path of a capture file (in FARADAY_CAPTURE_DIR, if that is set).
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
    ///   - seed: The seed of all randomness in the world, and of the order in which the app's own work runs.
    ///   - date: The date on which the world begins, which `Date()` shows then; 2025-01-01T00:00:00Z by default. It counts to the second,
    ///     from 1970 to 2223; a date outside is the nearest of these.
    ///   - appTime: Whose time the app's timers, queues, tasks and dates have: the world's, or with `.real` the machine's.
    ///     Documentation/AppTime.md says what the world takes over, and where.
    ///   - misuse: What happens when the app misuses the API; a failure by default. A test that misuses the API on
    ///     purpose calls `world.expectMisuse(_:)`; `world.setMisusePolicy(_:for:)` sets the policy for a single kind.
    ///   - timeLimit: How much real time this test may take. The limit counts from the beginning of the test's body, so
    ///     time in which other tests run first does not count. A test that exceeds the limit fails with the report of
    ///     its world, is cancelled and abandoned. Without a limit this happens to a test in which nothing has happened
    ///     for a minute, for example because it waits for a continuation that no callback resumes; a test that waits
    ///     longer than that for an answer from outside its world needs a limit. For a condition in the world, use the
    ///     timeout of `run(until:timeout:)`, which is virtual time.
    ///   - replayed: A case that an exploration found, as its report prints it: the world has its seed, schedule, faults
    ///     and parameters. `FARADAY_REPLAY` overrides it.
    public static func simulated(
        seed: UInt64 = 0, date: Date? = nil, appTime: World.AppTime = .simulated,
        misuse: World.MisusePolicy = .fail, timeLimit: Nanoseconds? = nil, replaying replayed: String? = nil
    ) -> Self {
        SimulatedTrait(
            seed: seed, misuse: misuse, timeLimit: timeLimit, appTime: appTime, date: date,
            replayed: replayed)
    }

    /// As `simulated(seed:misuse:timeLimit:)`: the tasks of all tests run in their worlds now.
    @available(*, deprecated, message: "All tasks of a test run in its world; leave the argument out.")
    public static func simulated(
        seed: UInt64 = 0, misuse: World.MisusePolicy = .fail, timeLimit: Nanoseconds? = nil,
        capturesUnstructuredTasks: Bool
    ) -> Self {
        simulated(seed: seed, misuse: misuse, timeLimit: timeLimit)
    }
}
