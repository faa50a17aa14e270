#if canImport(XCTest)
import BluetoothPort
import CoreBluetoothMock
@testable import FaradayTesting
import XCTest

/// The story after a failure of a test with mocks, in virtual time and without a `SimulatedTestCase`.
final class MockStoryTests: XCTestCase {
    private let told = Lock<[String]>([])

    override func setUp() {
        super.setUp()
        let told = told
        TestStories.output.withLock { $0 = .init { text in told.withLock { $0.append(text) } } }
    }

    override func tearDown() {
        CBMCentralManagerMock.tearDownSimulation()
        TestStories.output.withLock { $0 = .init { print($0, terminator: "") } }
        super.tearDown()
    }

    private func fail() { TestStories.failed(name, "failed", #filePath) }

    func testTheStoryOfTheProcesssWorldIsTold() {
        CBMCentralManagerMock.simulateVirtualTime()
        expectStory([
            "app gets: connected", "app calls setNotifyValue(_:for:) true, 2A1C",
            "app gets: readValue(for:) 2A1C: 14",
        ])
        let text = told.withLock { $0.first ?? "" }
        XCTAssertFalse(text.contains("hint:") || text.contains("capture for Wireshark"), text)
    }

    func testTheStoryOfTheProcesssWorldIsToldWithTheLineToo() {
        CBMCentralManagerMock.simulateCoreBluetooth()
        defer { CBMCentralManagerMock.simulateCoreBluetooth(false) }
        CBMCentralManagerMock.simulateVirtualTime()
        expectStory([
            "didConnect Thermometer", "didUpdateValue 2A1C (Temperature Measurement)",
            "capture for Wireshark: ",
        ])
    }

    private func expectStory(_ texts: [String]) {
        CBMCentralManagerMock.simulatePeripherals([thermometer(temperatureCharacteristic())])
        CBMCentralManagerMock.simulatePowerOn()
        let app = ThermometerApp()
        let shown = expectation(description: "shown")
        app.onTemperature = { shown.fulfill() }
        wait(for: [shown], timeout: 60)
        fail()
        fail()
        let told = told.withLock { $0 }
        XCTAssertEqual(told.count, 1)
        for text in texts {
            XCTAssertTrue(told.first?.contains(text) == true, "\(text) is not in \(told)")
        }
    }

    func testInRealTimeNothingIsTold() {
        CBMCentralManagerMock.simulatePowerOn()
        fail()
        XCTAssertEqual(told.withLock { $0 }, [])
    }
}
#endif
