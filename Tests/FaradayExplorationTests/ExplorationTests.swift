import BluetoothTypes
@testable import FaradayExploration
import FaradaySimulation
import Foundation
import Testing

struct ExplorationTests {
    static func exploration(_ runs: Int, seed: UInt64 = 0, _ mode: Exploration.Mode = .first) -> Exploration {
        var exploration = Exploration("here", runs: runs, seed: seed, mode: mode)
        // What the environment says is for users' tests.
        exploration.environment = ExplorationEnvironment()
        return exploration
    }

    @Test("A right body passes all runs")
    func passes() {
        let result = Self.exploration(500).run { world in
            guard world.now == .zero else { throw Bug.many }
        }
        #expect(result.runs == 500)
        #expect(result.isSuccess)
        #expect(result.report.isEmpty)
        #expect(throws: Never.self) { try result.check() }
    }

    @Test("The failing run with the lowest number wins, however many run at once", arguments: [1, 2, 7])
    func lowestWins(_ width: Int) throws {
        var exploration = Self.exploration(400)
        exploration.parallelRuns = width
        let result = exploration.run(Bodies.sensitive)
        exploration.parallelRuns = 1
        exploration.mode = .all
        let all = exploration.run(Bodies.sensitive)
        #expect(result.failures.first == all.failures.first)
        #expect(result.failures.count == 1)
        #expect(result.runs == (result.failures.first?.run ?? 0) + 1)
    }

    @Test("Failures are told apart by where and how they fail, not by their values")
    func signatures() {
        let result = Self.exploration(600, .all).run(Bodies.sensitive)
        let signatures = Set(result.failures.map(\.signature))
        #expect(result.failures.count == signatures.count)
        #expect(signatures.count == 3)
        #expect(signatures.allSatisfy { $0.kind == .error })
        #expect(result.runs == 600)
    }

    @Test("The report has the plan as Swift, the case, and the command")
    func report() throws {
        let result = Self.exploration(400, .all).run(Bodies.sensitive)
        let failure = try #require(result.failures.first { $0.signature.place.hasSuffix("Bug.read") })
        #expect(failure.isReproducible)
        #expect(failure.shrunk.faults.count == 1)
        #expect(failure.plan.hasPrefix("world.inject(.read"))
        let report = failure.description
        #expect(report.contains(failure.plan))
        #expect(report.contains("FARADAY_REPLAY='\(failure.shrunk)' here"))
        #expect(report.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
        #expect(throws: ExplorationError.self) { try result.check() }
    }

    @Test("The story ends soon after what failed, however long the run goes on")
    func storyEndsAtTheFailure() throws {
        let result = Self.exploration(1).run { world in
            let count = Count()
            world.always("fewer than 50") { count.now < 50 }
            for second in 1...300 {
                world.after(.seconds(second)) {
                    world.note("second \(second)")
                    _ = count.next()
                }
            }
            try world.run(for: .seconds(400))
        }
        let failure = try #require(result.failures.first)
        #expect(failure.signature.kind == .invariant)
        for second in [1, 49, 50, 54] { #expect(failure.story.contains("second \(second)\n")) }
        #expect(!failure.story.contains("second 55"))
        #expect(failure.story.contains("... 246 lines follow ..."), "\(failure.story)")
    }

    @Test("A replayed case is the only run, and fails the same way")
    func replays() throws {
        let failure = try #require(Self.exploration(400).run(Bodies.sensitive).failures.first)
        var replaying = Self.exploration(400)
        replaying.environment = ExplorationEnvironment(["FARADAY_REPLAY": failure.shrunk.description])
        let result = replaying.run(Bodies.sensitive)
        #expect(result.runs == 1)
        let again = try #require(result.failures.first)
        #expect(again.signature == failure.signature)
        #expect(again.message == failure.message)
        #expect(again.story == failure.story)
        #expect(again.run == nil)
        replaying.environment = ExplorationEnvironment(["FARADAY_REPLAY": "{\"seed\":true}"])
        let refused = replaying.run(Bodies.sensitive)
        #expect(refused.runs == 0)
        #expect(refused.problems.count == 1)
        #expect(!refused.isSuccess)
    }

    @Test("For 200 failing seeds, the simplest case and the report are the same the second time")
    func deterministic() throws {
        let first = Reports.ofSeeds(parallelRuns: 1)
        let second = Reports.ofSeeds(parallelRuns: 3)
        #expect(first == second)
        #expect(first.count == 200)
        #expect(Set(first).count > 100)
        #expect(first.allSatisfy { $0.contains("FARADAY_REPLAY=") })
    }

    #if os(Linux)
    @Test("They are the same in another process")
    func deterministicElsewhere() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            print(Reports.digest(Reports.ofSeeds(parallelRuns: 2)))
        }
        let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(text.contains(Reports.digest(Reports.ofSeeds(parallelRuns: 1))), "\(text)")
    }
    #endif

    @Test("Parameters are drawn, fixed by a case, and the smallest elsewhere")
    func parameters() throws {
        let drawn = (0..<200 as Range<UInt64>).map { seed in
            ExploredCase(seed: seed).makeWorld().parameter("devices", in: 1...5)
        }
        #expect(Set(drawn) == [1, 2, 3, 4, 5])
        let fixed = ExploredCase(seed: 1, parameters: ["devices": 4, "pause": 1500, "order": 9]).makeWorld()
        #expect(fixed.parameter("devices", in: 1...5) == 4)
        #expect(fixed.parameter("pause", in: .zero ... .seconds(5)) == .milliseconds(1500))
        #expect(fixed.parameter("order", of: ["a", "b"]) == "b")
        let plain = World()
        #expect(plain.parameter("devices", in: 2...5) == 2)
        #expect(plain.parameter("pause", in: .seconds(1) ... .seconds(5)) == .seconds(1))
        #expect(plain.parameter("order", of: ["a", "b"]) == "a")
    }

    @Test("A failure is told with the smallest parameters")
    func smallestParameters() throws {
        let result = Self.exploration(400).run { world in
            let devices = world.parameter("devices", in: 1...9)
            let pause = world.parameter("pause", in: .zero ... .seconds(60))
            if devices >= 3, pause >= .seconds(7) { throw Bug.many }
        }
        let failure = try #require(result.failures.first)
        #expect(failure.shrunk.parameters == ["devices": 3, "pause": 7000])
        #expect(failure.shrunk.faults.isEmpty)
        #expect(failure.shrunk.schedule.isPlain)
    }

    @Test("A body that depends on something else than its case is told so")
    func irreproducible() throws {
        let count = Count()
        let result = Self.exploration(50).run { _ in if count.next() == 5 { throw Bug.many } }
        let failure = try #require(result.failures.first)
        #expect(!failure.isReproducible)
        #expect(failure.description.contains("something outside its world"))
    }
}
