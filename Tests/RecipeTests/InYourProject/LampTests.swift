import FaradayTesting
import Testing

extension DeviceDefinition {
    /// What the tests of one project share: its devices.
    static func lamp() -> DeviceDefinition {
        DeviceDefinition(name: "Lamp") {
            DeviceAdvertising(services: ["FFE5"])
            DeviceService("FFE5") { DeviceCharacteristic("FFE6", .write) }
        }
    }
}

@Suite struct LampTests {
    @Test(.simulated(seed: 7)) func switchesTheLampOn() async throws {
        let world = World.current
        world.add(.lamp(), at: .meters(3))
        let app = world.addPhone(.iOS(18)).run { LampApp() }
        try await world.run(until: { app.status == "on" }, timeout: .seconds(10))
    }

    @Test(.simulated, arguments: [13, 16, 18]) func switchesItOnWithEachSystem(_ version: Int) async throws {
        let world = World.current
        world.add(.lamp())
        let app = world.addPhone(.iOS(version)).run { LampApp() }
        try await world.run(until: { app.status == "on" }, timeout: .seconds(10))
    }

    @Test(arguments: UInt64(0)..<20) func switchesItOnWithEachSeed(_ seed: UInt64) async throws {
        try await withWorld(seed: seed) { world in
            world.add(.lamp(), at: .meters(3))
            let app = world.addPhone(.iOS(18)).run { LampApp() }
            try await world.run(until: { app.status == "on" }, timeout: .seconds(10))
        }
    }

    @Test(.explored(runs: 50, faults: nil)) func switchesItOnInAnyOrder() async throws {
        let world = World.current
        world.add(.lamp(), at: .meters(3))
        let app = world.addPhone(.iOS(18)).run { LampApp() }
        try await world.run(until: { app.status == "on" }, timeout: .seconds(10))
    }
}
