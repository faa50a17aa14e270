import Bugs
import FaradayTesting

extension Bug {
    /// A discovery that is asked for again runs into the first one, which was only slow.
    static let settings = Bug(folder: "Settings", plan: [.discoverServices().isDelayed(by: .seconds(6))]) {
        world, version in
        world.add(
            DeviceDefinition(name: "Amplifier") {
                DeviceAdvertising(services: ["FF70"])
                DeviceService("FF70") {
                    DeviceCharacteristic("FF71", [.read, .write], value: [5])
                    DeviceCharacteristic("FF72", [.read, .write], value: [5])
                }
                DeviceService("FF80") { DeviceCharacteristic("FF81", [.read, .write], value: [5]) }
            })
        let phone = world.addPhone()
        let app: any SettingsApp = phone.run {
            switch version {
            case .buggy: BuggySettings(later: phone.later)
            case .mended: MendedSettings(later: phone.later)
            }
        }

        world.note("the user opens the settings")
        app.open()
        try await phone.waitForEnd(of: "loading") { app.status != .loading }
        try await world.run(for: .seconds(30))
        world.note("the rows on the screen: \(app.rows)")
        try expect(Set(app.rows).count == app.rows.count, or: .repeated("rows \(app.rows)"))
    }
}
