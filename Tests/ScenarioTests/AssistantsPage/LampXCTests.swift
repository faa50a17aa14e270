#if canImport(XCTest)
import FaradayTesting
import XCTest

final class LampXCTests: SimulatedTestCase {
    override var seed: UInt64 { 9 }

    func testShowsTheBrightness() throws {
        let lamp = world.add(AssistantsPage.lamp(), at: .meters(2))
        let app = world.addPhone(.iOS(18)).run { LampApp() }
        try world.run(until: { app.isReady })
        lamp.update("FF01", [40])
        try world.run(until: { app.values.last == 40 })
    }
}
#endif
