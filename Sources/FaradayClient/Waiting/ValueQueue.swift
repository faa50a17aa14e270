import BluetoothPort

/// Values that callbacks give to one task, in order, and the reason why no more come.
final class ValueQueue<Element: Sendable>: Sendable {
    private struct State {
        var values: [Element] = []
        var end: (any Error)?
        var waiter: (id: UInt64, finish: Waiting.Finish<Element>)?
    }

    private let state = Lock(State())

    func add(_ value: Element) {
        let waiter = state.withLock { state -> Waiting.Finish<Element>? in
            guard state.end == nil else { return nil }
            guard let waiter = state.waiter else {
                state.values.append(value)
                return nil
            }
            state.waiter = nil
            return waiter.finish
        }
        waiter?(.success(value))
    }

    /// No more values come; those that are there can still be taken.
    func end(_ error: any Error) {
        let waiter = state.withLock { state -> Waiting.Finish<Element>? in
            if state.end == nil { state.end = error }
            defer { state.waiter = nil }
            return state.waiter?.finish
        }
        waiter?(.failure(error))
    }

    /// The next value. One task at a time waits.
    func next(_ wait: Waiting) async throws -> Element {
        try await wait.value { finish in
            let now = state.withLock { state -> Result<Element, any Error>? in
                if !state.values.isEmpty { return .success(state.values.removeFirst()) }
                if let end = state.end { return .failure(end) }
                state.waiter = (wait.id, finish)
                return nil
            }
            if let now { finish(now) }
        } end: { [weak self] id, error in
            self?.leave(id, error)
        }
    }

    private func leave(_ id: UInt64, _ error: any Error) {
        let waiter = state.withLock { state -> Waiting.Finish<Element>? in
            guard state.waiter?.id == id else { return nil }
            defer { state.waiter = nil }
            return state.waiter?.finish
        }
        waiter?(.failure(error))
    }

    /// What is there now.
    func takeAll() -> [Element] {
        state.withLock { state in
            defer { state.values = [] }
            return state.values
        }
    }
}
