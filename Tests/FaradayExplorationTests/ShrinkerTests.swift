import BluetoothTypes
@testable import FaradayExploration
import FaradaySimulation
import Testing

struct ShrinkerTests {
    /// Shrinks while `fails` holds, which sees a case as a run would.
    static func shrink(
        _ found: ExploredCase, _ parameters: [RunNotes.Parameter] = [], mostAttempts: Int = 2_000,
        _ fails: (ExploredCase) -> Bool
    ) -> Shrinker {
        var shrinker = Shrinker(found, parameters: parameters, unfired: [], mostAttempts: mostAttempts)
        while let candidate = shrinker.next() {
            guard fails(candidate) else { continue }
            let values = parameters.map { parameter in
                RunNotes.Parameter(
                    name: parameter.name, lowest: parameter.lowest, highest: parameter.highest,
                    value: candidate.parameters[parameter.name] ?? parameter.value)
            }
            shrinker.accept(candidate, parameters: values, unfired: [])
        }
        return shrinker
    }

    private static let reads = Fault.read("2A19").nth(5).fails(.unlikelyError)
    private static let drops = Fault.notification("2A37").nth(8).dropsLink(.peer)

    @Test("Only the faults that a failure needs are left, in their simplest form")
    func leavesTheCause() {
        let source = CaseSource(seed: 1, faults: .anything, schedules: .any)
        for number in 1...60 {
            var found = source.makeCase(number)
            found.faults.faults.insert(Self.reads, at: 0)
            found.faults.faults.append(Self.drops)
            let shrinker = Self.shrink(found) { explored in
                let faults = explored.faults.faults
                return faults.contains { $0.point.operation == .read && $0.effect == Self.reads.effect }
                    && faults.contains { $0.point.operation == .notification }
            }
            let best = shrinker.best
            #expect(best.faults.count == 2)
            #expect(best.schedule.isPlain)
            #expect(best.seed == 0)
            let occurrences = best.faults.faults.map(\.point.occurrence)
            #expect(occurrences == [.nth(1), .nth(1)])
            #expect(shrinker.attempts < 200)
        }
    }

    @Test("A failure that needs nothing is left with nothing")
    func nothing() {
        let found = CaseSource(seed: 1, faults: .anything, schedules: .any).makeCase(17)
        #expect(Self.shrink(found) { _ in true }.best == ExploredCase())
    }

    @Test("A schedule keeps the kinds that the failure needs")
    func schedule() {
        let found = ExploredCase(seed: 4, schedule: .any(seed: 9))
        let needed: Schedule.Parts = [.managers, .jobs]
        let best = Self.shrink(found) { $0.schedule.parts.isSuperset(of: needed) }.best
        #expect(best.schedule == .any(seed: 9, parts: needed))
    }

    @Test("Parameters become as small as they can", arguments: [1, 2, 3, 17, 99, 100])
    func parameters(_ least: Int) {
        let parameter = RunNotes.Parameter(name: "devices", lowest: 1, highest: 100, value: 100)
        let found = ExploredCase(seed: 0, parameters: ["devices": 100])
        let best = Self.shrink(found, [parameter]) { $0.parameters["devices", default: 1] >= least }.best
        #expect(best.parameters["devices"] == least)
    }

    @Test("It ends after a number of attempts, and what it has is a case that fails")
    func bounded() {
        let found = ExploredCase(seed: 5, faults: [Self.reads, Self.drops], schedule: .any(seed: 3))
        let shrinker = Self.shrink(found, mostAttempts: 3) { _ in false }
        #expect(shrinker.attempts == 3)
        #expect(shrinker.best == found)
    }

    @Test("No case is tried twice")
    func noRepetition() {
        let found = ExploredCase(
            seed: 5, faults: [Self.reads, Self.drops, Self.reads], schedule: .any(seed: 3))
        var shrinker = Shrinker(found, parameters: [], unfired: [1], mostAttempts: 10_000)
        var tried: Set<ExploredCase> = [found]
        while let candidate = shrinker.next() { #expect(tried.insert(candidate).inserted) }
        #expect(
            tried.contains(ExploredCase(seed: 5, faults: [Self.reads, Self.reads], schedule: .any(seed: 3))))
    }
}
