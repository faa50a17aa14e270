#if canImport(XCTest)
import FaradayTesting
import XCTest

final class LampXCTests: SimulatedTestCase {
    override var seed: UInt64 { 7 }

    func testSwitchesTheLampOn() {
        world.add(.lamp(), at: .meters(3))
        let app = world.addPhone(.iOS(18)).run { LampApp() }
        let isOn = expectation(description: "the lamp is on")
        app.onChange = { if $0 == "on" { isOn.fulfill() } }
        wait(for: [isOn], timeout: 10)
    }
}
#endif
