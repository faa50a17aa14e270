import CInterposition
import Dispatch
import FaradayAppTime

/// The thread that drives a world for suspended test bodies, parked runs and blocked threads, and while it moves by itself,
/// until there is nothing to do, a run takes over, or a blocked thread goes on.
struct Drain {
    let world: World
    /// The drain's thread; `nil` if it is the main thread, which runs only what is for that.
    let worker: WorkerThreads.Worker?
    /// The number by which the world knows a drain on the main thread.
    var number: Int?

    /// Drives until the machine says that the drain must leave; called on a thread of its own.
    func run() {
        let me = currentThread()
        guard world.lock.withLock({ $0.drainEnters(me, ofMain: number) }) else { return }
        var budget = world.lock.withLock { $0.driver.life.budget($0.scheduler.eventCount, $0.bounds) }
        var place: Work?
        worker?.beginDrain()
        while true {
            world.lock.giveWay()
            let isForMain = worker == nil
            let runsMain = isForMain || !faraday_main_is_bound()
            var isWatched = false
            let step = world.lock.withLock { state in
                // Most events of the air give no work to anybody: a few of them need the lock only once.
                var rounds = 16
                while true {
                    let step = state.nextOfDrain(
                        &budget, runsMain: runsMain, onlyMain: isForMain, into: &place)
                    isWatched = state.watch != nil
                    rounds -= 1
                    guard case .again = step, !isWatched, rounds > 0 else { return step }
                }
            }
            switch step {
            case .work:
                worker?.release()
                place.take()?.run()
                world.look()
            case .again:
                worker?.release()
                if isWatched { world.look() }
            case .wake(let tasks, let wake):
                worker?.release()
                for task in tasks { task.resume(returning: wake) }
            case .goOn(let strand, let threads):
                worker?.release()
                leave(threads)
                worker?.offer()
                return strand.goOn()
            case .main(let number, let threads):
                leave(threads)
                DispatchQueue.main.async { [world] in
                    // The program may give up its main thread meanwhile: the queue is on another one then.
                    CodeBelow.ofDriver { Drain(world: world, worker: nil, number: number).run() }
                }
                return
            case .left(let threads): return leave(threads)
            }
        }
    }

    private func leave(_ threads: [DispatchSemaphore]) {
        for thread in threads { thread.signal() }
        let wakeUps = world.lock.withLock { $0.wakeUps() }
        if !wakeUps.isEmpty { world.answer(wakeUps) }
    }
}

extension World {
    /// Lets the rules of the test be checked, if there are any. Do not call this under the lock.
    func look() { lock.withLock { $0.watch }?() }
}
