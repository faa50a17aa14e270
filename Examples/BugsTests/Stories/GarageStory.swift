import Bugs
import FaradayTesting

extension Bug {
    /// A time limit and the callback of the cancelled connect both complete a call: a continuation would trap.
    static let garage = Bug(folder: "Garage", plan: [.connect().isNeverAnswered()]) { world, version in
        world.add(DeviceDefinition(name: "Garage") { DeviceAdvertising(services: ["FF60"]) })
        let phone = world.addPhone()
        let app: any GarageApp = phone.run {
            switch version {
            case .buggy: BuggyGarage(later: phone.later)
            case .mended: MendedGarage(later: phone.later)
            }
        }
        try await world.run(for: .seconds(1))

        for _ in 0..<3 {
            let ends = World.Lock(0)
            try await phone.open()
            world.note("the user connects")
            app.connect { result in
                world.note("the call to connect ends: " + (result.map { "\($0)" } ?? "connected"))
                ends.withLock { $0 += 1 }
            }
            try await phone.waitForEnd(of: "connecting") { ends.withLock { $0 } > 0 }
            try await world.run(for: .seconds(10))
            try await phone.open()
            world.note("the user disconnects")
            app.disconnect()
            try await world.run(for: .seconds(10))
            let count = ends.withLock { $0 }
            try expect(count == 1, or: .repeated("\(count) ends of one call"))
        }
    }
}
