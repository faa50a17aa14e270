import Dispatch

/// The drain of a world that does not hold its apps' work, which runs on the system's threads meanwhile.
///
/// It settles without holding the turn: it may be waiting for a test body on the main actor that wants to drive.
struct SettlingDrain {
    let world: World

    /// Drives until the machine says that the drain must leave; called on a thread of its own.
    func run() {
        var budget = world.lock.withLock { $0.driver.life.budget($0.scheduler.eventCount, $0.bounds) }
        while let hasUnsettled = enter() {
            world.lock.giveWay()
            var isWatched = false
            _ = Self.runWork(of: world, &isWatched)
            if isWatched { world.look() }
            let mover = pause()
            if mover == nil { world.settling?() }
            switch advance(mover, hasSettled: hasUnsettled, &budget) {
            case .leave: return
            case .again: continue
            case .wake(let tasks, let wake): for task in tasks { task.resume(returning: wake) }
            }
        }
    }

    /// Takes the turn. Returns whether app code will have to settle, or `nil` if the drain has left.
    private func enter() -> Bool? {
        world.lock.withLock { state in
            guard state.driver.drainEnters(currentThread(), hasWork: state.hasWork) else { return nil }
            return state.hasWork || state.driver.isUnsettled
        }
    }

    /// Gives the turn back. Returns the queue on which the clock moves, if the world moves by itself.
    private func pause() -> MovingQueue? {
        let (threads, mover, wakeUps) = world.lock.withLock { state in
            (state.shell.takeThreads(of: state.driver.drainPauses()), state.shell.mover, state.wakeUps())
        }
        for thread in threads { thread.signal() }
        if !wakeUps.isEmpty { world.answer(wakeUps) }
        return mover
    }

    /// In a world that moves by itself, and in a test's world, the clock moves on a queue. So it does not move while
    /// that queue is busy. Callbacks run outside that queue.
    private func advance(
        _ mover: MovingQueue?, hasSettled: Bool, _ budget: inout Int
    ) -> WorldState.DrainAdvance {
        guard let mover else {
            guard let queue = world.configuration.clockQueue else {
                return world.lock.withLock { $0.advanceForDrain(&budget) }
            }
            return queue.sync { world.lock.withLock { $0.advanceForDrain(&budget) } }
        }
        // Blocks that already wait on the queue run first. If app code has settled, they have run already.
        if !hasSettled || world.settling == nil { mover.queue.sync {} }
        return mover.queue.sync {
            let advance = world.lock.withLock { $0.advanceForDrain(&budget) }
            if case .leave = advance { return advance }
            if mover.isMainQueue { runWorkOnMainQueue() }
            return advance
        }
    }

    /// Runs the next work that belongs on the main queue, where this is called. Changing queues for each callback would
    /// take longer than most callbacks.
    private func runWorkOnMainQueue() {
        let entered = world.lock.withLock { state in
            state.hasWorkForMainQueue() && state.driver.drainEntersAgain(currentThread())
        }
        guard entered else { return }
        while let work = world.lock.withLock({ $0.hasWorkForMainQueue() ? $0.takeWork(.waiting) : nil }) {
            work.run()
            world.look()
        }
        _ = pause()
    }
}

extension SettlingDrain {
    /// Runs callbacks and jobs of a world until none is left and app code has settled; the caller has the turn. Returns
    /// whether there were any, and says whether the test has rules, which are checked after each of them.
    static func runWork(of world: World, _ isWatched: inout Bool) -> Bool {
        var didWork = false
        while true {
            while let work = world.lock.withLock({ state in
                isWatched = state.watch != nil
                return state.takeWork(.waiting, mayBeginWithJob: true)
            }) {
                work.run()
                if isWatched { world.look() }
                didWork = true
            }
            guard let settle = world.settling else { return didWork }
            let isUnsettled = world.lock.withLock { state in
                defer { state.driver.isUnsettled = false }
                return state.driver.isUnsettled
            }
            guard isUnsettled else { return didWork }
            settle()
        }
    }
}
