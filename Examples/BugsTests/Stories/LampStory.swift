import Bugs
import FaradayTesting

extension Bug {
    /// The answer to a read comes when the page that asked for it is closed.
    static let lamp = Bug(folder: "Lamp", plan: [.read("FF31").isDelayed(by: .seconds(10))]) {
        world, version in
        world.add(
            DeviceDefinition(name: "Lamp") {
                DeviceAdvertising(services: ["FF30"])
                DeviceService("FF30") { DeviceCharacteristic("FF31", .read, value: [70]) }
            })
        let phone = world.addPhone()
        let app: any LampApp = phone.run {
            switch version {
            case .buggy: BuggyLamp(later: phone.later)
            case .mended: MendedLamp(later: phone.later)
            }
        }
        try await world.run(for: .seconds(2))

        world.note("the user opens the page")
        app.openPage()
        try await world.run(for: .seconds(3))
        weak var page = app.page
        world.note("the user closes the page")
        app.closePage()
        let isGone = page == nil
        if !isGone { world.note("the page is closed, and still in memory") }
        let alerts = app.alerts
        try await world.run(for: .minutes(1))
        try expect(app.alerts == alerts, or: .left("an alert of a page that is closed"))
        try expect(isGone, or: .left("a page that is closed"))
    }
}
