import Bugs
import FaradayTesting

extension Bug {
    /// A flag is read on one queue and written on another, between two pieces.
    static let gauge = Bug(folder: "Gauge", plan: []) { world, version in
        let device = world.add(.sensor("Tyre", "FF70"))
        let app: any GaugeApp = world.addPhone().run {
            switch version {
            case .buggy: BuggyGauge()
            case .mended: MendedGauge()
            }
        }
        try await world.run(until: { device.subscriberCount(of: "FF01") == 1 }, timeout: .seconds(30))
        for pressure: UInt8 in 20...29 {
            world.note("the pressure is \(pressure), and then \(pressure + 100)")
            device.update("FF01", [pressure])
            try await world.run(for: .milliseconds(40))
            device.update("FF01", [pressure + 100])
            try await world.run(for: .seconds(1))
            let shown = app.shown
            try expect(
                shown == pressure + 100,
                or: .untrue("it shows \(shown ?? 0), and the tyre has \(pressure + 100)"))
        }
    }
}
