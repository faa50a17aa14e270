import Bugs
import FaradayTesting

extension Bug {
    /// An actor is entered again while it waits.
    static let vending = Bug(folder: "Vending", plan: []) { world, version in
        let device = world.add(.sensor("Machine", "FFA0") { _ in })
        let app: any VendingApp = world.addPhone().run {
            switch version {
            case .buggy: BuggyVending()
            case .mended: MendedVending()
            }
        }
        try await world.run(until: { device.subscriberCount(of: "FF01") == 1 }, timeout: .seconds(30))
        try await world.run(for: .seconds(1))
        world.note("the user taps twice")
        async let first = app.buy()
        try await world.run(for: .milliseconds(140))
        async let second = app.buy()
        let bought = await [first, second].filter { $0 }.count
        let cents = await app.cents
        try expect(bought == 1, or: .repeated("\(bought) drinks for 100 cents"))
        try expect(cents == 40, or: .untrue("\(cents) cents are left"))
    }
}
