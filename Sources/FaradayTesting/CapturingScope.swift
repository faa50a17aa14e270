#if os(Linux) && compiler(>=6.3)
import BluetoothPort
import FaradaySimulation

/// Runs a test body so that its unstructured tasks stay in the world, one body at a time.
enum CapturingScope {
    private static let turn = AsyncTurn()

    static func run(in world: World, _ function: @Sendable () async throws -> Void) async throws {
        await turn.take()
        let executor = TaskCapture.start(capturing: world) { World.scoped }
        do {
            try await world.simulate(on: executor, function)
        } catch {
            giveUp(world)
            throw error
        }
        giveUp(world)
    }

    /// Ends the turn of a world, if it has the turn: its body has ended or was abandoned.
    static func giveUp(_ world: World) {
        if TaskCapture.stop(capturing: world) { turn.giveBack() }
    }
}

/// A lock for tasks, granted in the order in which they asked.
private final class AsyncTurn: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [UnsafeContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    func take() async {
        await withUnsafeContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func giveBack() {
        let next: UnsafeContinuation<Void, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
#endif
