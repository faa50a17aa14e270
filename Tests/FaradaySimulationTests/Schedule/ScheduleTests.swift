import Foundation
import Testing

@testable import FaradaySimulation

/// The value that says how free a world is.
@Suite struct ScheduleTests {
    @Test(
        "A schedule prints as Swift",
        arguments: [
            (Schedule.plain, ".plain"), (.any(seed: 7), ".any(seed: 7)"),
            (.any(seed: 7, parts: .jobs), ".any(seed: 7, parts: .jobs)"),
            (.any(seed: 7, parts: [.delays, .managers]), ".any(seed: 7, parts: [.managers, .delays])"),
            (.any(seed: 7, parts: []), ".plain"),
        ])
    func description(_ schedule: Schedule, _ text: String) { #expect(schedule.description == text) }

    @Test("A schedule without freedoms is the plain one, whatever its seed")
    func plain() {
        #expect(Schedule.any(seed: 9, parts: []) == .plain)
        #expect(Schedule.any(seed: 9).without(.all) == .plain)
        #expect(Schedule.any(seed: 9, parts: Schedule.Parts(rawValue: 1 << 31)) == .plain)
        #expect(Schedule.plain.simplifications.isEmpty)
        #expect(!Schedule.any(seed: 9, parts: .delays).isPlain)
    }

    @Test("Simpler schedules have fewer freedoms and the same seed, and the plain one comes first")
    func simplifications() {
        let all = Schedule.any(seed: 3).simplifications
        #expect(all.first == .plain)
        #expect(all[1].parts == Schedule.Parts.all.subtracting(.switches))
        #expect(all.count == 2 + 10 + 10)
        for simpler in all.dropFirst() {
            #expect(simpler.seed == 3)
            #expect(simpler.parts.isStrictSubset(of: .all))
        }
        let one = Schedule.any(seed: 3, parts: .jobs).simplifications
        #expect(one == [.plain])
        let two = Schedule.any(seed: 3, parts: [.jobs, .delays]).simplifications
        #expect(two.map(\.parts) == [[], .delays, .jobs])
    }

    @Test(
        "A schedule survives JSON",
        arguments: [Schedule.plain, .any(seed: .max), .any(seed: 1, parts: .system)])
    func coding(_ schedule: Schedule) throws {
        let data = try JSONEncoder().encode(schedule)
        #expect(try JSONDecoder().decode(Schedule.self, from: data) == schedule)
    }

    @Test(
        "A phone draws each switch of its system by a kind of its own, and a story tells which have another value"
    )
    func switches() throws {
        for each in SystemSwitch.all {
            var values: Set<Bool> = []
            for seed in UInt64(0)..<20 {
                let schedule = Schedule.any(seed: seed, parts: each.part)
                let world = World(configuration: World.Configuration(schedule: schedule))
                world.startTrace()
                let drawn = world.addPhone().profile
                var expected = OSProfile.iOS(18)
                expected[keyPath: each.path] = drawn[keyPath: each.path]
                #expect(drawn == expected, "\(each.name): nothing else changes")
                values.insert(drawn[keyPath: each.path])
                let isChanged = drawn != OSProfile.iOS(18)
                #expect(world.storyText().contains("\(each.name) is") == isChanged)
            }
            #expect(values.count == 2, "\(each.name)")
        }
        let parts = SystemSwitch.all.map(\.part).reduce(Schedule.Parts()) { $0.union($1) }
        #expect(parts == .switches)
    }

    @Test("Latencies of the system are drawn around their values, and zero stays zero")
    func systems() {
        var stream = Entropy(seed: 1).stream("test")
        var still = OSProfile.iOS(18)
        still.linkLinger = .zero
        var delays: [Double] = []
        for _ in 0..<200 {
            let profile = still.varied(by: &stream)
            #expect(profile.linkLinger == .zero)
            #expect(profile.connectionInterval == still.connectionInterval)
            #expect(profile.supervisionTimeout == still.supervisionTimeout)
            #expect(profile.scanWindow <= profile.scanInterval)
            #expect(profile.firstStateDelay > .zero && profile.firstStateDelay <= .milliseconds(100))
            delays.append(profile.firstStateDelay.milliseconds)
        }
        #expect(delays.contains { $0 < 4 } && delays.contains { $0 > 20 })
    }
}
