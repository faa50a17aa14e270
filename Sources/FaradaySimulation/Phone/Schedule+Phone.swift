import CoreBluetoothModel

extension Schedule {
    /// The profile of the phone that becomes the world's next node, with latencies and switches that the schedule draws. The
    /// world's story tells of the switches.
    func varied(_ profile: OSProfile, of name: String, in world: World) -> OSProfile {
        guard !isPlain else { return profile }
        let drawn = varied(profile, number: world.lock.withLock { $0.nodes.count })
        let switches = SystemSwitch.changes(from: profile, to: drawn)
        if !switches.isEmpty { world.noteIfTraced("the schedule's system of \(name): \(switches)") }
        return drawn
    }
}
