import BluetoothPort
import Dispatch
import FaradaySimulation

/// For which events a world's clock waits until a program has taken them, and whether the program's main queue runs yet.
///
/// Events come from the thread that runs the world, what the program says from the server's thread.
final class ProgramTurns: Sendable {
    /// One event that the program has to take.
    struct Turn {
        let number: UInt32
        fileprivate let semaphore: DispatchSemaphore

        /// Returns when the program has taken the event, or has gone.
        func wait() { outsideWorlds { semaphore.wait() } }
    }

    private struct State {
        var isReady = false
        var isOver = false
        var next: UInt32 = 1
        var open: [UInt32: DispatchSemaphore] = [:]
        var waitingForReady: [DispatchSemaphore] = []
    }

    private let state = Lock(State())

    /// Begins a turn; `nil` if the program does not say when it has taken an event, or has gone.
    func begin() -> Turn? {
        state.withLock { state in
            guard state.isReady, !state.isOver else { return nil }
            let turn = Turn(number: state.next, semaphore: DispatchSemaphore(value: 0))
            state.next = state.next == .max ? 1 : state.next + 1
            state.open[turn.number] = turn.semaphore
            return turn
        }
    }

    /// The program has taken the event of this turn; with 0, its main queue runs. A number that is not open says nothing.
    func take(_ number: UInt32) {
        let waiting = state.withLock { state -> [DispatchSemaphore] in
            guard number == 0 else { return state.open.removeValue(forKey: number).map { [$0] } ?? [] }
            defer { (state.isReady, state.waitingForReady) = (true, []) }
            return state.waitingForReady
        }
        for semaphore in waiting { semaphore.signal() }
    }

    /// The program has gone: nobody waits for it any more.
    func end() {
        let waiting = state.withLock { state in
            defer { (state.isOver, state.open, state.waitingForReady) = (true, [:], []) }
            return state.open.values + state.waitingForReady
        }
        for semaphore in waiting { semaphore.signal() }
    }

    /// Waits until the program's main queue runs, at most so long; whether it does.
    func waitUntilReady(_ milliseconds: Int) -> Bool {
        let semaphore = DispatchSemaphore(value: 0)
        let mustWait = state.withLock { state in
            guard !state.isReady, !state.isOver else { return false }
            state.waitingForReady.append(semaphore)
            return true
        }
        if mustWait {
            outsideWorlds { _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) }
        }
        return state.withLock { $0.isReady && !$0.isOver }
    }
}
