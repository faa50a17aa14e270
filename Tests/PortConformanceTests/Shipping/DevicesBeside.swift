import FaradayNative
import FaradaySimulation

/// A device of a world beside the real ones, in the same managers.
func showDemoDevice() -> CombinedProvider {
    let world = World(seed: 1)
    world.add(.battery(name: "Demo", level: 77))
    let both = CombinedProvider(real: NativeAdapter(), simulated: world.addPhone(.iOS(18)))
    PortEnvironment.install(both)
    world.pace()
    return both
}

/// A layer that sees the demo alone, whatever is installed.
func demoLayer(_ both: CombinedProvider, onLevel: @escaping (UInt8) -> Void) -> BatteryApp {
    both.run(seeing: .simulated) { BatteryApp(onLevel: onLevel) }
}
