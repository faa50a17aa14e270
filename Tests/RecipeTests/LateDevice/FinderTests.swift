import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol FinderApp: AnyObject {
    var status: String { get }
}

@Suite(.enabled(if: World().holdsAppWork)) struct FinderTests {
    /// The user starts the app first, and then looks for the thermometer's switch.
    func findsWhatComesLate(_ launch: () -> some FinderApp) async throws {
        let world = World.current
        let thermometer = world.add(
            DeviceDefinition(name: "Thermometer") {
                DeviceAdvertising(services: ["1809"], interval: .milliseconds(1285))
            })
        thermometer.powerOff()
        let app = world.addPhone(.iOS(18)).run { launch() }
        try await world.run(for: .seconds(20))
        #expect(app.status.contains("thermometer"), "the user gets help")
        thermometer.powerOn()
        try await world.run(until: { app.status == "found" }, timeout: .seconds(10))
    }

    @Test(.simulated(seed: 7)) func goesOnSearching() async throws {
        try await findsWhatComesLate(MendedFinder.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func findsWhatComesLate() async throws {
        try await findsWhatComesLate(NaiveFinder.init)
    }
}
