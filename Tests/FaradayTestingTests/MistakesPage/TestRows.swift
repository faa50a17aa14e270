import Dispatch
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Mistakes of the test itself.
extension MistakeRow {
    static let tests = [
        neverRun, otherWorldRun, otherWorldsDevice, otherWorldsManager, runInCallback, swallowed,
        mainSync, realTime,
    ]

    private static let neverRun = MistakeRow(
        "Nobody runs the world", names: ["time never moved"], writes: ["world.run(until:)"]
    ) {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { StrapApp() }
        #expect(app.isConnected)  // mistake
    }

    private static let otherWorldRun = MistakeRow(
        "The test runs another world than the app's",
        names: ["another world"], writes: ["World.current"]
    ) {
        let world = World(seed: 7)
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = World.current.addPhone().run { StrapApp() }
        try await world.run(until: { app.isConnected })  // mistake
    }

    private static let otherWorldsDevice = MistakeRow(
        "A device in another world than the phone",
        names: ["HR-1", "another world"], writes: ["World.current.add"]
    ) {
        let other = World(seed: 7)  // mistake
        other.add(.heartRateMonitor(name: "HR-1"))
        let world = World.current
        let app = world.addPhone().run { StrapApp() }
        try await world.run(until: { app.isConnected })
    }

    private static let otherWorldsManager = MistakeRow(
        "A device of another world that a phone is to hold",
        names: ["HR-1 is in another world"], writes: ["world.add"]
    ) {
        let strap = World(seed: 7).add(.heartRateMonitor(name: "HR-1"))
        let world = World.current
        let phone = world.addPhone()
        phone.hold(strap)  // mistake
        try await world.run(for: .seconds(1))
    }

    private static let runInCallback = MistakeRow(
        "Running the world inside a callback",
        names: ["inside a callback"], writes: ["world.after("]
    ) {
        final class App: StrapApp {
            override func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
                try? World.current.run(for: .seconds(1))  // mistake
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { app.isConnected }, timeout: .seconds(10))
    }

    private static let swallowed = MistakeRow(
        "try? in front of world.run",
        names: ["did not become true within 10 s", "try?"], writes: ["try await world.run(until:)"]
    ) {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(5000))
        let app = world.addPhone().run { StrapApp() }
        try? await world.run(until: { app.isConnected }, timeout: .seconds(10))  // mistake
        #expect(app.isConnected)
    }

    private static let mainSync = MistakeRow(
        "DispatchQueue.main.sync on the main queue",
        names: ["main.sync", "deadlock"], writes: ["main.async"]
    ) {
        final class App: StrapApp {
            override func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
                DispatchQueue.main.sync { print("connected") }  // mistake
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { !app.rates.isEmpty })
    }

    private static let realTime = MistakeRow(
        "Task.sleep in place of world.run, in a world of the test's own",
        names: ["time never moved"], writes: ["world.run(for:)"]
    ) {
        let world = World(seed: 7)
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { StrapApp() }
        try await Task.sleep(nanoseconds: 10_000_000)
        #expect(app.isConnected)  // mistake
    }
}
