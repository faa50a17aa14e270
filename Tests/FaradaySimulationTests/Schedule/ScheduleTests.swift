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
        #expect(Schedule.any(seed: 9, parts: Schedule.Parts(rawValue: 0x80)) == .plain)
        #expect(Schedule.plain.simplifications.isEmpty)
        #expect(!Schedule.any(seed: 9, parts: .delays).isPlain)
    }

    @Test("Simpler schedules have fewer freedoms and the same seed, and the plain one comes first")
    func simplifications() {
        let all = Schedule.any(seed: 3).simplifications
        #expect(all.first == .plain)
        #expect(all.count == 1 + 6 + 6)
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
