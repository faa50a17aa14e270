import BluetoothPort
import BluetoothTypes

/// Lets one task after another do something, in the order in which they asked.
final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [(id: UInt64, finish: Waiting.Finish<Void>)] = []
    }

    private let state = Lock(State())

    /// Waits for the turn. The caller must call `end` after it.
    func begin(_ wait: Waiting) async throws {
        try await wait.value { finish in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append((wait.id, finish))
                return false
            }
            if isFree { finish(.success(())) }
        } end: { [weak self] id, error in
            self?.leave(id, error)
        }
    }

    private func leave(_ id: UInt64, _ error: any Error) {
        let waiter = state.withLock { state in
            state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
        }
        waiter?.finish(.failure(error))
    }

    /// The turn is over; the next task has it.
    func end() {
        let next = state.withLock { state -> Waiting.Finish<Void>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst().finish
        }
        next?(.success(()))
    }
}
