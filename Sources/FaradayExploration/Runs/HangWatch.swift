import BluetoothPort
import Dispatch
import FaradaySimulation
import Foundation

/// Finds runs whose bodies wait for something that nothing in their worlds will ever bring.
///
/// A world that leaves its body waiting may wait for code outside it: the main actor, a queue, a task of the app. So the
/// watch looks again and again whether that code has anything to do (`IdleCheck`). What counts is how often it looked, not
/// how long that took: on a busy machine the code outside needs longer, and so does each look.
final class HangWatch: Sendable {
    static let shared = HangWatch()

    /// How many looks a run is given whose world stands still.
    struct Patience: Sendable {
        /// Looks that found nothing at work outside the worlds.
        let idle: Int
        /// Looks that found something at work, which may be other tests, and those that found nothing.
        let all: Int

        /// For a run of which nothing is known.
        static let full = Patience(idle: 100, all: 300)
        /// For a run that is like one that hung.
        static let short = Patience(idle: 5, all: 20)
    }

    private struct Entry {
        let number: Int
        let world: World
        let hung: @Sendable () -> Void
        let patience: Patience
        /// How many events had happened when the world was first seen waiting, and what looks found since then; `nil` if it
        /// was not waiting.
        var seen: UInt64?
        var idleLooks = 0
        var looks = 0
    }

    private struct State {
        var entries: [Entry] = []
        var lastNumber = 0
        var hasThread = false
        var looks = 0
    }

    /// The pause before the next look, in seconds: while no world waits, and while one does.
    private static let pauses = (unhurried: 0.01, hurried: 0.001)

    private let state = Lock(State())
    private let begun = DispatchSemaphore(value: 0)

    /// How often the watch has looked outside the worlds, for all of them.
    var looks: Int { state.withLock { $0.looks } }

    /// Begins to watch a world. Returns a number for `end(_:)`.
    func begin(_ world: World, patience: Patience, hung: @escaping @Sendable () -> Void) -> Int {
        let (number, needsThread) = state.withLock { state in
            state.lastNumber += 1
            state.entries.append(
                Entry(number: state.lastNumber, world: world, hung: hung, patience: patience))
            defer { state.hasThread = true }
            return (state.lastNumber, !state.hasThread)
        }
        if needsThread { outsideWorlds { Thread.detachNewThread { self.run() } } }
        if number % 64 == 1 || needsThread { begun.signal() }
        return number
    }

    func end(_ number: Int) {
        let removed = state.withLock { state -> Entry? in
            guard let place = state.entries.firstIndex(where: { $0.number == number }) else { return nil }
            return state.entries.remove(at: place)
        }
        // The world may be released here, which must not happen under the lock.
        withExtendedLifetime(removed) {}
    }

    private func run() {
        while true {
            if state.withLock({ $0.entries.isEmpty }) {
                // Runs that end quickly need no look; a second is soon enough to notice one that does not.
                _ = begun.wait(timeout: .now() + 1)
            }
            let isAnyWaiting = note(nil)
            if isAnyWaiting {
                _ = note(IdleCheck.isIdle())
                state.withLock { $0.looks += 1 }
            }
            Thread.sleep(forTimeInterval: isAnyWaiting ? Self.pauses.hurried : Self.pauses.unhurried)
        }
    }

    /// Notes which worlds wait, and what a look has found; `nil` before it. Returns whether any world stands still.
    private func note(_ isIdle: Bool?) -> Bool {
        var isAnyWaiting = false
        for (number, world) in state.withLock({ $0.entries.map { ($0.number, $0.world) } }) {
            let isWaiting = world.leavesBodiesWaiting
            let count = world.eventCount
            let isIgnored = WorldLife(of: world).isIgnored
            let hung = state.withLock { state in
                isIgnored
                    ? remove(&state, number) : judge(&state, number, isWaiting: isWaiting, count, isIdle)
            }
            hung?()
            if isWaiting { isAnyWaiting = true }
        }
        return isAnyWaiting
    }

    /// The body goes on, whatever it is told.
    private func remove(_ state: inout State, _ number: Int) -> (@Sendable () -> Void)? {
        state.entries.firstIndex { $0.number == number }.map { state.entries.remove(at: $0).hung }
    }

    /// Returns what to call if the run is hung.
    private func judge(
        _ state: inout State, _ number: Int, isWaiting: Bool, _ count: UInt64, _ isIdle: Bool?
    ) -> (@Sendable () -> Void)? {
        guard let place = state.entries.firstIndex(where: { $0.number == number }) else { return nil }
        guard isWaiting, state.entries[place].seen == count else {
            state.entries[place].seen = isWaiting ? count : nil
            (state.entries[place].idleLooks, state.entries[place].looks) = (0, 0)
            return nil
        }
        guard let isIdle else { return nil }
        state.entries[place].looks += 1
        if isIdle { state.entries[place].idleLooks += 1 }
        let entry = state.entries[place]
        guard entry.idleLooks >= entry.patience.idle || entry.looks >= entry.patience.all else { return nil }
        return state.entries.remove(at: place).hung
    }
}
