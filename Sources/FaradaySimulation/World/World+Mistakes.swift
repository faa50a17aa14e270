import BluetoothTypes

extension World {
    /// A wrong use of the simulation: the call asked for something impossible, and nothing was done.
    ///
    /// A mistake is an error in the test itself, for example a misspelt UUID. An error in the app is a `Misuse`. A
    /// mistake fails its own test and no other. With FaradayTesting it is a failure at `place`; otherwise the next run
    /// of the world throws it.
    public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        /// The virtual time at which the mistake was made.
        public let time: Instant
        /// What is wrong, and what to do instead.
        public let message: String
        /// The line that made the mistake, if known.
        public let place: SourcePlace?

        init(time: Instant, message: String, place: SourcePlace?) {
            self.time = time
            self.message = message.asciiText
            self.place = place
        }

        public var description: String { message + (place.map { " (\($0))" } ?? "") }
    }

    /// The mistakes so far, oldest first; at most the first hundred.
    public var mistakes: [Mistake] { lock.withLock { $0.mistakes.all } }

    /// Sets the handler for mistakes. It is called on the thread that makes the mistake, without the lock. Without a
    /// handler, the next run throws `RunError.mistake`.
    package func onMistake(_ handler: (@Sendable (Mistake) -> Void)?) {
        lock.replace(with: handler) { swap(&$0.mistakes.handler, &$1) }
    }

    /// Records a mistake. Do not call this under the lock.
    @discardableResult
    package func report(_ message: String, at place: SourcePlace?) -> Mistake {
        let (mistake, handler) = redirect { state in
            let mistake = Mistake(time: state.now, message: message, place: place)
            if state.trace.isOn { state.trace.record(nil, .none, .world(.note("MISTAKE: \(message)"))) }
            state.mistakes.add(mistake)
            if state.mistakes.handler == nil, state.failure == nil { state.failure = .mistake(mistake) }
            return (mistake, state.mistakes.handler)
        }
        handler?(mistake)
        return mistake
    }

    /// Notes a mistake that the caller reports itself: reports have no hints then, as after any other mistake.
    package func noteMistake() { lock.withLock { $0.mistakes.hasOthers = true } }

    /// From now on the clock does not move, and every run of the world throws this mistake.
    package func refuseRuns(_ message: String) {
        let (tasks, mistake) = redirect { state in
            let mistake = Mistake(time: state.now, message: message, place: nil)
            state.refusal = mistake
            return (state.shell.takeTasks(of: state.driver.stop()), mistake)
        }
        for task in tasks { task.resume(returning: .failed(.mistake(mistake))) }
    }
}

/// The mistakes of the test that uses a world.
struct MistakeLog {
    private static let capacity = 100
    private(set) var all: [World.Mistake] = []
    /// Whether there are mistakes that are not in the list, because they are reported elsewhere.
    var hasOthers = false
    var handler: (@Sendable (World.Mistake) -> Void)?

    var hasAny: Bool { hasOthers || !all.isEmpty }

    mutating func add(_ mistake: World.Mistake) {
        if all.count < Self.capacity { all.append(mistake) }
    }
}
