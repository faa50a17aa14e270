import BluetoothPort
import FaradaySimulation

/// How the body of a run ended.
enum BodyEnd: Sendable {
    case returned
    case threw(any Error)
    /// It waits for ever; it was cancelled and abandoned.
    case hung
}

/// A body in a task of its own, which is abandoned when nothing will ever wake it.
final class BodyRace: Sendable {
    private struct State {
        var end: BodyEnd?
        var continuation: UnsafeContinuation<BodyEnd, Never>?
    }

    private let state = Lock(State())

    /// Runs `body`, which runs in `world`. `isHung` is called when it is hung, before it is cancelled.
    static func run(
        in world: World, patience: HangWatch.Patience, _ body: @escaping @Sendable () async throws -> Void,
        isHung: @escaping @Sendable () -> Void
    ) async -> BodyEnd {
        let race = BodyRace()
        let task = Task.besideWorlds {
            do {
                try await body()
                race.end(.returned)
            } catch {
                race.end(.threw(error))
            }
        }
        let watch = HangWatch.shared.begin(world, patience: patience) {
            guard race.state.withLock({ $0.end == nil }) else { return }
            isHung()
            race.end(.hung)
            task.cancel()
        }
        defer { HangWatch.shared.end(watch) }
        return await withUnsafeContinuation { race.wait($0) }
    }

    private func wait(_ continuation: UnsafeContinuation<BodyEnd, Never>) {
        let end: BodyEnd? = state.withLock { state in
            if state.end == nil { state.continuation = continuation }
            return state.end
        }
        if let end { continuation.resume(returning: end) }
    }

    /// The first end counts.
    private func end(_ end: BodyEnd) {
        let continuation: UnsafeContinuation<BodyEnd, Never>? = state.withLock { state in
            guard state.end == nil else { return nil }
            state.end = end
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: end)
    }
}
