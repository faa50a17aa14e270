import Bugs
import FaradayTesting

extension Bug {
    /// A timer fires between a cancel and the new connection.
    static let leash = Bug(folder: "Leash", plan: []) { world, version in
        let device = world.add(.sensor("Tag", "FF80"))
        let app: any LeashApp = world.addPhone().run {
            switch version {
            case .buggy: BuggyLeash()
            case .mended: MendedLeash()
            }
        }
        try await world.run(until: { app.isWatching }, timeout: .seconds(30))
        for _ in 0..<3 {
            // Ticks come every second; this is shortly before one.
            try await world.run(for: .milliseconds(2900))
            world.note("the user wants a new connection")
            app.restart()
            for _ in 0..<30 where !app.isWatching { try await world.run(for: .seconds(1)) }
            try expect(app.alerts.isEmpty, or: .untrue(app.alerts.last ?? ""))
            try expect(app.isWatching, or: .endless("a new connection"))
            // The next ticks count from the new connection.
            try await world.run(for: .milliseconds(1))
        }
    }
}
