import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol RoomApp: AnyObject {
    var isReady: Bool { get }
    /// What stands on the screen.
    var text: String { get }
    /// The user pulls the list down.
    @MainActor func refresh() async
}

@Suite(.enabled(if: World().holdsAppWork)) struct RoomTests {
    /// The batteries are taken out while the app asks.
    func endsTheWait(_ launch: () -> some RoomApp) async throws {
        let world = World.current
        let sensor = world.add(
            DeviceDefinition(name: "Room") {
                DeviceAdvertising(services: ["FFD0"])
                DeviceService("FFD0") { DeviceCharacteristic("FFD1", .read, value: [21]) }
            })
        let app = world.addPhone(.iOS(18)).run { launch() }
        try await world.run(until: { app.isReady })
        await app.refresh()
        #expect(app.text == "21 degrees")

        sensor.powerOff()
        Task { await app.refresh() }
        try await world.run(until: { app.text == "not connected" }, timeout: .seconds(30))
        sensor.powerOn()
        try await world.run(for: .seconds(5))
        await app.refresh()
        #expect(app.text == "21 degrees")
    }

    @Test(.simulated(seed: 7)) func endsItWithTheLink() async throws {
        try await endsTheWait(MendedRoom.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func endsTheWait() async throws {
        try await endsTheWait(NaiveRoom.init)
    }
}
