import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// Every order in which the threads around a world can meet: nobody is forgotten, and only one drives.
@Suite("The driver under all interleavings") struct DriverInterleavingTests {
    /// Something that happens in a world besides what the first thread does.
    struct Part: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let add: @Sendable (inout DriverModel) -> Void

        init(_ name: String, _ add: @escaping @Sendable (inout DriverModel) -> Void) {
            (testDescription, self.add) = (name, add)
        }

        static func calls(_ name: String, _ calls: DriverModel.Call...) -> Part {
            Part(name) { $0.add(.caller(calls)) }
        }
    }

    static let runs: [Part] = [
        Part("a run on a thread") { $0.add(.run(until: 2, for: .seconds(9))) },
        Part("a short run on a thread") { $0.add(.run(until: 9, for: .milliseconds(1500))) },
        Part("a run on an actor") { $0.add(.task(until: 2, for: .seconds(9), actor: 1)) },
        Part("a short run on the actor") { $0.add(.task(until: 9, for: .milliseconds(1500), actor: 1)) },
        Part("a run in a task of the world") {
            $0.machine.runs.beginScope()
            $0.add(.task(until: 2, for: .seconds(9), actor: nil))
        },
        Part("a run on another actor, that nothing ends") {
            $0.add(.task(until: 9, for: .seconds(9), actor: 2))
        },
    ]

    static let others: [Part] = [
        .calls("a call", .schedule(.seconds(1))),
        .calls("a wait", .runFreely(until: .seconds(5))),
        .calls(
            "a wait that ends", .runFreely(until: .seconds(5)), .schedule(.zero),
            .standStill),
        .calls("a pace", .pace),
        .calls("a pace that stops", .pace, .stopPacing),
        .calls("a new pace", .pace, .pace),
        .calls("a world that is stopped", .stop),
        .calls("a pace, then a wait", .pace, .runFreely(until: .seconds(5))),
    ]

    private func explore(_ model: DriverModel) -> DriverExplorer {
        let explorer = DriverExplorer(model)
        for problem in explorer.problems { Issue.record("\(problem)") }
        return explorer
    }

    @Test("Two runs at once", arguments: runs.indices)
    func twoRuns(number: Int) {
        for other in Self.runs[number...] {
            var model = DriverModel.at(1, 2)
            Self.runs[number].add(&model)
            other.add(&model)
            #expect(explore(model).states.count > 10)
        }
    }

    @Test("A run beside something else", arguments: runs, others)
    func runBesideOther(run: Part, other: Part) {
        var model = DriverModel.at(1)
        model.eventsOfCallbacks = 1
        run.add(&model)
        other.add(&model)
        #expect(explore(model).states.count > 10)
    }

    @Test("Two things without a run", arguments: others.indices)
    func twoOthers(number: Int) {
        for other in Self.others[number...] {
            var model = DriverModel.at(1)
            Self.others[number].add(&model)
            other.add(&model)
            #expect(explore(model).states.count > 3)
        }
    }

    @Test("Three runs at once, with a callback that goes on")
    func threeRuns() {
        for third in [Self.runs[0], Self.runs[2]] {
            var model = DriverModel.at(1)
            model.eventsOfCallbacks = 1
            Self.runs[0].add(&model)
            Self.runs[4].add(&model)
            third.add(&model)
            #expect(explore(model).states.count > 100)
        }
    }

    /// The explorer would find a machine, or a shell, that forgets somebody.
    @Test(
        "A shell that does not wake somebody is found",
        arguments: [DriverMachine.WakeUps.drain, .driver, .pacer])
    func forgottenSummons(forgotten: DriverMachine.WakeUps) {
        var problems = 0
        for run in Self.runs {
            for other in Self.runs + Self.others where problems == 0 {
                var model = DriverModel.at(1)
                model.forgets = forgotten
                run.add(&model)
                other.add(&model)
                problems += DriverExplorer(model).problems.count
            }
        }
        #expect(problems > 0)
    }
}
