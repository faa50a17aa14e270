import BluetoothPort
import FaradayAppTime

/// Kept with the world of a test: the other worlds that its code has made.
struct OtherWorlds: Sendable {
    var worlds: [WeakWorld]
    /// Where the last of them was made.
    var caller: CallPlace?
}

extension World {
    /// The world of the running test hears that this one was made.
    func tellWorldOfTestThatItIsMade() {
        guard let home = (PortEnvironment.nearest as? OnlyPhone)?.simulatedWorld else { return }
        let earlier = home.kept(as: OtherWorlds.self)?.worlds ?? []
        home.keep(OtherWorlds(worlds: earlier + [WeakWorld(self)], caller: CallPlace.here))
    }

    /// What a report of another world says of this one: its devices, and whether an app has had no run in it.
    var otherWorldFacts: (devices: [String], isUnused: Bool) {
        lock.withLock { state in
            let devices = state.nodes.compactMap { ($0 as? DeviceNode)?.name }
            let hasMoved = state.scheduler.eventCount > 0 || state.now > .zero
            return (devices, !hasMoved && !state.nodes.isEmpty)
        }
    }
}
