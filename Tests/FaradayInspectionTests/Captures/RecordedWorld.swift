#if os(macOS) || os(Linux)
import FaradaySimulation
import HeartRate

/// A world with a trace: a phone whose app has read and got values from a strap.
enum RecordedWorld {
    static let world: World = {
        let world = World(seed: 1)
        world.startTrace()
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone(name: "phone").run { HeartRateApp { _ in } }
        try? world.run(until: { app.readingCount >= 2 && app.battery != nil })
        return world
    }()
}
#endif
