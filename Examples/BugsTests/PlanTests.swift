import FaradayTesting
import Testing

/// The regression tests: the plan of each bug breaks the buggy app, and not the mended one.
@Suite struct PlanTests {
    @Test("The buggy app fails in its plan", .simulated(misuse: .record), arguments: Bug.all)
    func breaks(_ bug: Bug) async throws {
        let world = World.current
        world.inject(bug.plan)
        var flaw: (any Error)?
        do { try await bug.play(.buggy, in: world) } catch { flaw = error }
        #expect(flaw is Flaw || !world.misuses.isEmpty, "\(flaw.map { "\($0)" } ?? "it passed")")
        #expect(world.unfiredFaults.isEmpty)
    }

    @Test("The mended app passes in the plan of its bug", .simulated, arguments: Bug.all)
    func holds(_ bug: Bug) async throws {
        let world = World.current
        world.inject(bug.plan)
        try await bug.play(.mended, in: world)
        #expect(world.unfiredFaults.isEmpty)
    }
}
