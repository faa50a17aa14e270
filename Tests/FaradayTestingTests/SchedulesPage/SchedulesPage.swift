import FaradaySimulation
import Testing

/// The examples of Documentation/Schedules.md.
@Suite struct SchedulesPage {
    @Test func aSchedule() throws {
        let schedule = Schedule.any(seed: 12)
        let world = World(seed: 7, configuration: World.Configuration(schedule: schedule))
        try world.run(for: .seconds(1))
        let simpler = schedule.without([.jobs, .system, .switches])
        #expect(simpler.description == ".any(seed: 12, parts: [.managers, .delays, .instants, .preemptions])")
    }

    @Test func rules() throws {
        let world = World(seed: 7)
        let shown = World.Lock(0)
        world.after(.seconds(2)) { shown.withLock { $0 = 87 } }
        world.always("a level is between 0 and 100") { (0...100).contains(shown.withLock { $0 }) }
        world.eventually("a level is shown", within: .seconds(5)) { shown.withLock { $0 } > 0 }
        try world.run(for: .seconds(10))
        #expect(world.brokenInvariants.isEmpty)
        #expect(world.leaks.isEmpty)
    }
}
