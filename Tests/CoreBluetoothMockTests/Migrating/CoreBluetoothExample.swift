#if canImport(XCTest)
import CoreBluetoothMock
import FaradayTesting
import XCTest

final class CoreBluetoothExampleTests: XCTestCase {
    private let temperature = temperatureCharacteristic()
    private lazy var spec = thermometer(temperature)

    override func setUp() {
        CBMCentralManagerMock.simulateCoreBluetooth()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
    }

    override func tearDown() {
        CBMCentralManagerMock.tearDownSimulation()
        // For tests that are about that library's behaviour.
        CBMCentralManagerMock.simulateCoreBluetooth(false)
    }

    func testThereIsADeviceAndItIsRead() {
        XCTAssertNotNil(CBMCentralManagerMock.simulatedDevice(for: spec))
        let app = ThermometerApp()
        let read = expectation(description: "a temperature")
        app.onTemperature = { read.fulfill() }
        wait(for: [read], timeout: 60)
        XCTAssertEqual(app.temperatures, [20])
    }
}
#endif
