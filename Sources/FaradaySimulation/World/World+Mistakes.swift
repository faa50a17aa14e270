import BluetoothTypes

extension World {
    /// A mistake in the use of the simulation: what was asked for can't be, and is not done.
    ///
    /// It is a test's own, as a misspelt UUID is; what an app does wrong is a `Misuse`. It fails that test and no other:
    /// with FaradayTesting it is a failure at `place`, elsewhere the next run of the world throws it.
    public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        /// The virtual time.
        public let time: Instant
        /// What is wrong, and what to do instead.
        public let message: String
        /// The line that asked for it, where that is known.
        public let place: SourcePlace?

        init(time: Instant, message: String, place: SourcePlace?) {
            self.time = time
            self.message = message.asciiText
            self.place = place
        }

        public var description: String { message + (place.map { " (\($0))" } ?? "") }
    }

    /// The mistakes that were made, oldest first; the first hundred.
    public var mistakes: [Mistake] { lock.withLock { $0.mistakes.all } }

    /// Sets what hears of each mistake, on the thread that makes it and without the lock; without one, the next run
    /// throws `RunError.mistake`.
    package func onMistake(_ handler: (@Sendable (Mistake) -> Void)?) {
        let old = lock.withLock { state in
            defer { state.mistakes.handler = handler }
            return state.mistakes.handler
        }
        _ = old  // A closure is let go outside the lock: it may own things that call back.
    }

    /// Takes in a mistake. Not under the lock.
    @discardableResult
    package func report(_ message: String, at place: SourcePlace?) -> Mistake {
        let (mistake, handler) = lock.withLock { state in
            let mistake = Mistake(time: state.now, message: message, place: place)
            if state.trace.isOn { state.trace.record(nil, .none, .world(.note("MISTAKE: \(message)"))) }
            state.mistakes.add(mistake)
            if state.mistakes.handler == nil, state.failure == nil { state.failure = .mistake(mistake) }
            return (mistake, state.mistakes.handler)
        }
        handler?(mistake)
        return mistake
    }

    /// From now on the world stands still, and every run of it throws this.
    package func refuseRuns(_ message: String) {
        let parked = lock.withLock { state in
            let mistake = Mistake(time: state.now, message: message, place: nil)
            state.refusal = mistake
            return state.driver.takeParked().map { ($0, mistake) }
        }
        for (run, mistake) in parked { run.continuation.resume(returning: .failed(.mistake(mistake))) }
    }
}

/// The mistakes of a world's test.
struct MistakeLog {
    private static let capacity = 100
    private(set) var all: [World.Mistake] = []
    var handler: (@Sendable (World.Mistake) -> Void)?

    mutating func add(_ mistake: World.Mistake) {
        if all.count < Self.capacity { all.append(mistake) }
    }
}
