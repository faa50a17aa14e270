import Bugs
import FaradayTesting

extension Bug {
    /// After a pairing that failed, the app asks the user again and again.
    static let safe = Bug(folder: "Safe", plan: [.pairingStep().nth(2).fails(.pairing(0x08))]) {
        world, version in
        world.add(
            DeviceDefinition(name: "Safe") {
                DeviceAdvertising(services: ["FFA0"])
                DeviceService("FFA0") {
                    DeviceCharacteristic("FFA1", .read, value: Array("gold".utf8), requires: .encrypted)
                }
            })
        let phone = world.addPhone()
        // The user pairs, and does not want to do it once more.
        let alerts = World.Lock(0)
        phone.onPairing { _ in
            let number = alerts.withLock { alerts in
                alerts += 1
                return alerts
            }
            return .after(.seconds(2), number == 1 ? .accept : .reject)
        }
        let app: any SafeApp = phone.run {
            switch version {
            case .buggy: BuggySafe(later: phone.later)
            case .mended: MendedSafe(later: phone.later)
            }
        }

        world.note("the user opens the safe")
        app.open()
        try await phone.waitForEnd(of: "opening", within: 120) { app.status != .opening }
        let count = alerts.withLock { $0 }
        try expect(count <= 3, or: .repeated("\(count) alerts for one tap"))
    }
}
