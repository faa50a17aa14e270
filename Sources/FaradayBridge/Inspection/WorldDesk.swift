import BluetoothPort
import BluetoothTypes
import Dispatch
import FaradaySimulation

/// Takes commands for one world, from the page, from `faraday tell` and from UI tests. It knows whether a test waits for
/// them in `pause`, and holds the clock of a paced world.
///
/// A world keeps its desk, and the desk does not keep its world. May be used from any thread.
package final class WorldDesk: Sendable {
    private typealias Problem = WorldCommand.Problem

    /// What a waiting test does next.
    enum Order: Hashable {
        case goOn
        case run(Nanoseconds)
    }

    /// A test that waits.
    final class Waiter: Sendable {
        fileprivate let semaphore = DispatchSemaphore(value: 0)
        fileprivate let orders = Lock<[Order]>([])

        /// Blocks the thread until somebody says what to do.
        func next() -> Order {
            outsideWorlds { semaphore.wait() }
            return orders.withLock { $0.removeFirst() }
        }
    }

    private struct State {
        var waiters: [Waiter] = []
        /// Who moves the clock, if nothing else does.
        var stepper: WorldStepper?
        /// The speed to which a paced world returns whose clock is held.
        var heldSpeed: Double?
        /// How often the clock was told something; a `run` ends only if nothing else has come since.
        var orders = 0
        /// Whether a `run` of a paced world goes on.
        var isRunning = false
        /// Whether readers were told that nothing more comes.
        var hasEnded = false
        /// The speed that readers know; a world may be paced by its own program.
        var toldSpeed: Double?
        /// What is told of the clock's state.
        var onChange: (@Sendable (String) -> Void)?
    }

    private let place: WeakWorld
    private let state = Lock(State())
    /// The feed of the world, once somebody has asked for it.
    private let shared = Lock<FeedHub?>(nil)

    private init(_ world: World) { place = WeakWorld(world) }

    /// The desk of a world.
    package static func of(_ world: World) -> WorldDesk { world.kept { WorldDesk(world) } }

    /// Whether a test waits in `pause`.
    package static func isTestWaiting(in world: World) -> Bool {
        world.kept(as: WorldDesk.self)?.state.withLock { !$0.waiters.isEmpty } ?? false
    }

    /// The feed of the world. The trace runs from now on, and stays readable when a capture takes its records.
    package func hub(title: String) -> FeedHub? {
        guard let world = place.world else { return nil }
        return shared.withLock { hub in
            if let hub { return hub }
            if !world.isTraced { world.startTrace(capacity: World.reportedTraceCapacity) }
            TraceTaker(world).keepTaken()
            let made = FeedHub(.trace(of: world, title: title) { [weak self] in self?.announceSpeed() })
            hub = made
            state.withLock { $0.onChange = { made.add($0) } }
            announce(world)
            return made
        }
    }

    // MARK: Commands

    /// Performs one line. The answer is a sentence, or says what is wrong.
    package func tell(_ line: String) -> Result<WorldCommand.Answer, WorldCommand.Problem> {
        guard let world = place.world else { return .failure(.init("the world has ended")) }
        do throws(WorldCommand.Problem) {
            let command = try WorldCommand(line)
            return .success(
                try CommandPerformer(world).perform(command) { order throws(WorldCommand.Problem) in
                    try self.carryOut(order, in: world)
                })
        } catch {
            return .failure(error)
        }
    }

    /// The answer to a line as JSON, for the page.
    package func tellInJSON(_ line: String) -> String {
        switch tell(line) {
        case .success(let answer):
            let swift = answer.swift.map { ",\"swift\":\(TraceJSON.quoted($0))" } ?? ""
            return "{\"ok\":true,\"text\":\(TraceJSON.quoted(answer.text))\(swift)}"
        case .failure(let problem):
            return "{\"ok\":false,\"text\":\(TraceJSON.quoted(problem.description))}"
        }
    }

    private func carryOut(
        _ order: WorldCommand.ClockOrder, in world: World
    ) throws(WorldCommand.Problem) -> WorldCommand.Answer {
        switch order {
        case .goOn:
            guard give(.goOn) else { throw Problem("no test waits in world.pause()") }
            return .init("the test continues")
        case .run(let time): return try run(for: time, in: world)
        case .pause:
            guard state.withLock({ $0.waiters.isEmpty }) else {
                throw Problem("a test waits in world.pause() already")
            }
            _ = forgetRun()
            guard hold(world) else { throw notPaced }
            return .init("the clock stands still")
        case .resume:
            guard world.paceSpeed != nil else { throw notPaced }
            let wasRunning = forgetRun()
            guard release(world) || wasRunning else { throw Problem("the world runs already") }
            return .init("the world runs on")
        case .pace(let speed):
            guard world.setPace(speed) else { throw notPaced }
            _ = forgetRun()
            state.withLock { $0.heldSpeed = nil }
            announce(world)
            let text = speed == speed.rounded() ? "\(Int(speed))" : "\(speed)"
            return .init(
                "the world runs \(text) times as fast as the clock", swift: "world.pace(speed: \(text))")
        }
    }

    private var notPaced: Problem {
        guard state.withLock({ $0.stepper == nil }) else {
            return Problem("the clock moves only when it is told to run")
        }
        return Problem("the world does not follow the clock: a test runs it, and can wait in world.pause()")
    }

    private func run(
        for time: Nanoseconds, in world: World
    ) throws(WorldCommand.Problem) -> WorldCommand.Answer {
        let answer = WorldCommand.Answer(
            "the world runs for \(WorldCommand.text(time))",
            swift: "try await world.run(for: \(WorldCommand.swift(time)))")
        if give(.run(time)) { return answer }
        if let stepper = state.withLock({ $0.stepper }) {
            stepper.run(for: time)
            return .init("the world has run for \(WorldCommand.text(time))", swift: answer.swift)
        }
        guard world.paceSpeed != nil else { throw notPaced }
        guard release(world) else { throw Problem("the world runs already; pause holds its clock") }
        let number = state.withLock { state in
            state.orders += 1
            state.isRunning = true
            return state.orders
        }
        world.after(time) { [self] in
            guard state.withLock({ $0.isRunning && $0.orders == number }), let world = place.world else {
                return
            }
            _ = forgetRun()
            _ = hold(world)
        }
        return answer
    }

    /// A `run` that goes on does not hold the clock at its end; returns whether there was one.
    private func forgetRun() -> Bool {
        state.withLock { state in
            defer { (state.isRunning, state.orders) = (false, state.orders + 1) }
            return state.isRunning
        }
    }

    // MARK: Paced worlds

    /// Holds the clock of a paced world; returns whether it is paced.
    private func hold(_ world: World) -> Bool {
        guard let speed = world.paceSpeed else { return false }
        // In one step: who sees that the clock stands still can let it go.
        if speed > 0 { state.withLock { if world.setPace(0) { $0.heldSpeed = speed } } }
        announce(world)
        return true
    }

    /// Lets a held clock go; returns whether it was held.
    private func release(_ world: World) -> Bool {
        let speed = state.withLock { state in
            defer { state.heldSpeed = nil }
            return state.heldSpeed
        }
        guard let speed, world.setPace(speed) else { return false }
        announce(world)
        return true
    }

    // MARK: Worlds that are stepped

    /// The world's clock moves by this from now on, or by nobody.
    func step(by stepper: WorldStepper?, in world: World) {
        state.withLock { $0.stepper = stepper }
        announce(world)
    }

    // MARK: Tests that wait

    /// Gives the test that has waited longest something to do; returns whether one waits.
    private func give(_ order: Order) -> Bool {
        guard let waiter = state.withLock({ $0.waiters.first }) else { return false }
        waiter.orders.withLock { $0.append(order) }
        waiter.semaphore.signal()
        return true
    }

    /// A test begins to wait; the clock of a paced world is held meanwhile.
    func beginWait(in world: World) -> Waiter {
        let waiter = Waiter()
        state.withLock { $0.waiters.append(waiter) }
        if !hold(world) { announce(world) }
        return waiter
    }

    /// The test has done what it was told, and waits again, or ends.
    func waits(_ isWaiting: Bool, in world: World) { _ = isWaiting ? hold(world) : release(world) }

    /// A test no longer waits.
    func endWait(_ waiter: Waiter, in world: World) {
        state.withLock { $0.waiters.removeAll { $0 === waiter } }
        if !release(world) { announce(world) }
    }

    // MARK: Status

    /// Tells readers of the feed whether the clock stands still.
    private func announce(_ world: World) {
        let (isPaused, held, onChange) = state.withLock { state in
            let isHeld = state.heldSpeed != nil || state.stepper != nil
            return (!state.waiters.isEmpty || isHeld, state.heldSpeed, state.onChange)
        }
        let pace = held ?? world.paceSpeed
        state.withLock { $0.toldSpeed = pace }
        onChange?(
            "{\"type\":\"status\",\"t\":\(world.now.nanoseconds),\"paused\":\(isPaused),"
                + "\"pace\":\(pace.map { "\($0)" } ?? "null")}")
    }

    /// Tells readers of a speed that no command has set.
    private func announceSpeed() {
        guard let world = place.world else { return }
        let (isOver, isHeld, told) = state.withLock { ($0.hasEnded, $0.heldSpeed != nil, $0.toldSpeed) }
        if !isOver, !isHeld, world.paceSpeed != told { announce(world) }
    }

    /// Takes the announced end back: the world is shown again.
    func announceStart() {
        let hadEnded = state.withLock { state in
            defer { state.hasEnded = false }
            return state.hasEnded
        }
        if hadEnded, let world = place.world { announce(world) }
    }

    /// Tells readers of the feed that nothing more comes.
    func announceEnd() {
        let onChange = state.withLock { state in
            state.hasEnded = true
            return state.onChange
        }
        let world = place.world
        onChange?(
            "{\"type\":\"status\",\"t\":\(world?.now.nanoseconds ?? 0),\"paused\":false,\"pace\":null,\"ended\":true}"
        )
    }
}
