import FaradaySimulation

/// A promise of the stack to a correct app that was not kept.
public enum BrokenPromise: Error {
    /// A callback came that the app had not asked for.
    case unasked(String)
    /// A call on a link that is still there got no answer.
    case unanswered(String)
    /// A callback came after the app had released the manager, or after the app had ended.
    case released(String)
    /// An object's state does not agree with the callbacks.
    case untrue(String)
    /// Bytes or values came in another order than they were sent in, or twice.
    case disordered(String)
    /// An object was not freed.
    case kept(String)
    /// A request with a time limit took longer than that.
    case late(String)
}

/// What one app's calls were promised: each has one answer, or the end of the link or of Bluetooth is its documented end
/// (ledger 1.15, 1.22, 3.24).
///
/// Only one thread at a time runs, but on several queues, so a lock guards it.
public final class Promises: Sendable {
    private struct Question: Hashable {
        let what: String
        let object: String
    }

    private struct State {
        /// The calls without an answer, and when each was made.
        var open: [Question: [World.Instant]] = [:]
        /// Calls that may have crossed the end: they may get an answer, and need not.
        var crossed: [Question: Int] = [:]
        /// When something was stopped.
        var stops: [String: World.Instant] = [:]
        var isReleased = false
        var draws: EntropyStream
        var broken: [BrokenPromise] = []
    }

    public let world: World
    private let name: String
    private let state: World.Lock<State>

    /// How long a callback is on its way at most.
    private var slack: Nanoseconds {
        world.configuration.schedule.parts.contains(.delays) ? .milliseconds(300) : .milliseconds(1)
    }

    public init(_ name: String, _ world: World) {
        (self.name, self.world) = (name, world)
        state = World.Lock(State(draws: Entropy(seed: world.seed).stream(name)))
    }

    // MARK: Draws

    /// 0..<bound; the same in each run of a case.
    public func below(_ bound: Int) -> Int {
        state.withLock { Int($0.draws.below(UInt64(max(1, bound)))) }
    }

    public func chance(_ percent: Int) -> Bool { below(100) < percent }

    public func pick<Element>(_ all: [Element]) -> Element? { all.isEmpty ? nil : all[below(all.count)] }

    // MARK: Calls and callbacks

    /// The app makes a call that is answered by a callback.
    public func asked(_ what: String, of object: String = "") {
        let now = world.now
        state.withLock { $0.open[Question(what: what, object: object), default: []].append(now) }
    }

    /// The answer came.
    public func answered(_ what: String, of object: String = "") {
        let question = Question(what: what, object: object)
        let isExpected = state.withLock { state in
            if var times = state.open[question] {
                times.removeFirst()
                state.open[question] = times.isEmpty ? nil : times
                return true
            }
            guard let count = state.crossed[question] else { return false }
            state.crossed[question] = count == 1 ? nil : count - 1
            return true
        }
        if !isExpected { broke(.unasked("\(name): \(what) was answered, and not asked for")) }
    }

    public func isOpen(_ what: String, of object: String = "") -> Bool {
        state.withLock { $0.open[Question(what: what, object: object)] != nil }
    }

    /// How many calls about an object wait for their answers.
    public func openCount(of object: String) -> Int {
        state.withLock { state in
            state.open.reduce(0) { $0 + ($1.key.object == object ? $1.value.count : 0) }
        }
    }

    /// The calls about an object that wait for their answers.
    public func questions(of object: String) -> [String] {
        state.withLock { $0.open.keys.filter { $0.object == object }.map(\.what).sorted() }
    }

    /// The end of everything that was asked of an object: of its link, or of all if there is no object.
    public func ended(_ object: String? = nil) {
        let recent = world.now - slack
        state.withLock { state in
            for (question, times) in state.open where object == nil || question.object == object {
                state.open[question] = nil
                // The system may have had these calls after the end that it only tells now.
                let late = times.filter { $0 >= recent }.count
                state.crossed[question] = late == 0 ? nil : late
            }
        }
    }

    /// What was asked of an object may have answers, and need not: its services have changed.
    public func loosened(_ object: String) {
        state.withLock { state in
            for (question, times) in state.open where question.object == object {
                state.open[question] = nil
                state.crossed[question, default: 0] += times.count
            }
        }
    }

    /// Something was stopped: what is on its way still comes.
    public func stopped(_ what: String) {
        let now = world.now
        state.withLock { $0.stops[what] = now }
    }

    /// Whether it was stopped so lately that callbacks about it may be on their way.
    public func isStopping(_ what: String) -> Bool {
        guard let time = state.withLock({ $0.stops[what] }) else { return false }
        return world.now <= time + slack
    }

    /// The manager was released, or its app has ended: no callback comes any more.
    public func release() { state.withLock { $0.isReleased = true } }

    /// A callback came.
    public func called(_ callback: String) {
        if state.withLock({ $0.isReleased }) { broke(.released("\(name): \(callback) after the release")) }
    }

    // MARK: The result

    public func broke(_ promise: BrokenPromise) { state.withLock { $0.broken.append(promise) } }

    public func require(_ holds: Bool, _ promise: @autoclosure () -> BrokenPromise) {
        if !holds { broke(promise()) }
    }

    /// Breaks if a call has no answer; for the end of a time in which the app did nothing.
    public func requireAnswers(except what: String? = nil) {
        let open = state.withLock { state in
            state.open.keys.filter { $0.what != what }.map { "\($0.what) of \($0.object)" }.sorted()
        }
        if let first = open.first { broke(.unanswered("\(name): \(first), and \(open.count - 1) others")) }
    }

    /// Throws the first promise that was not kept.
    public func check() throws {
        if let first = state.withLock({ $0.broken.first }) { throw first }
    }
}
