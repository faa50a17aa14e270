#if canImport(XCTest) && os(Linux)
@testable import CoreBluetoothMock
import BluetoothTypes
import FaradaySimulation
import FaradayTesting
import XCTest

/// Waits for predicates after `simulateVirtualTime()`: XCTest asks the predicate again and again, in virtual time.
final class MockPredicateWaitTests: XCTestCase {
    private let temperature = temperatureCharacteristic()
    private lazy var spec = thermometer(temperature)

    override func tearDown() {
        CBMCentralManagerMock.tearDownSimulation()
        ProcessPhone.setBehaviour(.atFirst)
        super.tearDown()
    }

    private func begin(withCoreBluetooth: Bool) -> World {
        if withCoreBluetooth { CBMCentralManagerMock.simulateCoreBluetooth() }
        CBMCentralManagerMock.simulateVirtualTime()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
        return CBMCentralManagerMock.simulatedPhone.world
    }

    private func endsAtTheInstant(withCoreBluetooth: Bool) {
        let world = begin(withCoreBluetooth: withCoreBluetooth)
        let app = ThermometerApp()
        nonisolated(unsafe) var reading: Instant?
        app.onTemperature = { if reading == nil { reading = world.now } }
        let read = XCTNSPredicateExpectation(predicate: NSPredicate { _, _ in reading != nil }, object: nil)
        wait(for: [read], timeout: 600)
        guard let reading else { return XCTFail("no reading") }
        XCTAssertLessThanOrEqual(world.now - reading, .milliseconds(100))
    }

    func testStoriesBeginAtZero() {
        for withCoreBluetooth in [false, true] {
            // Time is real at first.
            _ = CBMCentralManagerMock.simulatedPhone
            usleep(2000)
            XCTAssertEqual(begin(withCoreBluetooth: withCoreBluetooth).now, .zero)
            CBMCentralManagerMock.tearDownSimulation()
        }
    }

    func testByDefault() { endsAtTheInstant(withCoreBluetooth: false) }
    func testWithCoreBluetooth() { endsAtTheInstant(withCoreBluetooth: true) }

    private func failsInVirtualTime(withCoreBluetooth: Bool) {
        let world = begin(withCoreBluetooth: withCoreBluetooth)
        let app = ThermometerApp()
        let start = world.now
        let never = XCTNSPredicateExpectation(predicate: NSPredicate { _, _ in false }, object: nil)
        withExtendedLifetime(app) {
            XCTAssertEqual(XCTWaiter.wait(for: [never], timeout: 600), .timedOut)
        }
        XCTAssertEqual(world.now, start + .seconds(600))
    }

    func testAWaitThatFailsTakesVirtualTime() { failsInVirtualTime(withCoreBluetooth: false) }
    func testAWaitThatFailsTakesVirtualTimeWithCoreBluetooth() { failsInVirtualTime(withCoreBluetooth: true) }
}
#endif
