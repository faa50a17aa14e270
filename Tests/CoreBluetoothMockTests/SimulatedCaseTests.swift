#if canImport(XCTest) && !canImport(Darwin)
import CoreBluetoothMock
import FaradayTesting
import XCTest

/// Mock peripherals in `SimulatedTestCase`s.
final class SimulatedCaseTests: XCTestCase {
    func testAnAppGoesWithItsTest() throws {
        weak var gone: Wrapper?
        let inner = SimulatedTestCase(name: "inner") { _ in }
        inner.setUp()
        do {
            CBMCentralManagerMock.simulatePeripherals([thermometer(temperatureCharacteristic())])
            CBMCentralManagerMock.simulatePowerOn()
            let app = Wrapper()
            gone = app
            try inner.world.run(until: { app.peripheral != nil })
        }
        XCTAssertNotNil(gone, "its peripheral keeps it")
        inner.tearDown()
        XCTAssertNil(gone)
    }

    func testTheLastWordMayWaitForTheMainQueue() {
        let inner = SimulatedTestCase(name: "inner") { _ in }
        inner.setUp()
        let on = expectation(description: "on")
        let ended = expectation(description: "ended")
        let proxy = CBMCentralManagerDelegateProxy()
        proxy.didUpdateState = { manager in
            DispatchQueue.main.sync {}
            if manager.state == .poweredOn { on.fulfill() }
            if manager.state == .unknown { ended.fulfill() }
        }
        CBMCentralManagerMock.simulatePowerOn()
        let manager = CBMCentralManagerMock(delegate: proxy, queue: DispatchQueue(label: "own"))
        wait(for: [on], timeout: 300)
        CBMCentralManagerMock.tearDownSimulation()
        wait(for: [ended], timeout: 300)
        XCTAssertEqual(manager.state, .unknown)
        inner.tearDown()
    }
}
#endif
