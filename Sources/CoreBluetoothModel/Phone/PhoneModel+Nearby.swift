import BluetoothPort
import BluetoothTypes

// The sessions of Nearby Interaction (behaviour section 29).
extension PhoneModel {
    /// Gives the sessions an input.
    mutating func changeNearby(at now: Instant, _ input: NearbySessions.Input) {
        clock = now
        let turn = NearbySessions.Turn(at: now, profile, managers, apps, router, setup)
        input(&nearby, turn, &ranging, &effects)
    }

    /// Screens events, and lets sessions follow what has happened; called before outputs are taken.
    @inline(__always)
    mutating func settleEvents() {
        screenEvents()
        if !nearby.isEmpty { followNearby() }
    }

    @inline(never)
    private mutating func followNearby() { changeNearby(at: clock) { $0.follow($1, &$2, into: &$3) } }
}
