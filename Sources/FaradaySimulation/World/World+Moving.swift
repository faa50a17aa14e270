import BluetoothTypes
import Dispatch

/// The queue on which a world's clock moves while the world runs freely.
struct MovingQueue {
    /// The clock never moves while something else runs there.
    let queue: DispatchQueue

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
    /// Where the world holds its apps' work (`holdsAppWork`), the main thread's own code is the world's until
    /// `standStill()`, if it calls this: its waits take virtual time.
    ///
    /// `standStill()` ends it, and so does `pace(speed:)`.
    ///
    /// - Parameter queue: A serial queue.
    public func runFreely(whenFree queue: DispatchQueue = .main) {
        move(MovingQueue(queue: queue))
        code.beginOnMainThread(of: self)
    }

    /// Ends `runFreely(whenFree:)` at once: time moves only when the world is driven.
    public func standStill() {
        code.endOnMainThread()
        // Returned, because a closure must be let go outside the lock.
        _ = lock.withLock { state in
            state.driver.motion.standStill()
            defer { state.shell.mover = nil }
            return state.shell.mover
        }
    }

    /// Whether virtual time runs by itself.
    public var isRunningFreely: Bool { lock.withLock { $0.driver.motion.isFree } }

    /// The earlier name of ``runFreely(whenFree:)``.
    @available(*, deprecated, renamed: "runFreely(whenFree:)")
    public func moveByItself(whenFree queue: DispatchQueue = .main) { runFreely(whenFree: queue) }

    /// The earlier name of ``isRunningFreely``.
    @available(*, deprecated, renamed: "isRunningFreely")
    public var isMovingByItself: Bool { isRunningFreely }

    private func move(_ queue: MovingQueue) {
        let (pacer, earlier) = redirect { state in
            state.catchUp()
            defer { state.shell.mover = queue }
            state.driver.motion = .free
            return (state.shell.pacer, state.shell.mover)
        }
        // A closure is let go outside the lock: it may own things that call back.
        withExtendedLifetime(earlier) { _ = pacer.signal() }
    }
}
