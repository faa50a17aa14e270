import BluetoothTypes

/// How a world's time moves.
enum Motion: Hashable {
    /// Only while a run drives, and for test bodies that use the world as their task executor.
    case byRuns
    /// By itself, in virtual time.
    case byItself(Mover)
    /// With the wall clock; the number tells the pacer from earlier ones.
    case paced(Int)

    /// How a world moves by itself.
    struct Mover: Hashable {
        /// The latest time to which the clock moves.
        var horizon = Instant(nanoseconds: .max)
        /// How far the clock may move at least after something begins outside a callback.
        var grace = Nanoseconds.zero
        /// Whether a wait looks at the world before each event.
        var isWatched = false
        /// Whether code runs for which the clock waits, and that the world does not know.
        var isHeld = false
    }

    @inline(__always)
    var isPaced: Bool { if case .paced = self { true } else { false } }

    @inline(__always)
    var isByItself: Bool { if case .byItself = self { true } else { false } }

    var isHeld: Bool { if case .byItself(let mover) = self { mover.isHeld } else { false } }

    /// The latest time to which the clock moves without a run.
    var horizon: Instant {
        if case .byItself(let mover) = self { mover.horizon } else { Instant(nanoseconds: .max) }
    }

    /// Whether the drain lets one event happen at a time, because somebody looks at the world after each.
    var isSingleStepped: Bool { if case .byItself(let mover) = self { mover.isWatched } else { true } }

    private mutating func change(_ body: (inout Mover) -> Void) {
        guard case .byItself(var mover) = self else { return }
        body(&mover)
        self = .byItself(mover)
    }

    /// Time moves by itself no longer; a paced world stays paced.
    mutating func standStill() { if isByItself { self = .byRuns } }

    /// Limits how far time moves by itself.
    mutating func limit(to horizon: Instant, grace: Nanoseconds, isWatched: Bool) {
        change { ($0.horizon, $0.grace, $0.isWatched) = (horizon, grace, isWatched) }
    }

    /// The wait for which time moves is over.
    mutating func waitIsOver(at now: Instant) { change { ($0.horizon, $0.grace) = (now, .zero) } }

    /// Code begins or ends for which the clock waits.
    mutating func hold(_ isHeld: Bool) { change { $0.isHeld = isHeld } }

    /// Something began outside a callback, perhaps on a thread of the app that no clock waits for. It gets the grace
    /// from now.
    mutating func somethingBegan(at now: Instant) {
        change { if $0.grace > .zero { $0.horizon = max($0.horizon, now + $0.grace) } }
    }

    var brokenInvariant: String? {
        guard case .byItself(let mover) = self, mover.grace < .zero else { return nil }
        return "a grace of \(mover.grace)"
    }
}
