import Bugs
import FaradayTesting

extension Bug {
    /// Two locks are taken in two orders.
    static let journal = Bug(folder: "Journal", plan: []) { world, version in
        let device = world.add(.sensor("Sensor", "FFB0"))
        let app: any JournalApp = world.addPhone().run {
            switch version {
            case .buggy: BuggyJournal()
            case .mended: MendedJournal()
            }
        }
        try await world.run(until: { device.subscriberCount(of: "FF01") == 1 }, timeout: .seconds(30))
        for value: UInt8 in 1...10 {
            device.update("FF01", [value])
            try await world.run(for: .milliseconds(40))
        }
        try await world.run(for: .seconds(1))
        try expect(app.text == "10, 10 lines", or: .untrue("it shows \(app.text)"))
    }
}
