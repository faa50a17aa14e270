import FaradayTesting
import Testing

// On a Mac the app's import is Apple's framework without the trait.
#if !canImport(Darwin) || FaradayOnDevices
struct BatteryTests {
    @Test(.simulated(seed: 7))
    func readsTheBattery() async throws {
        let world = World.current
        world.add(.battery(level: 42), at: .meters(2))
        let level = World.Lock<UInt8?>(nil)
        let app = world.addPhone(.iOS(18)).run { BatteryApp { read in level.withLock { $0 = read } } }
        try await world.run(until: { level.withLock { $0 } == 42 })
        withExtendedLifetime(app) {}
    }
}
#endif
