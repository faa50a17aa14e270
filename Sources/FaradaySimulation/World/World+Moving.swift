import BluetoothTypes
import Dispatch

/// The queue on which a world's clock moves while the world moves by itself.
struct MovingQueue {
    /// The clock never moves while something else runs there.
    let queue: DispatchQueue
    /// What a wait waits for: called on `queue` before each event. Once it returns `true`, the clock stands still.
    var isOver: (@Sendable () -> Bool)?

    /// The main queue has no identity on Linux, where each `DispatchQueue.main` is another object.
    private static let mainMarker: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    var isMainQueue: Bool { queue.getSpecific(key: Self.mainMarker) != nil }
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
    public func moveByItself(whenFree queue: DispatchQueue = .main) { move(MovingQueue(queue: queue)) }

    /// Ends `moveByItself(whenFree:)` at once: time moves only when the world is driven.
    public func standStill() {
        // Returned, because a closure must be let go outside the lock.
        _ = lock.withLock { state in
            state.driver.motion.standStill()
            defer { state.shell.mover = nil }
            return state.shell.mover
        }
    }

    /// Whether virtual time runs by itself.
    public var isMovingByItself: Bool { lock.withLock { $0.driver.motion.isByItself } }

    private func move(_ queue: MovingQueue, _ mover: Motion.Mover = Motion.Mover()) {
        let (pacer, earlier) = redirect { state in
            state.catchUp()
            defer { state.shell.mover = queue }
            state.driver.motion = .byItself(mover)
            return (state.shell.pacer, state.shell.mover)
        }
        // A closure is let go outside the lock: it may own things that call back.
        withExtendedLifetime(earlier) { _ = pacer.signal() }
    }

    // MARK: How far

    /// From now on virtual time runs by itself whenever the main queue is free, at most to `horizon`.
    ///
    /// - Parameters:
    ///   - grace: How far time may move at least after something begins outside a callback.
    ///   - isOver: Called on the main queue before each event and after each callback there. Once it returns `true`,
    ///     time stands still.
    package func moveByItself(
        until horizon: Instant, grace: Nanoseconds = .zero, or isOver: (@Sendable () -> Bool)? = nil
    ) {
        move(
            MovingQueue(queue: .main, isOver: isOver),
            Motion.Mover(horizon: horizon, grace: grace, isWatched: isOver != nil))
    }

    /// From now on virtual time runs by itself whenever the main queue is free and nothing holds the clock.
    ///
    /// - Parameter isHeld: Whether the clock is held from the start; `hold(_:)` changes that.
    package func moveByItself(isHeld: Bool) { move(MovingQueue(queue: .main), Motion.Mover(isHeld: isHeld)) }

    /// Holds the clock of a world that moves by itself, or lets it go: code runs for which the clock must wait, or it
    /// has ended.
    package func hold(_ isHeld: Bool) { redirect { $0.driver.motion.hold(isHeld) } }

    /// Limits the time that moves by itself to `horizon`, or removes the limit; the other parameters are those of
    /// `moveByItself(until:grace:or:)`.
    package func setHorizon(
        _ horizon: Instant?, grace: Nanoseconds = .zero, or isOver: (@Sendable () -> Bool)? = nil
    ) {
        // Returned, because a closure must be let go outside the lock.
        _ = redirect { state in
            defer { state.shell.mover?.isOver = isOver }
            state.driver.motion.limit(
                to: horizon ?? Instant(nanoseconds: .max), grace: grace, isWatched: isOver != nil)
            return state.shell.mover
        }
    }

    /// Asks the wait for which the world moves, if there is one, whether it is over. If it is, the clock stops here.
    func stopIfWaitIsOver() {
        guard let isOver = lock.withLock({ $0.shell.mover?.isOver }), isOver() else { return }
        lock.withLock { $0.driver.motion.waitIsOver(at: $0.now) }
    }

    /// How far time moves by itself, if it does.
    package var horizon: Instant? {
        lock.withLock { $0.driver.motion.isByItself ? $0.driver.motion.horizon : nil }
    }

    /// Whether a world that moves by itself has reached `instant` and app code has settled there. If nothing is left to
    /// happen, the world moves to `instant` at once.
    package func hasMoved(to instant: Instant) -> Bool {
        lock.withLock { state in
            guard state.driver.isAtRest(state.outlook) else { return false }
            if state.scheduler.count == 0 { state.scheduler.advance(to: instant) }
            return state.now >= instant
        }
    }
}
