import FaradayNative
import FaradaySimulation

/// A world with a device in it, for people who have none.
final class DemoMode {
    private var world: World?

    /// From now on managers belong to a phone in a world that goes with the clock.
    func start(speed: Double = 1) {
        let world = World(seed: 1)
        world.add(.battery(name: "Demo", level: 77))
        world.addPhone(.iOS(18)).installAsProcessPhone()
        world.pace(speed: speed)
        self.world = world
    }

    /// From now on managers belong to the real radio again.
    func stop() {
        PortEnvironment.install(nil)
        world = nil
    }
}

/// What the app does first.
func launch(_ arguments: [String]) -> DemoMode {
    NativeAdapter().installAsFallback()
    let demo = DemoMode()
    if arguments.contains("-demo") { demo.start() }
    return demo
}
