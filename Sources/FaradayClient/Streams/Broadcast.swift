import BluetoothPort

/// One source of values with any number of readers.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var latest: Element?
        var readers: [(id: UInt64, continuation: AsyncStream<Element>.Continuation)] = []
        var count: UInt64 = 0
        var isFinished = false
    }

    private let state: Lock<State>

    init(latest: Element? = nil) { state = Lock(State(latest: latest)) }

    /// A new reader's stream. It begins with the latest value if `latest` is set, and misses nothing from now on.
    func stream(latest: Bool = false) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let (id, isFinished) = state.withLock { state in
            if latest, let value = state.latest { continuation.yield(value) }
            state.count += 1
            if !state.isFinished { state.readers.append((state.count, continuation)) }
            return (state.count, state.isFinished)
        }
        if isFinished { continuation.finish() }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    private func remove(_ id: UInt64) {
        // The continuation is released outside the lock.
        _ = state.withLock { state in
            state.readers.firstIndex { $0.id == id }.map { state.readers.remove(at: $0) }
        }
    }

    func send(_ value: Element) {
        let readers = state.withLock { state in
            state.latest = value
            return state.readers
        }
        for reader in readers { reader.continuation.yield(value) }
    }

    func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.continuation.finish() }
    }
}
