import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol SearchApp: AnyObject {
    var found: String? { get }
    func search()
}

@Suite(.enabled(if: World().holdsAppWork)) struct SearchTests {
    /// The mock is what its author thinks that CoreBluetooth is.
    func scansOnce(_ make: (CentralManaging?) -> some SearchApp) {
        let mock = CentralManagerMock()
        make(mock).search()
        #expect(mock.scanCount == 1)
    }

    /// The same app in a world.
    func findsABattery(_ make: (CentralManaging?) -> some SearchApp) async throws {
        let world = World.current
        world.add(.battery(name: "Lamp"))
        let app = world.addPhone(.iOS(18)).run { make(nil) }
        app.search()
        try await world.run(until: { app.found == "Lamp" }, timeout: .seconds(10))
    }

    @Test func theMockIsContentWithBoth() {
        scansOnce(NaiveSearch.init)
        scansOnce(MendedSearch.init)
    }

    @Test(.simulated(seed: 7)) func waitsForTheState() async throws {
        try await findsABattery(MendedSearch.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func findsABattery() async throws {
        try await findsABattery(NaiveSearch.init)
    }
}
