import Bugs
import FaradayTesting
import Foundation

extension Bug {
    /// The app waits to be told that there is room, and there was room from the start (behaviour 5.18).
    static let plotter = Bug(folder: "Plotter", plan: []) { world, version in
        let drawn = World.Lock<[UInt8]>([])
        world.add(
            DeviceDefinition(name: "Plotter") {
                DeviceAdvertising(services: ["FFD0"])
                DeviceService("FFD0") {
                    DeviceCharacteristic("FFD1", .writeWithoutResponse)
                        .onWrite { write in drawn.withLock { $0 += write.value } }
                }
            })
        let drawing = (0..<100).map { Data([UInt8($0)]) }
        let phone = world.addPhone()
        let app: any PlotterApp = phone.run {
            switch version {
            case .buggy: BuggyPlotter(drawing: drawing)
            case .mended: MendedPlotter(drawing: drawing)
            }
        }
        try await phone.waitForEnd(of: "the drawing") { app.sentCount == 100 }
        try await world.run(for: .seconds(2))
        let lines = drawn.withLock { $0 }
        try expect(lines == (0..<100).map { UInt8($0) }, or: .left("a drawing with \(lines.count) lines"))
    }
}
