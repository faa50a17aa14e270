import Bugs
import FaradayTesting

extension Bug {
    /// The app waits for a connect that the system has restored, and that no longer goes on (behaviour 7.8).
    static let pump = Bug(folder: "Pump", plan: []) { world, version in
        let pump = world.add(
            DeviceDefinition(name: "Pump") {
                DeviceAdvertising(services: ["FFC0"])
                DeviceService("FFC0") { DeviceCharacteristic("FFC1", .notify) }
            })
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let apps = World.Lock<[any PumpApp]>([])
        phone.onLaunch { _ in
            let app: any PumpApp =
                switch version {
                case .buggy: BuggyPump()
                case .mended: MendedPump()
                }
            apps.withLock { $0.append(app) }
        }
        phone.launch()
        func isConnected() -> Bool { apps.withLock { $0.last }?.isConnected ?? false }
        try await phone.waitForEnd(of: "the first connection") { isConnected() }

        // The link is lost, and the app waits for the pump.
        pump.move(to: .outOfRange)
        try await phone.waitForEnd(of: "a lost link") { !isConnected() }
        phone.terminate(.memoryPressure)
        try await world.run(for: .seconds(60))
        world.note("the user opens the app")
        phone.launch()
        try await world.run(for: .seconds(5))
        world.note("the pump is back")
        pump.move(to: .meters(1))
        try await phone.waitForEnd(of: "the connection") { isConnected() }
    }
}
