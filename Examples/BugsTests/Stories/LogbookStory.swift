import Bugs
import FaradayTesting

extension Bug {
    /// What is checked on one queue is done on another.
    static let logbook = Bug(folder: "Logbook", plan: []) { world, version in
        let device = world.add(.sensor("Logger", "FF60"))
        let app: any LogbookApp = world.addPhone().run {
            switch version {
            case .buggy: BuggyLogbook()
            case .mended: MendedLogbook()
            }
        }
        try await world.run(until: { device.subscriberCount(of: "FF01") == 1 }, timeout: .seconds(30))
        for number: UInt8 in 1...10 {
            world.note("the logger sends record \(number), and sends it again")
            device.update("FF01", [number])
            try await world.run(for: .milliseconds(40))
            device.update("FF01", [number])
            try await world.run(for: .seconds(1))
        }
        let rows = app.rows
        try expect(Set(rows).count == rows.count, or: .repeated("rows \(rows)"))
        try expect(rows.sorted() == Array(1...10), or: .left("rows \(rows)"))
    }
}
