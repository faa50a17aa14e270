import Bugs
import FaradayTesting

extension Bug {
    /// A connect without a time limit: CoreBluetooth has none.
    static let thermometer = Bug(folder: "Thermometer", plan: [.connect().isNeverAnswered()]) {
        world, version in
        world.add(
            DeviceDefinition(name: "Thermometer") {
                DeviceAdvertising(services: ["1809"])
                DeviceService("1809") { DeviceCharacteristic("2A6E", .read, value: [0x66, 0x08]) }
            })
        let phone = world.addPhone()
        let app: any ThermometerApp = phone.run {
            switch version {
            case .buggy: BuggyThermometer(later: phone.later)
            case .mended: MendedThermometer(later: phone.later)
            }
        }

        for _ in 0..<4 {
            try await phone.open()
            world.note("the user measures")
            app.measure()
            try await phone.waitForEnd(of: "measuring", within: 40) { app.status != .measuring }
            try await world.run(for: .seconds(5))
        }
    }
}
