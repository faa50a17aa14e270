import BluetoothPort

/// One source of values with any number of readers.
final class Broadcast<Element: Sendable>: Sendable {
    private struct Reader {
        let id: UInt64
        let receive: @Sendable (Element) -> Void
        let finish: @Sendable () -> Void
    }

    private struct State {
        var latest: Element?
        var readers: [Reader] = []
        var count: UInt64 = 0
        var isFinished = false
    }

    private let state: Lock<State>

    init(latest: Element? = nil) { state = Lock(State(latest: latest)) }

    /// A new reader's stream. It begins with the latest value if `latest` is set, and misses nothing from now on.
    ///
    /// It ends when a deadline of the task that reads it is over.
    ///
    /// - Parameters:
    ///   - time: The time of deadlines.
    ///   - owner: What must not go away while the stream is read, because it sends the values.
    func stream(
        by time: Timekeeper, latest: Bool = false, keeping owner: (any AnyObject & Sendable)? = nil
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let reader = read(latest: latest) {
            continuation.yield($0)
        } finish: {
            continuation.finish()
        }
        continuation.onTermination = { _ in
            reader.end()
            withExtendedLifetime(owner) {}
        }
        return stream.limited(by: time) { continuation.finish() }
    }

    /// Adds a reader: `receive` gets the latest value if `latest` is set, and every later one, on the thread that sends it.
    /// It must only hand the value on: for the latest one it is called with the lock, so that no newer one overtakes it.
    func read(
        latest: Bool, _ receive: @escaping @Sendable (Element) -> Void,
        finish: @escaping @Sendable () -> Void = {}
    ) -> Registration {
        let (id, isFinished) = state.withLock { state in
            if latest, let value = state.latest { receive(value) }
            state.count += 1
            if !state.isFinished {
                state.readers.append(Reader(id: state.count, receive: receive, finish: finish))
            }
            return (state.count, state.isFinished)
        }
        if isFinished { finish() }
        return Registration { [weak self] in self?.remove(id) }
    }

    private func remove(_ id: UInt64) {
        // The reader is released outside the lock.
        _ = state.withLock { state in
            state.readers.firstIndex { $0.id == id }.map { state.readers.remove(at: $0) }
        }
    }

    func send(_ value: Element) {
        let readers = state.withLock { state in
            state.latest = value
            return state.readers
        }
        for reader in readers { reader.receive(value) }
    }

    func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.finish() }
    }
}

/// Something that goes on until it is ended, or until nobody has this object any more.
final class Registration: Sendable {
    /// A type of its own, because a closure in a lock would get a layer more with each access.
    private struct Action: Sendable { let run: @Sendable () -> Void }
    private let action: Lock<Action?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Lock(Action(run: action)) }
    deinit { end() }

    /// Ends it; only the first call does something.
    func end() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?.run()
    }
}
