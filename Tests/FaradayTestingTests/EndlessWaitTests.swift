import BluetoothPort
import Dispatch
@testable import FaradayTesting
import Testing

/// Tests without a limit that hang: each ends, and fails with its report.
@Suite struct EndlessWaitTests {
    /// Accepts a failure with all of these texts.
    private static func failing(with texts: String...) -> some TestTrait {
        .compactMapIssues { issue in
            let told = (issue.comments.map(\.rawValue) + [issue.error.map { "\($0)" } ?? ""])
                .joined(separator: "\n")
            return texts.allSatisfy(told.contains) ? nil : issue
        }
    }

    /// The trait with a reminder that looks a thousand times more often than usual.
    ///
    /// - Parameter isBusy: Whether the process counts as busy; then only virtual time tells that nothing happens.
    private static func simulated(seed: UInt64, isBusy: Bool = false) -> SimulatedTrait {
        var trait = SimulatedTrait.simulated(seed: seed)
        trait.patience = SlowTestReminder.Patience(
            seconds: 0.01, busyShare: isBusy ? 0 : .infinity, processorLimit: .infinity, quiet: .minutes(1))
        return trait
    }

    /// Set when the failure of the loop was seen, which then ends.
    private static let isLoopOver = Lock(false)

    private static let endingTheLoop: some TestTrait = .compactMapIssues { issue in
        isLoopOver.withLock { $0 = true }
        let told = issue.comments.map(\.rawValue).joined(separator: "\n")
        return ["while !condition {}", "await world.run(until: { condition })", "seed 58,"]
            .allSatisfy(told.contains) ? nil : issue
    }

    private static func hang() async {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    @Test(failing(with: "nothing happens in it any more", "seed 51,"), simulated(seed: 51))
    func aContinuationThatNobodyResumes() async { await Self.hang() }

    @Test(failing(with: "nothing happens in it any more", "seed 52,"), simulated(seed: 52, isBusy: true))
    func besideADevice() async {
        World.current.add(.heartRateMonitor())
        await Self.hang()
    }

    @MainActor @Test(failing(with: "nothing happens in it any more", "seed 53,"), simulated(seed: 53))
    func onTheMainActor() async { await Self.hang() }

    @Test(
        "A loop keeps the world from moving", endingTheLoop,
        .simulated(seed: 58, timeLimit: .milliseconds(300)))
    func aLoopThatWaitsForTheApp() async {
        World.current.add(.heartRateMonitor())
        while !Self.isLoopOver.withLock({ $0 }) {}
    }

    @Test(
        "A thread that is blocked beside a device goes on, and the test fails with a deadlock",
        failing(with: "deadlock at", "waits for a semaphore (in EndlessWaitTests.blocked)"),
        .enabled(if: World().holdsAppWork), simulated(seed: 54, isBusy: true))
    func blocked() {
        World.current.add(.heartRateMonitor())
        DispatchSemaphore(value: 0).wait()
    }

    #if os(Linux)
    /// In a process of its own: all tests share the main queue.
    @Test("So does the main thread", .enabled(if: World().holdsAppWork))
    func blockedOnMain() async {
        await #expect(processExitsWith: .success) {
            let world = World(seed: 55)
            world.add(.heartRateMonitor())
            let hang = TestHang(world) { preconditionFailure("left behind after \($0) s") }
            let reminder = SlowTestReminder(
                SimulationReport(world, CapturePlace(name: "a test", filePath: #filePath)),
                SlowTestReminder.Patience(
                    seconds: 0.01, busyShare: 0, processorLimit: .infinity, quiet: .minutes(1)),
                { _ in }, ending: hang.end)
            await world.simulate { @MainActor in DispatchSemaphore(value: 0).wait() }
            reminder.end()
            let text = world.code.takeDeadlock(of: world).map { "\($0)" } ?? "no deadlock"
            precondition(text.contains("main waits for a semaphore"), text)
        }
    }

    /// In a process of its own: a thread of the pool is lost with the test.
    @Test(
        "A test that is told three times and waits again is left behind", .enabled(if: World().holdsAppWork))
    func again() async {
        await #expect(processExitsWith: .success) {
            let world = World(seed: 56)
            world.add(.heartRateMonitor())
            let limit = TimeLimit(nil)
            let hang = TestHang(world) { limit.giveUp(.hang(seconds: $0)) }
            let breaks = World.Lock(0)
            let reminder = SlowTestReminder(
                SimulationReport(world, CapturePlace(name: "a test", filePath: #filePath)),
                SlowTestReminder.Patience(
                    seconds: 0.01, busyShare: 0, processorLimit: .infinity, quiet: .minutes(1)),
                { _ in }, ending: hang.end)
            let end = await limit.run { started in
                await world.simulate {
                    started()
                    while true {
                        DispatchSemaphore(value: 0).wait()
                        breaks.withLock { $0 += 1 }
                    }
                }
            }
            reminder.end()
            guard case .givenUp(.hang) = end else { preconditionFailure("the test ended: \(end)") }
            precondition(breaks.withLock { $0 } == 3)
        }
    }
    #endif

    @Test(
        "A test that sleeps for long beside a device does not hang",
        .enabled(if: World().holdsAppWork), simulated(seed: 57, isBusy: true))
    func sleeps() async throws {
        World.current.add(.heartRateMonitor())
        try await Task.sleep(nanoseconds: 3_600_000_000_000)
        #expect(World.current.now >= .zero + .hours(1))
    }
}
