import BluetoothTypes

/// How many events, calls and pieces of work have run since the clock last moved.
struct InstantLoad {
    private var count = 0
    private var instant = Instant.zero

    /// Counts one more at `now`. Returns `false` if that is more than `limit`, and begins anew.
    @inline(__always)
    mutating func add(at now: Instant, limit: Int) -> Bool {
        if now != instant { (instant, count) = (now, 0) }
        count += 1
        guard count > limit else { return true }
        count = 0
        return false
    }
}
