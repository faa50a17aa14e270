import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol MeterApp: AnyObject {
    /// What stands on the screen.
    var level: UInt8? { get }
}

@Suite(.enabled(if: World().holdsAppWork)) struct MeterTests {
    func showsTheFirstValue(_ launch: () -> some MeterApp) async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "Meter") {
                DeviceAdvertising(services: ["FF80"])
                DeviceService("FF80") { DeviceCharacteristic("FF81", .notify) }
                DeviceBehaviour.onEvent { meter, event in
                    if case .subscribed = event { meter.update("FF81", [42]) }
                }
            })
        let app = world.addPhone(.iOS(18)).run { launch() }
        try await world.run(until: { app.level == 42 }, timeout: .seconds(10))
    }

    @Test(.simulated(seed: 7)) func listensFromTheStart() async throws {
        try await showsTheFirstValue(MendedMeter.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func showsTheFirstValue() async throws {
        try await showsTheFirstValue(NaiveMeter.init)
    }
}
