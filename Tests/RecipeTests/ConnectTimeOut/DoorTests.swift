import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol DoorApp: AnyObject {
    var status: String { get }
}

@Suite(.enabled(if: World().holdsAppWork)) struct DoorTests {
    /// The user has just gone through the door when the app finds its lock.
    func givesUp(_ launch: () -> some DoorApp) async throws {
        let world = World.current
        let lock = world.add(
            DeviceDefinition(name: "Lock") { DeviceAdvertising(services: ["FF00"]) }, at: .meters(2))
        let app = world.addPhone(.iOS(18)).run { launch() }
        try await world.run(until: { app.status == "connecting" })
        lock.move(to: .outOfRange)
        try await world.run(until: { app.status == "not reachable" }, timeout: .seconds(15))

        // Later the user is back. Nobody has asked for a connection.
        lock.move(to: .meters(2))
        try await world.run(for: .minutes(1))
        #expect(lock.connectionCount == 0)
    }

    @Test(.simulated(seed: 7)) func givesUpInTime() async throws { try await givesUp(MendedDoor.init) }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func givesUp() async throws {
        try await givesUp(NaiveDoor.init)
    }
}
