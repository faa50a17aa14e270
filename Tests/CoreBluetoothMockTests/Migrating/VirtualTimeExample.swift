#if canImport(XCTest)
import CoreBluetoothMock
import FaradayTesting
import XCTest

final class ThermometerTests: XCTestCase {
    private let temperature = temperatureCharacteristic()
    private lazy var spec = thermometer(temperature)

    override func setUp() {
        CBMCentralManagerMock.simulateVirtualTime()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
    }

    override func tearDown() {
        CBMCentralManagerMock.tearDownSimulation()
    }

    func testReadsAgainAfterAReset() {
        let app = ThermometerApp()
        let twice = expectation(description: "a temperature, and one more")
        twice.expectedFulfillmentCount = 2
        app.onTemperature = { [spec] in
            twice.fulfill()
            if app.lostCount == 0 { spec.simulateReset() }  // noticed after four seconds
        }
        wait(for: [twice], timeout: 10)
        XCTAssertEqual(app.lostCount, 1)
    }
}
#endif
