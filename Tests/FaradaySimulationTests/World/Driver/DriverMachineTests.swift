import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// The edges of the driver's machine, one by one; `DriverInterleavingTests` has what follows from them together.
@Suite("The driver's machine") struct DriverMachineTests {
    private typealias Outlook = DriverMachine.Outlook

    private let idle = Outlook(hasWork: false, hasEvents: false, now: .zero)
    private let busy = Outlook(hasWork: true, hasEvents: true, now: .zero)
    private let due = Outlook(hasWork: false, hasEvents: true, now: .zero)

    private func machine(_ prepare: (inout DriverMachine) -> Void = { _ in }) -> DriverMachine {
        var machine = DriverMachine()
        prepare(&machine)
        #expect(machine.brokenInvariant == nil)
        return machine
    }

    private func run(_ machine: inout DriverMachine, on thread: UInt) -> DriverMachine.Entry {
        let entry = machine.enter(thread, mayNest: true, waitsInRealTime: true)
        if entry == .granted { machine.runs.begin() }
        return entry
    }

    // MARK: Who must be woken

    struct Need: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let outlook: DriverMachine.Outlook
        let wakeUps: DriverMachine.WakeUps
        let prepare: @Sendable (inout DriverMachine) -> Void
    }

    private static func need(
        _ name: String, work: Bool = false, events: Bool = false, at seconds: Int = 0,
        _ wakeUps: DriverMachine.WakeUps, _ prepare: @escaping @Sendable (inout DriverMachine) -> Void
    ) -> Need {
        let outlook = Outlook(hasWork: work, hasEvents: events, now: .zero + .seconds(seconds))
        return Need(testDescription: name, outlook: outlook, wakeUps: wakeUps, prepare: prepare)
    }

    private static let free: @Sendable (inout DriverMachine) -> Void = {
        $0.motion = .free
        $0.bodyHorizon = .zero + .seconds(5)
    }

    static let needs: [Need] = [
        need("a world that a test drives", work: true, events: true, []) { _ in },
        need("an awake run, and events", events: true, []) { $0.runs.begin() },
        need("an awake run, and a job", work: true, .drain) { $0.runs.begin() },
        need("a test body, and nothing to do", []) { $0.runs.beginScope() },
        need("a test body, and events", events: true, .drain) { $0.runs.beginScope() },
        need("a parked run in an empty world", .drain) {
            $0.runs.begin()
            $0.runs.park(.init(number: 1, limit: .zero), hasLooked: true)
        },
        need("a world that runs freely", events: true, .drain, free),
        need("a world that has moved as far as it may", events: true, at: 5, [], free),
        need("a world that has, and a callback", work: true, at: 5, .drain, free),
        need("a clock that was stopped", events: true, []) {
            free(&$0)
            _ = $0.stop()
        },
        need("a paced world", work: true, events: true, .pacer) { _ = $0.pace(by: 1) },
        need("a drain that was called", work: true, events: true, []) {
            $0.runs.beginScope()
            _ = $0.summon(Outlook(hasWork: true, hasEvents: true, now: .zero))
        },
        need("a pacer that still posts", work: true, events: true, []) {
            _ = $0.pace(by: 1)
            $0.postingBegins()
            free(&$0)
        },
        need("a driver that waits for a woken run", .driver) {
            _ = $0.enter(7, mayNest: true, waitsInRealTime: true)
            $0.runs.begin()
            $0.runs.begin()
            _ = $0.nextOfRun(until: .zero, hasWork: false)
        },
    ]

    @Test("Who is woken after a change", arguments: needs)
    func wakeUps(need: Need) {
        var machine = machine(need.prepare)
        // Where nobody can be woken, nobody looks for whom to wake.
        if !need.wakeUps.isEmpty { #expect(!machine.isDeserted) }
        #expect(machine.summon(need.outlook) == need.wakeUps)
        // Nobody is woken twice for the same, but a pacer, which has a clock of its own.
        #expect(machine.summon(need.outlook) == need.wakeUps.intersection(.pacer))
    }

    // MARK: The turn

    @Test("A second thread waits until the first run has ended, and is woken then")
    func turns() {
        var machine = machine()
        #expect(run(&machine, on: 1) == .granted)
        #expect(run(&machine, on: 2) == .taken)
        let waiter = machine.wait(as: 1)
        machine.runs.end()
        #expect(machine.leave() == [waiter])
        #expect(machine.state == .resting)
        #expect(run(&machine, on: 2) == .granted)
    }

    @Test("A run nests in a job of a run, and not in a callback")
    func nesting() {
        var machine = machine()
        #expect(run(&machine, on: 1) == .granted)
        #expect(run(&machine, on: 1) == .granted)
        machine.runs.end()
        #expect(machine.leave() == [])
        #expect(machine.thread == 1)
        machine.callbackBegins(isPosted: false)
        #expect(run(&machine, on: 1) == .insideCallback)
        #expect(machine.isInsideCallback(1) && !machine.isInsideCallback(2))
        machine.callbacksEnd()
        #expect(run(&machine, on: 1) == .granted)
    }

    @Test("A task's run parks where a run drives on the same thread, and drives in a job of the drain")
    func tasks() {
        var machine = machine { $0.runs.beginScope() }
        #expect(machine.summon(busy) == .drain)
        #expect(machine.drainEnters(3, hasWork: true) == true)
        #expect(machine.enter(3, mayNest: false, waitsInRealTime: true) == .granted)
        machine.runs.begin()
        #expect(machine.enter(3, mayNest: false, waitsInRealTime: true) == .taken)
    }

    @Test("A thread that waits is stuck only if one callback has lasted all the time")
    func stuckThreads() {
        var machine = machine()
        _ = run(&machine, on: 1)
        machine.callbackBegins(isPosted: false)
        let first = machine.wait(as: 1)
        #expect(machine.waitTimedOut(first) == true)
        let second = machine.wait(as: 2)
        machine.callbackBegins(isPosted: false)
        #expect(machine.waitTimedOut(second) == false)
        let third = machine.wait(as: 3)
        machine.callbacksEnd()
        #expect(machine.waitTimedOut(third) == false)
        machine.runs.end()
        #expect(machine.leave() == [])
    }

    // MARK: The drain

    @Test("A drain leaves when a run has taken the turn, and is called again when the run has ended")
    func drainAndRun() {
        var machine = machine(Self.free)
        #expect(machine.summon(due) == .drain)
        #expect(run(&machine, on: 1) == .granted)
        #expect(machine.drainEnters(2, hasWork: true) == false)
        #expect(!machine.isDrainCalled)
        machine.runs.end()
        _ = machine.leave()
        #expect(machine.summon(due) == .drain)
    }

    @Test("A drain that is still on its way when a run ends goes on")
    func lateDrain() {
        var machine = machine(Self.free)
        #expect(machine.summon(due) == .drain)
        #expect(run(&machine, on: 1) == .granted)
        machine.runs.end()
        _ = machine.leave()
        #expect(machine.state == .called)
        #expect(machine.summon(due) == [])
        #expect(machine.drainEnters(2, hasWork: false) == true)
    }

    @Test("A drain moves the clock only while nobody is awake")
    func awakeRuns() {
        var machine = machine(Self.free)
        #expect(machine.summon(due) == .drain)
        machine.runs.begin()
        #expect(machine.nextOfDrain(due, hasFailure: false) == .leave)
        machine.runs.end()
        #expect(machine.summon(due) == .drain)
        let step = DriverMachine.DrainOrder.step(until: .zero + .seconds(5), isSingle: false)
        #expect(machine.nextOfDrain(due, hasFailure: false) == step)
    }

    @Test("Parked runs are woken when something has happened, and limit the clock otherwise")
    func parkedRuns() {
        let (one, two) = (
            RunTally.Parked(number: 1, limit: .zero + .seconds(3)),
            RunTally.Parked(number: 2, limit: .zero + .seconds(2))
        )
        var machine = machine {
            for parked in [one, two] {
                $0.runs.begin()
                $0.runs.park(parked, hasLooked: true)
            }
        }
        #expect(machine.summon(due) == .drain)
        let step = DriverMachine.DrainOrder.step(until: .zero + .seconds(2), isSingle: true)
        #expect(machine.nextOfDrain(due, hasFailure: false) == step)
        machine.runs.addNews()
        #expect(machine.nextOfDrain(due, hasFailure: false) == .wake([one, two], .look))
        #expect(machine.runs.awake == 2)
        #expect(machine.nextOfDrain(due, hasFailure: false) == .leave)
    }

    // MARK: Real time

    @Test(
        "Runs that are parked when pacing begins are woken, and runs for a time do not drive or park any more"
    )
    func pacing() {
        let parked = RunTally.Parked(number: 1, limit: .zero)
        var machine = machine {
            $0.runs.begin()
            $0.runs.park(parked, hasLooked: true)
        }
        #expect(machine.pace(by: 1) == [parked])
        #expect(machine.enter(1, mayNest: false, waitsInRealTime: true) == .paced)
        #expect(machine.park(parked, hasLooked: true, waitsInRealTime: true) == false)
        #expect(machine.enter(1, mayNest: false, waitsInRealTime: false) == .granted)
    }

    @Test("A new pacer waits until the earlier one has posted what it had taken")
    func pacers() {
        var machine = machine { _ = $0.pace(by: 1) }
        #expect(machine.nextOfPacer(1) == .go)
        machine.postingBegins()
        _ = machine.pace(by: 2)
        #expect(machine.nextOfPacer(2) == .wait && machine.nextOfPacer(1) == .stop)
        machine.postingEnds()
        #expect(machine.summon(idle) == .pacer)
        #expect(machine.nextOfPacer(2) == .go)
    }

    @Test("A world whose clock was stopped wakes its parked runs, and no run parks in it")
    func stopping() {
        let parked = RunTally.Parked(number: 1, limit: .zero)
        var machine = machine {
            $0.runs.begin()
            $0.runs.park(parked, hasLooked: true)
        }
        #expect(machine.stop() == [parked])
        #expect(machine.park(parked, hasLooked: true, waitsInRealTime: true) == false)
    }

    @Test("Time that runs freely stands still when it is told to; a paced world stays paced")
    func standingStill() {
        var motion = Motion.free
        motion.standStill()
        #expect(motion == .byRuns)
        motion = .paced(1)
        motion.standStill()
        #expect(motion == .paced(1))
    }
}
