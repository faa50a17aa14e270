import BluetoothPort
import BluetoothTypes
import FaradaySimulation

/// Runs a body in the world of a case, and judges how it ended.
struct CaseRunner: Sendable {
    /// What else a run tells.
    struct Wishes: OptionSet, Sendable {
        let rawValue: Int
        /// The trace is kept, for the story and the capture of a failure.
        static let account = Wishes(rawValue: 1)
        static let coverage = Wishes(rawValue: 2)
        static let surroundings = Wishes(rawValue: 4)
        /// A case like this one hung: nobody waits long to see whether this one does.
        static let quickHang = Wishes(rawValue: 8)
    }

    /// What is said of a test that can't be told to stop, and ends its process therefore.
    static let neverEnds = "never ends"

    let stage: RunStage
    let longest: Nanoseconds
    let limits: RunLimits
    let findsLeaks: Bool
    /// Called when the world of a run is ready, before the body begins.
    var begins: (@Sendable (World, RunNotes) -> Void)?

    func run(
        _ explored: ExploredCase, _ wishes: Wishes = [], as running: RunningCase, on thread: BodyThread?
    ) async -> RunOutcome {
        let world = stage.makeWorld(explored)
        let notes = explored.prepare(world)
        let misuses = watch(world, notes, wishes)
        if wishes.contains(.account) { world.startTrace(capacity: World.reportedTraceCapacity) }
        if wishes.contains(.coverage) { world.recordCoverage() }
        let name = running.description
        WorldLife(of: world).limit(to: .zero + limits.virtualTime, steps: limits.steps) { why, file, line in
            fatalError("\(name) \(CaseRunner.neverEnds): \(why)".asciiText, file: file, line: line)
        }
        running.begin(in: world)
        defer { running.end() }
        begins?(world, notes)
        let patience = wishes.contains(.quickHang) ? HangWatch.Patience.short : .full
        await perform(in: world, notes, patience: patience, on: thread)
        var account: RunAccount?
        var failures = judge(world, notes, misuses)
        if findsLeaks, failures.isEmpty { failures = await LeakJudge.failures(of: world) }
        let fixed = Self.fixed(explored, notes)
        if wishes.contains(.account), let first = failures.first {
            account = stage.account(world, first, fixed)
        }
        let outcome = RunOutcome(
            explored: fixed, parameters: notes.parameters, failures: failures,
            unfired: explored.faults.isEmpty ? [] : Self.unfired(explored, world),
            coverage: wishes.contains(.coverage) ? world.coverage : nil, account: account,
            surroundings: wishes.contains(.surroundings) ? world.faultSurroundings : nil,
            isEndless: WorldLife(of: world).overrun != nil, servesMainQueue: world.servesMainQueue)
        world.onMisuse(nil)
        world.onMistake(nil)
        world.endAttachments()
        world.code.end(of: world)
        world.dropCalls()
        return outcome
    }

    private struct Misuses {
        var reports: [World.MisuseReport] = []
        var first: WorldSnapshot?
    }

    /// Misuses and mistakes are noted when they happen. The first misuse is told with the world of its moment: the run
    /// goes on, and its story has no room for everything.
    private func watch(_ world: World, _ notes: RunNotes, _ wishes: Wishes) -> Lock<Misuses> {
        let misuses = Lock(Misuses())
        world.misusePolicy = stage.misuse
        world.onMisuse { [weak world] report in
            let isFirst = misuses.withLock { misuses in
                misuses.reports.append(report)
                return misuses.reports.count == 1
            }
            guard isFirst, wishes.contains(.account), let snapshot = world?.snapshot() else { return }
            misuses.withLock { $0.first = snapshot }
        }
        world.onMistake { notes.note(ErrorJudge.failure($0)) }
        world.limitBodies(to: .zero + longest)
        return misuses
    }

    private func perform(
        in world: World, _ notes: RunNotes, patience: HangWatch.Patience, on thread: BodyThread?
    ) async {
        let stage = self.stage
        let end: BodyEnd
        switch stage.body {
        case .asynchronous(let body):
            end = await BodyRace.run(in: world, patience: patience) {
                try await stage.scope(world, notes) { try await body(world) }
            } isHung: {
                notes.note(Self.hang(in: world, longest: longest))
            }
            if case .hung = end { world.refuseRuns("the run that this world belongs to has ended") }
        case .synchronous(let body):
            let work: @Sendable () -> BodyEnd = {
                do {
                    try stage.synchronousScope(world, notes) { try body(world) }
                    return .returned
                } catch {
                    return .threw(error)
                }
            }
            if let thread { end = await thread.run(work) } else { end = work() }
        }
        var error = world.code.takeDeadlock(of: world) as (any Error)?
        if case .threw(let thrown) = end { error = thrown }
        // A body that does not look at the errors of its runs has not passed.
        if error == nil, notes.failures.isEmpty { error = WorldLife(of: world).overrun }
        if let error, let failure = stage.failure(error, world) { notes.note(failure) }
    }

    private static func hang(in world: World, longest: Nanoseconds) -> RunNotes.Failure {
        let snapshot = world.snapshot()
        let reason: String
        if let overrun = WorldLife(of: world).overrun {
            reason = "it goes on although its world has come to an end, \(overrun)"
        } else if let failure = world.takeFailure() {
            reason = "\(failure)"
        } else if world.now >= .zero + longest {
            reason =
                "it still waited after \(longest.shortText) of virtual time, and a run of an exploration is not longer"
        } else {
            reason = "nothing is left to happen in its world"
        }
        let pending = snapshot.requests.map { "\n  " + $0 }.joined()
        return RunNotes.Failure(
            FailureSignature(.hang, ""),
            "The test waits for something that never happens: \(reason).\(pending)".asciiText,
            time: world.now,
            snapshot: snapshot)
    }

    /// All failures of a run in the order in which they happened.
    private func judge(
        _ world: World, _ notes: RunNotes, _ misuses: Lock<Misuses>
    ) -> [RunNotes.Failure] {
        var failures = notes.failures
        let (reports, snapshot) = misuses.withLock { ($0.reports, $0.first) }
        failures += MisuseJudge.failures(reports, at: world.now, first: snapshot)
        for kind in world.missingMisuses {
            failures.append(
                RunNotes.Failure(
                    FailureSignature(.misuse, "missing: \(kind)"),
                    "\(World.MissingMisuse(kind: kind))", time: world.now))
        }
        failures += InvariantJudge.failures(of: world)
        return failures.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// The case with the values that its parameters had: what a later seed draws makes no difference to it.
    private static func fixed(_ explored: ExploredCase, _ notes: RunNotes) -> ExploredCase {
        var fixed = explored
        for parameter in notes.parameters { fixed.parameters[parameter.name] = parameter.value }
        return fixed
    }

    private static func unfired(_ explored: ExploredCase, _ world: World) -> [Int] {
        let fired = Set(world.firedFaults.map(\.place))
        return explored.faults.faults.indices.filter { !fired.contains($0) }
    }
}
