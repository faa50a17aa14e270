#if canImport(XCTest)
import FaradayTesting
import XCTest

final class LampXCTests: SimulatedTestCase {
    override var seed: UInt64 { 9 }

    func testShowsTheBrightness() throws {
        let lamp = world.add(AssistantsPage.lamp(), at: .meters(2))
        let app = world.addPhone(.iOS(18)).run { LampApp() }
        try world.run(until: { app.isReady })

        let shown = expectation(description: "the brightness is shown")
        app.onValue = { value in if value == 40 { shown.fulfill() } }
        lamp.update("FF01", [40])
        wait(for: [shown], timeout: 10)
    }
}
#endif
