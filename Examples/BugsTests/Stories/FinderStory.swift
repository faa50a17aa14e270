import Bugs
import FaradayTesting

extension Bug {
    /// When Bluetooth is switched off, there is no callback for the links that end.
    static let finder = Bug(folder: "Finder", plan: [.at(.seconds(10)).turnsRadioOff(for: .seconds(30))]) {
        world, version in
        let tracker = world.add(
            DeviceDefinition(name: "Tracker") { DeviceAdvertising(services: ["FF90"]) })
        let phone = world.addPhone()
        let app: any FinderApp = phone.run {
            switch version {
            case .buggy: BuggyFinder(later: phone.later)
            case .mended: MendedFinder(later: phone.later)
            }
        }

        var wrong = 0
        for _ in 0..<120 {
            try await world.run(for: .seconds(1))
            let isWrong = app.isNear && tracker.connectionCount == 0
            wrong = isWrong && phone.appState == .foreground ? wrong + 1 : 0
            try expect(wrong < 20, or: .untrue("the bag is said to be near"))
        }
    }
}
