import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation
import FaradayTesting
import Testing

/// Restoration of managers that no earlier life of the app has left behind.
@Suite struct SeededRestorationTests {
    @Test(
        "Behaviour 7.4, 7.6: a restored manager has linked peers connected, others connecting, and its scan",
        .simulated(seed: 1), .coreBluetooth)
    func aSeedIsRestored() async throws {
        let world = World.current
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let (near, far) = (world.add(.blinky()), world.add(.blinky(), at: .outOfRange))
        phone.app(2).hold(near)
        let plain = phone.run { OnlookerApp() }
        phone.seedRestoration(
            of: "boards", peers: [near, far], scan: [Blinky.service], allowDuplicates: true)
        let other = phone.run { OnlookerApp(restoreIdentifier: "another") }
        let app = phone.run { OnlookerApp(restoreIdentifier: "boards") }
        try await world.run(until: { app.lines.contains("state 5") })
        #expect(app.lines == ["restore", "restored 2", "restored 1", "state 5"])
        #expect(app.restoredServices == [OnlookerApp.service] && app.central.isScanning)

        app.restored[0].delegate = app
        app.restored[0].discoverServices(nil)
        try await world.run(until: { app.lines.contains("services 1") })
        far.move(to: .meters(1))
        try await world.run(until: { app.lines.contains("connected") })
        #expect(app.restored.allSatisfy { $0.state == .connected })
        #expect(!app.discovered.isEmpty)
        #expect(plain.lines == ["state 5"] && other.lines == ["state 5"])
    }

    @Test(.simulated(seed: 2), .coreBluetooth, arguments: [true, false]) func seedsWaitForTheRadio(
        isHeld: Bool
    ) async throws {
        let world = World.current
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        phone.setBluetooth(false)
        let board = world.add(.blinky())
        if isHeld { phone.app(2).hold(board) }
        phone.seedRestoration(of: "boards", peers: [board], scan: nil)
        let app = phone.run { OnlookerApp(restoreIdentifier: "boards") }
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["restore", "restored 1", "state 4"])
        #expect(app.restoredServices == nil && !app.central.isScanning)
        phone.setBluetooth(true)
        try await world.run(until: { app.lines.last == "connected" })
    }
}
