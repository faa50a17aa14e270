import BluetoothTypes

extension World {
    /// How a run of a world ended.
    public enum RunResult: Hashable, Sendable {
        /// The condition holds.
        case met
        /// The virtual time ran out first; `pending` lists what was still to happen.
        case timedOut(pending: [String])
        /// Nothing will ever happen again by itself; `pending` lists what apps still wait for.
        case idle(pending: [String])
        /// A bound, a misuse that counts as a failure or a `Mistake` ended the run.
        case failed(RunError)

        /// Whether the condition holds.
        public var isMet: Bool { self == .met }
    }

    /// Why a run did not reach its end.
    public enum RunError: Error, Hashable, Sendable {
        /// The condition did not become true within this much virtual time.
        case timedOut(after: Nanoseconds, pending: [String])
        /// Nothing is left that could make the condition true.
        case idle(at: Instant, pending: [String])
        /// Threads of the app wait for each other, or for something that never comes: nobody can go on, and nothing is due.
        /// `waits` says who waits for what.
        case deadlock(at: Instant, waits: [String], pending: [String])
        /// The world grew beyond one of its bounds. Without bounds it would run for ever.
        case boundReached(Bound, pending: [String])
        /// App code did something that CoreBluetooth only logs, and the policy is `.fail`.
        case misuse(MisuseReport)
        /// The test asked for something impossible, in this run or in an earlier call.
        case mistake(Mistake)
    }

    /// The bound that was reached, with its number.
    public enum Bound: Hashable, Sendable {
        /// Events in one run.
        case events(Int)
        /// Events pending at the same time.
        case pendingEvents(Int)
        /// Events, callbacks and jobs while the clock did not move: an endless loop of app code or of a script.
        case workAtOneInstant(Int)
        /// Times that hosts and controllers answered each other while the clock did not move: they never stop.
        case packetRounds(Int)
        /// Virtual time in all runs together: explorations limit it.
        case virtualTime(Nanoseconds)
        /// Events and runs in all runs together: explorations limit them.
        case steps(Int)
    }

    /// How large a world may grow before a run ends with `RunError.boundReached`.
    public struct Bounds: Hashable, Sendable {
        /// Events in one run.
        public var events: Int
        /// Events pending at the same time.
        public var pendingEvents: Int
        /// Events, callbacks and jobs while the clock does not move.
        public var workAtOneInstant: Int
        /// Times that hosts and controllers answer each other while the clock does not move.
        public var packetRounds: Int

        /// Creates bounds; the defaults are far beyond what a test needs.
        public init(
            events: Int = 500_000_000, pendingEvents: Int = 10_000_000, workAtOneInstant: Int = 2_000_000,
            packetRounds: Int = 100_000
        ) {
            self.events = events
            self.pendingEvents = pendingEvents
            self.workAtOneInstant = workAtOneInstant
            self.packetRounds = packetRounds
        }
    }
}

extension World.Bound: CustomStringConvertible {
    /// The exceeded bound, in words.
    public var description: String {
        switch self {
        case .events(let count): "more than \(count) events in one run"
        case .pendingEvents(let count): "more than \(count) events waiting at once"
        case .workAtOneInstant(let count):
            "more than \(count) events, callbacks and jobs while the clock stood still"
        case .packetRounds(let count):
            "hosts and controllers answered each other more than \(count) times while the clock stood still"
        case .virtualTime(let time): "more than \(time.shortText) of virtual time in all runs together"
        case .steps(let count): "more than \(count) steps (events and runs) in all runs together"
        }
    }
}

extension World.RunError: CustomStringConvertible {
    /// Why the run ended, in words, with what is pending.
    public var description: String {
        switch self {
        case .timedOut(let time, let pending):
            "the condition did not become true within \(time.shortText) of virtual time"
                + (pending.isEmpty ? "; no app waits for an answer" : Self.list(pending))
        case .idle(let now, let pending):
            "nothing is left to happen at \(now) s, and the condition is not true" + Self.list(pending)
        case .deadlock(let now, let waits, let pending):
            "deadlock at \(now) s: nobody can go on\n"
                + waits.map { "  " + $0.asciiLine }.joined(separator: "\n")
                + Self.list(pending)
        case .boundReached(let bound, let pending): "the world was stopped: \(bound)" + Self.list(pending)
        case .misuse(let report): "\(report)"
        case .mistake(let mistake): "\(mistake)"
        }
    }

    private static func list(_ pending: [String]) -> String {
        guard !pending.isEmpty else { return "; nothing is pending" }
        return "; pending:\n" + pending.map { "  " + $0.asciiLine }.joined(separator: "\n")
    }
}
