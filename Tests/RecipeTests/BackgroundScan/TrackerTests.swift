import FaradayTesting
import Testing

@Suite(.enabled(if: World().holdsAppWork)) struct TrackerTests {
    /// The phone is in a pocket when its owner comes to the bicycle.
    func connectsInThePocket(_ launch: () -> some AnyObject) async throws {
        let world = World.current
        let bicycle = world.add(
            DeviceDefinition(name: "Bicycle") { DeviceAdvertising(services: ["1816"]) }, at: .outOfRange)
        let phone = world.addPhone(.iOS(18)).configure(AppManifest(backgroundModes: .central))
        let app = phone.run { launch() }
        try await world.run(for: .seconds(5))
        phone.enterBackground()
        try await world.run(until: { phone.appState == .suspended })
        bicycle.move(to: .meters(2))
        try await world.run(until: { bicycle.connectionCount == 1 }, timeout: .minutes(2))
        withExtendedLifetime(app) {}
    }

    @Test(.simulated(seed: 7)) func scansForAService() async throws {
        try await connectsInThePocket(MendedTracker.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func connectsInThePocket() async throws {
        try await connectsInThePocket(NaiveTracker.init)
    }
}
