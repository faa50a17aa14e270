import BluetoothTypes
import Dispatch

/// How a world moves by itself in virtual time.
struct Mover {
    /// The queue on which the clock moves: never while something else runs there.
    var queue: DispatchQueue
    /// The latest time to which the clock moves.
    var horizon = Instant(nanoseconds: .max)
    /// How far the clock may move at least after something begins outside a delivery.
    var grace = Nanoseconds.zero
    /// What a wait waits for: called on `queue` before each event. Once it returns `true`, the clock stands still.
    var isOver: (@Sendable () -> Bool)?
    /// Whether code runs for which the clock waits, and that neither `queue` nor the world knows.
    var isHeld: (@Sendable () -> Bool)?

    /// The main queue has no identity on Linux, where each `DispatchQueue.main` is another object.
    private static let mainMarker: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    var isOnMainQueue: Bool { queue.getSpecific(key: Self.mainMarker) != nil }
}

extension World {
    /// From now on virtual time runs by itself, as fast as it can, whenever `queue` has nothing else to do.
    ///
    /// Use it for code that waits without a run of the world, as `XCTestCase.wait(for:timeout:)` does. With the main
    /// queue, time stands still while the main thread works, and moves while it waits in its run loop.
    ///
    /// Callbacks run on their managers' queues. The clock does not move until they have returned. It also waits for
    /// everything that they have put on these queues and on the main queue. If nothing is left to happen, the world
    /// sleeps. Runs of the world still work; from the main thread they need a `Configuration.settling` that lets that
    /// queue run.
    ///
    /// `standStill()` ends it, and so does `pace(speed:)`.
    ///
    /// - Parameter queue: A serial queue.
    public func moveByItself(whenFree queue: DispatchQueue = .main) { move(Mover(queue: queue)) }

    /// Ends `moveByItself(whenFree:)` at once: time moves only when the world is driven.
    public func standStill() { lock.withLock { $0.driver.mover = nil } }

    /// Whether virtual time runs by itself.
    public var isMovingByItself: Bool { lock.withLock { $0.driver.mover != nil } }

    /// Ends pacing. If nothing has happened in the world, its clock shows zero again, however long the world was paced.
    package func stopPacingAndRestartIfUnused() {
        stopPacing()
        lock.withLock { state in
            if state.scheduler.count == 0, !state.hasWork { state.scheduler.restartIfUnused() }
        }
    }

    private func move(_ mover: Mover) {
        stopPacing()
        let summons = lock.withLock { state in
            state.driver.mover = mover
            return state.summons()
        }
        if summons != .nobody { answer(summons) }
    }

    // MARK: How far

    /// From now on virtual time runs by itself whenever the main queue is free, at most to `horizon`.
    ///
    /// - Parameters:
    ///   - grace: How far time may move at least after something begins outside a delivery.
    ///   - isOver: Called on the main queue before each event and after each callback there. Once it returns `true`,
    ///     time stands still.
    package func moveByItself(
        until horizon: Instant, grace: Nanoseconds = .zero, or isOver: (@Sendable () -> Bool)? = nil
    ) {
        move(Mover(queue: .main, horizon: horizon, grace: grace, isOver: isOver))
    }

    /// From now on virtual time runs by itself whenever the main queue is free and `isHeld` returns `false`.
    package func moveByItself(unless isHeld: @escaping @Sendable () -> Bool) {
        move(Mover(queue: .main, isHeld: isHeld))
    }

    /// Limits the time that moves by itself to `horizon`, or removes the limit; the other parameters are those of
    /// `moveByItself(until:grace:or:)`.
    package func setHorizon(
        _ horizon: Instant?, grace: Nanoseconds = .zero, or isOver: (@Sendable () -> Bool)? = nil
    ) {
        let summons = lock.withLock { state in
            state.driver.mover?.horizon = horizon ?? Instant(nanoseconds: .max)
            state.driver.mover?.grace = grace
            state.driver.mover?.isOver = isOver
            return state.summons()
        }
        if summons != .nobody { answer(summons) }
    }

    /// Asks the wait for which the world moves, if there is one, whether it is over. If it is, the clock stops here.
    func stopIfWaitIsOver() {
        guard let isOver = lock.withLock({ $0.driver.mover?.isOver }), isOver() else { return }
        lock.withLock { state in
            let now = state.now
            state.driver.mover?.horizon = now
            state.driver.mover?.grace = .zero
        }
    }

    /// How far time moves by itself, if it does.
    package var horizon: Instant? { lock.withLock { $0.driver.mover?.horizon } }

    /// Whether a world that moves by itself has reached `instant` and app code has settled there. If nothing is left to
    /// happen, the world moves to `instant` at once.
    package func hasMoved(to instant: Instant) -> Bool {
        lock.withLock { state in
            guard state.driver.thread == 0, !state.driver.isDraining, !state.hasWork else { return false }
            if state.scheduler.count == 0 { state.scheduler.advance(to: instant) }
            return state.now >= instant
        }
    }
}

extension WorldState {
    /// Whether the clock may move by itself.
    var canMoveByItself: Bool {
        guard let mover = driver.mover else { return false }
        return scheduler.count > 0 && now < mover.horizon
    }

    /// Something began outside a delivery, perhaps on a thread of the app that no clock waits for. It gets the mover's
    /// grace from now.
    mutating func moveHorizon() {
        guard var mover = driver.mover, mover.grace > .zero, !driver.isDelivering else { return }
        mover.horizon = max(mover.horizon, now + mover.grace)
        driver.mover = mover
    }

    /// Runs events up to `limit` until there is work for app code, or so many that others should have a turn.
    mutating func steps(until limit: Instant) -> Step {
        var last = Step.stepped
        for _ in 0..<256 {
            last = step(until: limit)
            guard case .stepped = last, !hasWork else { break }
        }
        return last
    }
}
