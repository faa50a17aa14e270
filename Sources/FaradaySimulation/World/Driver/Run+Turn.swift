import BluetoothTypes
import Dispatch

// How a thread comes to its turn.
extension Run {
    /// How the wait for a turn ended.
    enum Turn {
        case granted
        case paced
        case refused(World.Mistake)
        /// This thread can't have the turn, for the reason in the text.
        case impossible(String)
    }

    /// Waits until this thread has the turn; `begin` is called under the lock when it has it.
    ///
    /// - Parameters:
    ///   - isForTime: Whether the caller wants time to pass: then it does not drive in a paced world.
    ///   - canBeRefused: Whether the caller wants something to happen: in a world that was stopped it can't.
    static func enter(
        _ world: World, isForTime: Bool, canBeRefused: Bool = true, _ begin: (inout WorldState) -> Void
    ) -> Turn {
        let me = currentThread()
        while true {
            let found: Found = world.lock.withLock { state in
                if canBeRefused, let refusal = state.refusal { return .turn(.refused(refusal)) }
                switch state.driver.enter(me, mayNest: true, waitsInRealTime: isForTime) {
                case .granted:
                    begin(&state)
                    return .turn(.granted)
                case .paced: return .turn(.paced)
                case .insideCallback: return .turn(.impossible(insideCallback))
                case .taken:
                    let waiter = state.driver.wait(as: state.shell.makeNumber())
                    return .queue(
                        waiter, state.shell.makeThread(of: waiter), hasDrain: state.driver.isDrainCalled)
                }
            }
            let (waiter, turn, hasDrain): (DriverMachine.Waiter, DispatchSemaphore, Bool)
            switch found {
            case .turn(let turn): return turn
            case .queue(let number, let semaphore, let has):
                (waiter, turn, hasDrain) = (number, semaphore, has)
            }
            if wait(for: turn, world, hasDrain) { continue }
            let isStuck = world.lock.withLock { state in
                state.shell.forgetThread(of: waiter)
                return state.driver.waitTimedOut(waiter)
            }
            if isStuck { return .impossible(stuck) }
        }
    }

    private enum Found {
        case turn(Turn)
        case queue(DriverMachine.Waiter, DispatchSemaphore, hasDrain: Bool)
    }

    /// Waits up to 30 s for the turn to be free. Returns `false` if the process did next to nothing all the time.
    private static func wait(for turn: DispatchSemaphore, _ world: World, _ hasDrain: Bool) -> Bool {
        WorkerThreads.release()
        let start = processorNanoseconds()
        let end = DispatchTime.now() + .seconds(30)
        if let settle = world.settling, hasDrain {
            // The drain may be waiting for the queue that this thread has to let run. Nobody tells when it does.
            while turn.wait(timeout: .now() + longestNap) == .timedOut {
                if DispatchTime.now() > end { return processorNanoseconds() - start >= stillness }
                settle()
            }
            return true
        }
        // A callback may take long on a busy machine.
        return turn.wait(timeout: end) == .success || processorNanoseconds() - start >= stillness
    }

    /// The processor time, in nanoseconds, that a process which only waits uses at most in 30 s.
    private static let stillness: Int64 = 7_500_000_000

    static let insideCallback = """
        The world was run inside a callback or a device's handler of the same world, which is already being driven \
        further down this stack. Return from the callback instead. To do something later, use world.after(_:).
        """

    private static let stuck = """
        A run of the world has waited 30 s for another thread. That thread was inside one callback of this world \
        all the time, and nothing else happened. The callback never ends if it waits for this thread, or if it has \
        made this call itself on its queue. Return from the callback instead.
        """
}
