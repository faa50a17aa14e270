import BluetoothTypes
import Dispatch

/// How a world moves by itself in virtual time.
struct Mover {
    /// Where the clock moves: never while something else runs there.
    var queue: DispatchQueue
    /// How far; at most to here.
    var horizon = Instant(nanoseconds: .max)
    /// How far at least from where something is begun that is not by a delivery.
    var grace = Nanoseconds.zero

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
    /// For code that waits without a run of the world, as `XCTestCase.wait(for:timeout:)` does: with the main queue, time
    /// stands still while the main thread works, and moves while it waits in its run loop. Callbacks come on their
    /// managers' queues, and the clock does not move before they have returned, nor what they have put on these
    /// queues and on the main one. A world in which nothing is left to happen sleeps. Runs of the world still work,
    /// from the main thread if `Configuration.settling` lets that queue run meanwhile.
    ///
    /// `standStill()` ends it, `pace(speed:)` too.
    ///
    /// - Parameter queue: A serial queue.
    public func moveByItself(whenFree queue: DispatchQueue = .main) { move(Mover(queue: queue)) }

    /// Ends `moveByItself(whenFree:)` at once: time moves only when the world is driven.
    public func standStill() { lock.withLock { $0.driver.mover = nil } }

    /// Whether virtual time runs by itself.
    public var isMovingByItself: Bool { lock.withLock { $0.driver.mover != nil } }

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
    /// - Parameter grace: How far at least from where something is begun that is not by a delivery.
    package func moveByItself(until horizon: Instant, grace: Nanoseconds = .zero) {
        move(Mover(queue: .main, horizon: horizon, grace: grace))
    }

    /// Time moves by itself at most to `horizon`, or without a limit; `grace` is that of `moveByItself(until:grace:)`.
    package func setHorizon(_ horizon: Instant?, grace: Nanoseconds = .zero) {
        let summons = lock.withLock { state in
            state.driver.mover?.horizon = horizon ?? Instant(nanoseconds: .max)
            state.driver.mover?.grace = grace
            return state.summons()
        }
        if summons != .nobody { answer(summons) }
    }

    /// How far time moves by itself, if it does.
    package var horizon: Instant? { lock.withLock { $0.driver.mover?.horizon } }

    /// Whether a world that moves by itself has come to `instant` and app code has settled there; where nothing is
    /// left to happen, it comes there at once.
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

    /// Something was begun, and by no delivery: perhaps by a thread of the app's that no clock waits for. It has the
    /// mover's grace from now.
    mutating func moveHorizon() {
        guard var mover = driver.mover, mover.grace > .zero, !driver.isDelivering else { return }
        mover.horizon = max(mover.horizon, now + mover.grace)
        driver.mover = mover
    }

    /// Runs events up to `limit` until there is something for app code, or so many that others should have a turn.
    mutating func steps(until limit: Instant) -> Step {
        var last = Step.stepped
        for _ in 0..<256 {
            last = step(until: limit)
            guard case .stepped = last, !hasWork else { break }
        }
        return last
    }
}
