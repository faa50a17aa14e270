import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol BeeperApp: AnyObject {
    var isReady: Bool { get }
    func beep()
}

@Suite(.enabled(if: World().holdsAppWork)) struct BeeperTests {
    func beepsAfterAnUpdate(_ launch: () -> some BeeperApp) async throws {
        let world = World.current
        let beeps = World.Lock(0)
        let sound = DeviceCharacteristic("FF91", .write).onWrite { _ in beeps.withLock { $0 += 1 } }
        let finder = world.add(
            DeviceDefinition(name: "Keys") {
                DeviceAdvertising(services: ["FF90"])
                DeviceService("FF90") { sound }
            })
        let app = world.addPhone(.iOS(18)).run { launch() }
        try await world.run(until: { app.isReady })
        app.beep()
        try await world.run(until: { beeps.withLock { $0 } == 1 })

        // The new firmware has one more characteristic, so everything is somewhere else.
        let light = DeviceCharacteristic("FF92", .write)
        try finder.setServices(
            [
                DeviceService("FF90") {
                    light; sound
                }
            ], keeping: [nil])
        try await world.run(for: .seconds(5))
        app.beep()
        try await world.run(until: { beeps.withLock { $0 } == 2 }, timeout: .seconds(5))
    }

    @Test(.simulated(seed: 7)) func discoversAgain() async throws {
        try await beepsAfterAnUpdate(MendedBeeper.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func beepsAfterAnUpdate() async throws {
        try await beepsAfterAnUpdate(NaiveBeeper.init)
    }
}
