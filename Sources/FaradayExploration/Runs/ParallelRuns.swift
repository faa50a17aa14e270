import BluetoothPort

/// Work in parallel whose results do not depend on which part ends first.
struct ParallelRuns: Sendable {
    /// How many parts run at once.
    let width: Int
    /// Threads for synchronous bodies, as many as parts run at once; none for asynchronous bodies.
    let threads: [BodyThread]
    /// Whether one thread is the main one.
    private let hasMainThread: Bool
    private let isNarrow = Lock(false)

    /// - Parameter main: The main thread, if it can run bodies.
    init(width: Int, withThreads: Bool, main: MainLane?) {
        self.width = max(1, width)
        hasMainThread = withThreads && main != nil
        guard withThreads else {
            threads = []
            return
        }
        threads = (0..<self.width).map { lane in
            if lane == 0, let main { BodyThread(main: main) } else { BodyThread() }
        }
    }

    /// From now on only the main thread works, if it is one of the threads.
    ///
    /// A body on another thread would wait for the main queue at each callback, until a body on the main thread ends.
    func narrow() {
        if hasMainThread { isNarrow.withLock { $0 = true } }
    }

    func end() { for thread in threads { thread.end() } }

    /// Calls `work` for 0..<count, each number once, in order of their beginnings. `isWanted` is asked before each; what is
    /// not wanted gives `nil`.
    func map<Result: Sendable>(
        _ count: Int, isWanted: @escaping @Sendable (Int) -> Bool = { _ in true },
        _ work: @escaping @Sendable (Int, BodyThread?) async -> Result
    ) async -> [Result?] {
        let next = Lock(0)
        let results = Lock([Result?](repeating: nil, count: count))
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<min(width, count) {
                let thread = threads.isEmpty ? nil : threads[lane]
                group.addTask(on: thread) {
                    while lane == 0 || !isNarrow.withLock({ $0 }) {
                        let number = next.withLock { next in
                            defer { next += 1 }
                            return next
                        }
                        guard number < count else { return }
                        guard isWanted(number) else { continue }
                        let result = await work(number, thread)
                        results.withLock { $0[number] = result }
                    }
                }
            }
        }
        return results.withLock { $0 }
    }
}
