import BluetoothPort
import FaradayAppTime

/// Kept with the world of a test: the other worlds that its code has made.
struct OtherWorlds: Sendable {
    private var worlds: [WeakWorld] = []
    /// Where the last of them was made.
    private(set) var caller: CallPlace?

    /// The world of the running test hears that this one was made.
    static func note(_ world: World) {
        guard let home = (PortEnvironment.nearest as? OnlyPhone)?.simulatedWorld else { return }
        var others = home.kept(as: OtherWorlds.self) ?? OtherWorlds()
        others.worlds.append(WeakWorld(world))
        others.caller = CallPlace.here
        home.keep(others)
    }

    /// The devices of each, and whether an app has had no run in it.
    var facts: [(devices: [String], isUnused: Bool)] {
        worlds.compactMap(\.world).map { world in
            world.lock.withLock { state in
                let devices = state.nodes.compactMap { ($0 as? DeviceNode)?.name }
                let hasMoved = state.scheduler.eventCount > 0 || state.now > .zero
                return (devices, !hasMoved && !state.nodes.isEmpty)
            }
        }
    }
}

extension AppCode {
    /// The world of the running test hears that this code's world was made.
    func tellWorldOfTest(of world: World) { OtherWorlds.note(world) }
}
