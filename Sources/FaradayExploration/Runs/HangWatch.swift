import BluetoothPort
import Dispatch
import FaradaySimulation
import Foundation

/// Finds runs whose bodies wait for something that nothing in their worlds will ever bring.
///
/// A world that leaves its body waiting may wait for code outside it: the main actor, a queue, a task of the app. So the
/// watch asks these again and again, at most a hundred times a second. A run that stands where it stood after so many
/// answers is hung.
final class HangWatch: Sendable {
    static let shared = HangWatch()

    private struct Entry {
        let number: Int
        let world: World
        let hung: @Sendable () -> Void
        /// After how many answers it is hung.
        let patience: Int
        /// How many events had happened when the world was first seen waiting, and how many questions were answered
        /// since then; `nil` if it was not waiting.
        var seen: UInt64?
        var rounds = 0
        var openProbes = 0
    }

    private struct State {
        var entries: [Entry] = []
        var lastNumber = 0
        var hasThread = false
    }

    private static let interval = 0.01
    /// How many answers a run is given of which nothing is known: three seconds, for machines that are busy with other tests.
    static let patience = 300
    /// The same for a run that is like one that hung.
    static let shortPatience = 3

    private let state = Lock(State())
    private let begun = DispatchSemaphore(value: 0)

    /// Begins to watch a world. Returns a number for `end(_:)`.
    func begin(_ world: World, patience: Int, hung: @escaping @Sendable () -> Void) -> Int {
        let (number, needsThread) = state.withLock { state in
            state.lastNumber += 1
            state.entries.append(
                Entry(number: state.lastNumber, world: world, hung: hung, patience: patience))
            defer { state.hasThread = true }
            return (state.lastNumber, !state.hasThread)
        }
        if needsThread { Thread.detachNewThread { self.run() } }
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
            Thread.sleep(forTimeInterval: Self.interval)
            look()
        }
    }

    private func look() {
        for (number, world) in state.withLock({ $0.entries.map { ($0.number, $0.world) } }) {
            let isWaiting = world.leavesBodiesWaiting
            let count = world.eventCount
            let (hung, asks) = state.withLock { state in judge(&state, number, isWaiting: isWaiting, count) }
            if asks { ask(number) }
            hung?()
        }
    }

    /// Returns what to call if the run is hung, and whether to ask the code outside the world once more.
    private func judge(
        _ state: inout State, _ number: Int, isWaiting: Bool, _ count: UInt64
    ) -> (hung: (@Sendable () -> Void)?, asks: Bool) {
        guard let place = state.entries.firstIndex(where: { $0.number == number }) else {
            return (nil, false)
        }
        guard isWaiting, state.entries[place].seen == count else {
            state.entries[place].seen = isWaiting ? count : nil
            state.entries[place].rounds = 0
            return (nil, false)
        }
        guard state.entries[place].openProbes == 0 else { return (nil, false) }
        state.entries[place].rounds += 1
        guard state.entries[place].rounds > state.entries[place].patience else {
            state.entries[place].openProbes = 2
            return (nil, true)
        }
        return (state.entries.remove(at: place).hung, false)
    }

    private func ask(_ number: Int) {
        Task.detached(priority: .low) { self.answered(number) }
        DispatchQueue.main.async { self.answered(number) }
    }

    private func answered(_ number: Int) {
        state.withLock { state in
            guard let place = state.entries.firstIndex(where: { $0.number == number }) else { return }
            state.entries[place].openProbes -= 1
        }
    }
}
