import BluetoothPort
import Foundation

/// How many runs of explorations are under way in a process: as many as it has processors.
///
/// A test framework begins all tests of a program at once, and each exploration among them has a lane for each processor.
/// Without a common limit some hundred worlds would share the processors, and the tests that are no explorations with them.
final class RunPermits: Sendable {
    private struct State {
        var free: Int
        /// Lanes that wait, the one that came first in front.
        var waiting: [UnsafeContinuation<Void, Never>] = []

        /// Takes a permit that nobody has, if there is one.
        mutating func takeFree() -> Bool {
            guard free > 0 else { return false }
            free -= 1
            return true
        }
    }

    /// Those of all explorations that don't say themselves how many runs they want at once.
    static let shared = RunPermits(ProcessInfo.processInfo.activeProcessorCount)

    /// Whether this is code of a run, which has a permit already: what it explores in turn needs no other.
    @TaskLocal private static var isHeld = false

    private let state: Lock<State>

    init(_ count: Int) { state = Lock(State(free: max(1, count))) }

    /// How many wait for a permit.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Runs `work` as soon as fewer runs than allowed are under way.
    func run<Result: Sendable>(_ work: @Sendable () async -> Result) async -> Result {
        if Self.isHeld { return await work() }
        await take()
        defer { giveBack() }
        return await Self.$isHeld.withValue(true) { await work() }
    }

    private func take() async {
        if state.withLock({ $0.takeFree() }) { return }
        await withUnsafeContinuation { continuation in
            let isFree = state.withLock { state in
                // One may have been given back meanwhile.
                if state.takeFree() { return true }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func giveBack() {
        let next = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
