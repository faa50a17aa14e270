import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol BandApp: AnyObject {
    var status: String { get }
}

@Suite(.enabled(if: World().holdsAppWork)) struct BandTests {
    /// The user switches Bluetooth off and on.
    func comesBack(_ launch: () -> some BandApp) async throws {
        let world = World.current
        world.add(DeviceDefinition(name: "Band") { DeviceAdvertising(services: ["FF20"]) })
        let phone = world.addPhone(.iOS(18))
        let app = phone.run { launch() }
        try await world.run(until: { app.status == "connected" })
        phone.setBluetooth(false)
        try await world.run(until: { app.status == "Bluetooth is off" }, timeout: .seconds(5))
        phone.setBluetooth(true)
        try await world.run(until: { app.status == "connected" }, timeout: .seconds(5))
    }

    @Test(.simulated(seed: 7)) func looksAtEachState() async throws { try await comesBack(MendedBand.init) }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func comesBack() async throws {
        try await comesBack(NaiveBand.init)
    }
}
