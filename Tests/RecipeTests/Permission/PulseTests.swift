import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol PulseApp: AnyObject {
    /// What stands on the screen.
    var text: String { get }
}

@Suite(.enabled(if: World().holdsAppWork)) struct PulseTests {
    /// The user says no, reads what the app says about it, and goes to Settings.
    func asksAndGetsIt(_ launch: () -> some PulseApp) async throws {
        let world = World.current
        let phone = world.addPhone(.iOS(18))
        phone.setAuthorization(.notDetermined)
        phone.onSystemAlert { _ in .after(.seconds(3), .deny) }
        let app = phone.run { launch() }
        try await world.run(for: .seconds(5))
        #expect(app.text == "Please allow Bluetooth in Settings.")
        phone.setAuthorization(.allowedAlways)
        try await world.run(until: { app.text == "Searching" }, timeout: .seconds(5))
    }

    /// The user has said no a long time ago.
    func wasRefusedBefore(_ launch: () -> some PulseApp) async throws {
        let world = World.current
        let phone = world.addPhone(.iOS(18))
        phone.setAuthorization(.denied)
        let app = phone.run { launch() }
        try await world.run(until: { app.text == "Please allow Bluetooth in Settings." })
        phone.setAuthorization(.allowedAlways)
        try await world.run(until: { app.text == "Searching" }, timeout: .seconds(5))
    }

    @Test(.simulated(seed: 7)) func looksAtTheState() async throws {
        try await asksAndGetsIt(MendedPulseApp.init)
    }

    @Test(.simulated(seed: 7)) func makesItsManagerInAnyCase() async throws {
        try await wasRefusedBefore(MendedPulseApp.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func asksAndGetsIt() async throws {
        try await asksAndGetsIt(NaivePulseApp.init)
    }

    @Test(.failsAsPrinted, .simulated(seed: 7)) func wasRefusedBefore() async throws {
        try await wasRefusedBefore(NaivePulseApp.init)
    }
}
