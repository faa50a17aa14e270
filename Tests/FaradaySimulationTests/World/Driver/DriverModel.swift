import BluetoothTypes

@testable import FaradaySimulation

/// A world, its threads and its tasks as one value: everything around a `DriverMachine`, at the grain of its lock.
///
/// Each actor does what `Run`, `Drain` or `Pacer` does between two places where it lets the lock go. So the order in which
/// the actors take their steps is every order in which threads can meet.
struct DriverModel: Hashable {
    var machine = DriverMachine()

    // MARK: The world

    var now = Instant.zero
    /// When events are due, in order. Each one brings a callback.
    var events: [Instant] = []
    /// Callbacks that wait.
    var calls = 0
    /// Tasks that wait for a driver to run them, by their actors' places.
    var jobs: [Int] = []
    /// How many callbacks have run: what conditions look at.
    var callbacksRun = 0
    /// How many more callbacks put an event into the world, one second later.
    var eventsOfCallbacks = 0

    // MARK: The shell

    var actors: [Actor] = []
    /// Actors whose turn may be free now.
    var turnSignals: Set<Int> = []
    /// Actors whose parked tasks were resumed, and why.
    var wakes: [Int: RunTally.Wake] = [:]
    var driverSignals = 0
    var pacerSignals: Set<Int> = []
    var pacers = 0
    var threads: UInt = 0

    /// Leaves out whom a change wakes, to show that the explorer finds it.
    var forgets: DriverMachine.WakeUps = []
    /// What an actor found that can't be.
    var problem: String?

    struct Actor: Hashable {
        enum Kind: Hashable {
            /// A run on a thread of its own, until so many callbacks have run.
            case run(until: Int, for: Nanoseconds)
            /// A run in a task. It resumes as a job of the world, or on the actor with this number: then it drives in
            /// slices.
            case task(until: Int, for: Nanoseconds, actor: Int?)
            case drain
            case pacer(Int)
            /// A thread that calls the world.
            case caller([Call])
        }

        let kind: Kind
        var place = Place.beginning
        var thread: UInt
        /// The driver in whose job the task runs.
        var host: Int?
        var hasLooked = false
        var didWork = false
        var limit = Instant.zero
    }

    /// What a thread does with the world.
    enum Call: Hashable {
        case schedule(Nanoseconds)
        case pace
        case stopPacing
        case runFreely(until: Nanoseconds)
        case standStill
        case stop
    }

    /// Where an actor is.
    enum Place: Hashable {
        case beginning
        case entering
        case waitingForTurn(DriverMachine.Waiter)
        case working
        case inCallback
        case inJob
        case checking
        case advancing
        case napping
        case asleep
        case leaving(Leaving)
        case ending
        case parking
        case parked
        /// A job of the world or of an actor will continue the task.
        case resumed(Resumption)
        case looking(RunTally.Wake)
        case waitingInRealTime
        case pausing
        case posting
        case posted
        case sleeping
        case over
    }

    /// Why a run gives the turn back.
    enum Leaving: Hashable { case over, visible, crowded }

    /// Where a task goes on.
    enum Resumption: Hashable {
        case enter
        case look(RunTally.Wake)
    }

    // MARK: Making one

    static func at(_ seconds: Int...) -> DriverModel {
        DriverModel(events: seconds.map { Instant.zero + .seconds($0) })
    }

    mutating func add(_ kind: Actor.Kind) {
        // A drain that has left makes room for the next one, so that equal states look equal.
        if kind == .drain, let place = actors.firstIndex(where: { $0.kind == .drain && $0.place == .over }) {
            actors[place].place = .beginning
            return
        }
        threads += 1
        actors.append(Actor(kind: kind, thread: threads))
    }

    var outlook: DriverMachine.Outlook {
        DriverMachine.Outlook(hasWork: hasWork, hasEvents: !events.isEmpty, now: now)
    }

    var hasWork: Bool { calls > 0 || !jobs.isEmpty }

    // MARK: What the lock's holder does before it lets go

    /// As `WorldState.wakeUps` and `World.answer`.
    mutating func summon() {
        if machine.isAttended { return }
        let wakeUps = machine.summon(outlook).subtracting(forgets)
        if wakeUps.contains(.driver) { driverSignals = min(driverSignals + 1, 2) }
        if wakeUps.contains(.pacer) { pacerSignals.insert(pacers) }
        if wakeUps.contains(.drain) { add(.drain) }
    }

    mutating func signal(_ waiters: [DriverMachine.Waiter]) { turnSignals.formUnion(waiters.map(\.number)) }

    mutating func resume(_ runs: [RunTally.Parked], _ wake: RunTally.Wake) {
        for run in runs { wakes[run.number] = wake }
    }

    /// What an event did.
    enum Step { case stepped, limit, dry }

    /// As `WorldState.step`.
    mutating func step(until limit: Instant) -> Step {
        guard let next = events.first else { return .dry }
        guard next <= limit else { return .limit }
        events.removeFirst()
        now = max(now, next)
        calls += 1
        return .stepped
    }

    mutating func schedule(_ delay: Nanoseconds) {
        events.append(now + delay)
        events.sort()
    }

    /// The clock moves, and not because the wall clock does: nobody else may be at work.
    mutating func checkThatNobodyWorks(besides mover: Int) {
        for (number, actor) in actors.enumerated() where number != mover {
            switch (actor.kind, actor.place) {
            case (.pacer, _), (_, .inJob), (_, .beginning), (_, .over), (_, .parked), (_, .waitingForTurn):
                continue
            case (_, .waitingInRealTime), (.run, .entering), (.caller, .entering): continue
            // A drain that has not come yet, or that will find the turn taken.
            case (.drain, .entering), (.drain, .advancing): continue
            default: problem = "the clock moves for actor \(mover) while actor \(number) is \(actor.place)"
            }
        }
        if machine.isStopped { problem = "the clock moves although it was stopped" }
    }

    // MARK: What must hold

    /// Who is woken when everything changes at once; `nil` for nobody.
    private var wokenByAnything: DriverMachine.WakeUps? {
        let outlook = DriverMachine.Outlook(
            hasWork: true, hasEvents: true, hasStuckWork: true, hasHeldUpWork: true, now: now)
        var machine = machine
        let woken = machine.summon(outlook)
        return woken.isEmpty ? nil : woken
    }

    /// What is wrong here, if anything is.
    var violation: String? {
        if let problem { return problem }
        if let broken = machine.brokenInvariant { return broken }
        if machine.isDeserted, let woken = wokenByAnything { return "a deserted world wakes \(woken)" }
        let drivers = actors.filter { actor in
            switch actor.place {
            case .working, .inCallback, .checking, .napping, .asleep, .leaving: true
            case .pausing: true
            case .advancing: actor.kind != .drain
            default: false
            }
        }
        if drivers.count > 1 { return "\(drivers.count) actors drive: \(drivers.map(\.place))" }
        if let driver = drivers.first, driver.thread != machine.thread {
            return "thread \(driver.thread) drives, and thread \(machine.thread) has the turn"
        }
        return nil
    }

    /// What was left undone in a state in which nobody can do anything.
    var leftover: String? {
        for (number, actor) in actors.enumerated() {
            switch (actor.kind, actor.place) {
            case (_, .over), (.pacer, .sleeping): continue
            default: return "actor \(number), \(actor.kind), stays \(actor.place)"
            }
        }
        if machine.state != .resting { return "the machine stays \(machine.state)" }
        if machine.runs.awake != 0 || !machine.runs.parked.isEmpty { return "a run was never let go" }
        if machine.isPosting { return "a pacer posts for ever" }
        let movesAlone = machine.runs.scopes > 0 || machine.motion.isFree
        if movesAlone, hasWork { return "callbacks were left" }
        if movesAlone, !machine.isStopped, let next = events.first, next <= machine.bodyHorizon,
            now < machine.bodyHorizon
        {
            return "an event was left"
        }
        if machine.motion.isPaced, hasWork || !events.isEmpty { return "a paced world left something" }
        return nil
    }
}
