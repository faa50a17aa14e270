import Bugs
import FaradayTesting

extension Bug {
    /// Subscriptions end with the link, and the app does not know it.
    static let heartView = Bug(folder: "HeartView", plan: [.notification("2A37").nth(3).dropsLink(.timeout)])
    {
        world, version in
        let strap = world.add(
            DeviceDefinition(name: "Strap") {
                DeviceAdvertising(services: ["180D"])
                DeviceService("180D") { DeviceCharacteristic("2A37", .notify) }
                DeviceService("180F") { DeviceCharacteristic("2A19", [.read, .notify], value: [80]) }
                DeviceBehaviour.notifying("2A37", every: .seconds(1)) { _ in [0, 70] }
            })
        let phone = world.addPhone()
        let app: any HeartViewApp = phone.run {
            switch version {
            case .buggy: BuggyHeartView(later: phone.later)
            case .mended: MendedHeartView(later: phone.later)
            }
        }

        // A link to which nobody listens costs the strap's battery, and the user sees nothing. Where the strap never
        // answers a request, the link ends after half a minute, and is shared until then if the app connects again.
        var silence = 0
        for _ in 0..<150 {
            try await world.run(for: .seconds(1))
            let isSilent = strap.connectionCount > 0 && strap.subscriberCount(of: "2A37") == 0
            silence = isSilent && phone.appState == .foreground ? silence + 1 : 0
            try expect(silence < 45, or: .endless("waiting for a heart rate"))
        }
        withExtendedLifetime(app) {}
    }
}
