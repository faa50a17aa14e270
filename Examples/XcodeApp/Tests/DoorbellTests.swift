import FaradayTesting
import Testing

// These tests have no app around them: they compile the Bluetooth layer themselves, so that there is one copy of Faraday in
// their process. In builds for devices they have no world.
#if SIMULATED
@Suite struct DoorbellTests {
    @Test(.simulated(seed: 7)) func ringsAgainAfterAWalk() async throws {
        let stage = Scenario.doorbell.set(in: World.current)
        let app = stage.phone.run { Doorbell() }
        try await stage.world.run(until: { app.text == "ready" })
        try stage.perform("press")
        try await stage.world.run(until: { app.text == "1 ring" })
        try stage.perform("walk away")
        try await stage.world.run(until: { app.text == "out of range" })
        try stage.perform("come back")
        try await stage.world.run(until: { app.text == "ready" })
    }
}
#endif
