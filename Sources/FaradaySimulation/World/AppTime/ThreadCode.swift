import BluetoothPort
import CInterposition
import FaradayAppTime

/// Code of a world on threads that a test framework drives: what it calls is the world's, from now until the end.
///
/// Begun on a thread, it is that thread's code. Begun in a task, as in an asynchronous `setUp`, it is this task's, and what
/// the main thread does next: a test framework goes on there.
package final class ThreadCode: Sendable {
    private let place: WeakWorld
    private let provider: (any PortProvider)?
    private let context: AppContext
    /// The task in which it began.
    private let task: UInt64
    private let isOver = Lock(false)

    /// Begins; managers that the code creates find their phone by `provider`, if there is one.
    package init(of world: World, _ provider: (any PortProvider)?) {
        (place, self.provider, context) = (WeakWorld(world), provider, world.code.context)
        if let provider { world.code.setScope(provider) }
        world.lock.withLock { $0.driver.hasOwnThread = $0.holdsWork }
        task = faraday_current_task()
        guard task != 0, let bound = faraday_bind_to_task(context.raw) else {
            // The thread keeps it, also if its world is gone.
            _ = Unmanaged.passRetained(context)
            guard faraday_is_bound_main_thread() else {
                _ = faraday_enter(context.raw)
                return
            }
            faraday_leave()
            faraday_enter_main(context.raw, 0)
            return
        }
        // The context of the task stays behind on this thread, out of force.
        _ = Unmanaged.passRetained(context)
        world.lock.withLock { state in
            state.work.note(task: task, of: state.context)
            state.beginLentScope()
        }
        _ = faraday_enter(bound)
        faraday_enter_main(context.raw, task)
    }

    /// Ends; called on the same thread, or in a task.
    package func end() {
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        guard isFirst else { return }
        let world = place.world
        world?.redirect { $0.driver.hasOwnThread = false }
        let isHere = AppContext.current === context
        if isHere { faraday_leave() }
        faraday_leave_main(context.raw)
        guard task != 0 else {
            if isHere { Unmanaged.passUnretained(context).release() }
            return
        }
        let ending = faraday_current_task()
        world?.lock.withLock { state in
            state.work.forget(task: task)
            state.work.forget(task: ending)
            state.endLentScope()
        }
    }
}

extension WorldState {
    /// The world moves while a task of the test is suspended that no scope is around, until the main thread waits for it.
    fileprivate mutating func beginLentScope() {
        hasLentScope = true
        driver.runs.beginScope()
    }

    /// From now on the main thread's waits let the world move.
    mutating func endLentScope() {
        guard hasLentScope else { return }
        hasLentScope = false
        driver.runs.endScope()
    }
}
