import BluetoothPort
import BluetoothTypes
@testable import FaradayTesting
import Testing

/// Tests with a limit of real time, which hang: each ends, and fails with its report.
@Suite struct TimeLimitTests {
    /// Accepts the expected failure.
    private static func failing(with text: String, after limit: String = "20 ms") -> some TestTrait {
        .compactMapIssues { issue in
            let told = issue.comments.map(\.rawValue).joined(separator: "\n")
            let isMeant = told.contains("has not ended within \(limit) of real time") && told.contains(text)
            return isMeant ? nil : issue
        }
    }

    private static func hang() async {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    @Test(failing(with: "seed 41,"), .simulated(seed: 41, timeLimit: .milliseconds(20)))
    func aContinuationThatNobodyResumes() async { await Self.hang() }

    /// The limit is longer, because the report has to have what the body does first.
    @Test(failing(with: "a beacon", after: "500 ms"), .simulated(timeLimit: .milliseconds(500)))
    func aBusyWorld() async {
        World.current.add(.beacon(name: "a beacon"))
        await Self.hang()
    }

    @MainActor @Test(failing(with: "seed 42,"), .simulated(seed: 42, timeLimit: .milliseconds(20)))
    func onTheMainActor() async { await Self.hang() }

    @Test(failing(with: "seed 43,"), .simulated(seed: 43, timeLimit: .milliseconds(20)), arguments: 1...2)
    func eachCase(number: Int) async { await Self.hang() }

    @Test(
        "The time begins with the body, later traits still apply, and a test within the limit is not affected",
        .simulated(timeLimit: .minutes(60)), CountingTrait())
    func inTime() async throws {
        #expect(CountingTrait.isInside)
        #expect(World.scoped != nil)
        try await World.current.run(for: .hours(1))
        #expect(World.current.now == .zero + .hours(1))
    }

    @Test(
        .compactMapIssues { issue in
            issue.error is Oops && issue.comments.contains { $0.rawValue.contains("seed 45,") } ? nil : issue
        },
        .simulated(seed: 45, timeLimit: .minutes(60)))
    func anErrorInTimeIsAnError() async throws { throw Oops() }

    private struct Oops: Error {}

    @Test("An abandoned test cannot move its world any more")
    func leftBehind() async throws {
        let world = World()
        let end = await TimeLimit(.milliseconds(5)).run { started in
            started()
            world.add(.beacon())
            await Self.hang()
        }
        guard case .givenUp = end else { return #expect(Bool(false), "it ended") }
        world.refuseRuns("over")
        #expect(throws: World.RunError.self) { try world.run(for: .seconds(1)) }
    }
}

/// A trait that shows whether its scope is around a test.
private struct CountingTrait: TestTrait, TestScoping {
    @TaskLocal static var isInside = false

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Self.$isInside.withValue(true) { try await function() }
    }
}
