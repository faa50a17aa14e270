import BluetoothTypes

/// The runs of a world that have begun and not ended, and the test bodies for which it moves.
struct RunTally: Hashable {
    /// An asynchronous run whose events another thread drives.
    struct Parked: Hashable {
        /// Tells the run from all others that are parked.
        let number: Int
        let limit: Instant
    }

    /// Why a parked run is woken.
    enum Wake: Hashable {
        /// Something happened: check the condition, then park again.
        case look
        /// Nothing will ever happen again.
        case dry
        /// The world failed.
        case failed
    }

    /// Runs that are not parked, including the driving ones. While a woken run checks its condition, no thread may move
    /// the clock.
    private(set) var awake = 0
    /// Runs below a blocked thread: they go on when it does, and until then the clock moves for them.
    private(set) var aside = 0
    private(set) var parked: [Parked] = []
    /// Whether something happened since the parked runs last checked their conditions.
    private(set) var hasNews = false
    /// How many test bodies use the world as task executor. If above 0, the world moves while they are suspended.
    private(set) var scopes = 0

    /// Whether no run has begun that has not ended, and no test body uses the world.
    var isEmpty: Bool { awake == 0 && scopes == 0 && parked.isEmpty }

    mutating func begin() { awake += 1 }
    mutating func end() { awake -= 1 }
    /// A thread with so many runs on its stack is blocked.
    mutating func setAside(_ count: Int) { (awake, aside) = (awake - count, aside + count) }
    /// It goes on.
    mutating func takeBack(_ count: Int) { (awake, aside) = (awake + count, aside - count) }
    mutating func beginScope() { scopes += 1 }
    mutating func endScope() { scopes -= 1 }

    /// A run parks until it is woken.
    ///
    /// - Parameter hasLooked: Whether the run has checked its condition since something last happened.
    mutating func park(_ run: Parked, hasLooked: Bool) {
        awake -= 1
        if !hasLooked { hasNews = true }
        parked.append(run)
    }

    /// Removes and returns all parked runs; from now on they count as awake.
    mutating func wakeAll() -> [Parked] {
        defer { parked = [] }
        awake += parked.count
        hasNews = false
        return parked
    }

    /// Something happened that may make a condition true.
    @inline(__always)
    mutating func addNews() { hasNews = true }

    /// The earliest limit of the parked runs, or `limit`.
    @inline(__always)
    func earliestLimit(_ limit: Instant) -> Instant {
        parked.isEmpty ? limit : parked.reduce(limit) { min($0, $1.limit) }
    }

    var brokenInvariant: String? {
        if awake < 0 { return "\(awake) runs are awake" }
        if aside < 0 { return "\(aside) runs are below blocked threads" }
        if scopes < 0 { return "\(scopes) test bodies use the world" }
        return nil
    }
}
