import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol ScaleApp: AnyObject {
    /// By what the app knows the scale of its user: what it stores until it is started again.
    var known: String? { get }
}

@Suite(.enabled(if: World().holdsAppWork)) struct ScaleTests {
    /// The neighbours have bought the same scale.
    func connectsToItsOwn(_ launch: (_ known: String?) -> some ScaleApp) async throws {
        let world = World.current
        let scale = DeviceDefinition(name: "Scale 100") { DeviceAdvertising(services: ["181D"]) }
        let own = world.add(scale, at: .meters(2))
        let phone = world.addPhone(.iOS(18))
        let known = try await known(to: phone.run { launch(nil) })

        own.powerOff()
        let other = world.add(scale, at: .meters(8))
        let app = phone.run { launch(known) }
        try await world.run(for: .seconds(10))
        #expect(other.connectionCount == 0)
        own.powerOn()
        try await world.run(until: { own.connectionCount == 1 }, timeout: .seconds(10))
        withExtendedLifetime(app) {}
    }

    /// What an app stores when it has connected for the first time.
    private func known(to app: some ScaleApp) async throws -> String? {
        try await World.current.run(until: { app.known != nil })
        return app.known
    }

    @Test(.simulated(seed: 7)) func knowsTheIdentifier() async throws {
        try await connectsToItsOwn(MendedScaleApp.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func connectsToItsOwn() async throws {
        try await connectsToItsOwn(NaiveScaleApp.init)
    }
}
