import FaradayTesting
import HeartRate
import Testing

/// Values that a fault holds up.
struct HeldValueScenarios {
    /// Two dozen values are due at one instant, and the controller takes only some of them then.
    @Test(
        "Values behind a delayed one wait for room in the controller, while time goes on", .simulated(seed: 0)
    )
    func manyValues() async throws {
        let world = World.current
        world.add(.heartRateMonitor(every: .milliseconds(500)))
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.readingCount > 0 })
        world.inject(.notification(of: "Heart Rate Monitor").nth(1).isDelayed(by: .seconds(12)))
        try await world.run(for: .seconds(11))
        #expect(app.readingCount == 1)
        try await world.run(for: .seconds(6))
        #expect(app.readingCount >= 30)
    }
}
