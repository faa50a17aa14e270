#if canImport(XCTest)
import FaradayTesting
import XCTest

final class LampXCTests: SimulatedTestCase {
    override var seed: UInt64 { 7 }

    func testSwitchesTheLampOn() throws {
        world.add(.lamp(), at: .meters(3))
        let app = world.addPhone(.iOS(18)).run { LampApp() }
        try world.run(until: { app.status == "on" }, timeout: .seconds(10))
    }
}
#endif
