import Bugs
import FaradayTesting

extension Bug {
    /// A continuation is resumed by a time-out, and then by the callback that it waited for.
    static let scale = Bug(folder: "Scale", plan: []) { world, version in
        world.add(
            .sensor("Scale", "FF90") { write in
                let scale = write.device
                scale.world.after(.milliseconds(4850)) { scale.update("FF01", [70]) }
            })
        let app: any ScaleApp = world.addPhone().run {
            switch version {
            case .buggy: BuggyScale()
            case .mended: MendedScale()
            }
        }
        try await world.run(for: .seconds(3))
        for _ in 0..<5 {
            world.note("the user weighs something")
            let weight = await app.weigh()
            world.note("the app shows \(weight.map { "\($0) kg" } ?? "nothing")")
            try await world.run(for: .seconds(1))
        }
    }
}
