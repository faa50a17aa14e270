import FaradayTesting
import Testing

@Suite struct ReportedTests {
    @Test(.simulated, .reported) func reconnects() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"))
        try await world.run(for: .seconds(1))
        #expect(strap.isAdvertising)
    }
}
