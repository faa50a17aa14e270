#if canImport(XCTest)
@testable import CoreBluetoothMock
import FaradayTesting
import XCTest

/// Callbacks on their way, as they are in real time where the main thread is busy.
final class LateCallbackCoreBluetoothTests: LateCallbackTests {
    override func setUp() {
        super.setUp()
        CBMCentralManagerMock.simulateCoreBluetooth()
    }

    override func tearDown() {
        super.tearDown()
        CBMCentralManagerMock.simulateCoreBluetooth(false)
    }

    func testItIsCoreBluetooths() { XCTAssertTrue(MockPhone.current.simulation is AirSimulation) }
}

/// The same with CoreBluetoothMock's behaviour.
class LateCallbackTests: XCTestCase {
    override func tearDown() {
        CBMCentralManagerMock.tearDownSimulation()
        super.tearDown()
    }

    /// Blocks the main thread until this much of the world's time has passed; callbacks wait for it meanwhile.
    private func block(for time: Nanoseconds) {
        let over = DispatchSemaphore(value: 0)
        MockPhone.current.world.after(time) { over.signal() }
        over.wait()
    }

    /// Lets callbacks come until nothing waits on the main queue.
    private func settle() {
        let settled = expectation(description: "settled")
        DispatchQueue.main.async { settled.fulfill() }
        wait(for: [settled], timeout: 300)
    }

    /// Finds a thermometer that takes connections, in real time.
    private func found(
        _ proxy: CBMCentralManagerDelegateProxy, _ temperature: CBMCharacteristicMock,
        _ spec: CBMPeripheralSpec
    ) -> (CBMCentralManager, CBMPeripheral?) {
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let found = expectation(description: "found")
        var peripheral: CBMPeripheral?
        proxy.didUpdateState = {
            $0.scanForPeripherals(
                withServices: nil, options: [CBMCentralManagerScanOptionAllowDuplicatesKey: true])
        }
        proxy.didDiscoverPeripheral = { _, other, _, _ in
            if peripheral == nil { found.fulfill() }
            peripheral = other
        }
        let manager = CBMCentralManagerMock(delegate: proxy, queue: nil)
        wait(for: [found], timeout: 300)
        return (manager, peripheral)
    }

    func testNoReportComesAfterTheEndOfAScan() {
        let proxy = CBMCentralManagerDelegateProxy()
        let temperature = temperatureCharacteristic()
        let (manager, _) = found(proxy, temperature, thermometer(temperature))
        block(for: .milliseconds(300))
        manager.stopScan()
        proxy.didDiscoverPeripheral = { _, _, _, _ in XCTFail("the scan is over") }
        settle()
    }

    func testReportsOfAnEndedScanAreNoneOfTheNextOne() {
        let proxy = CBMCentralManagerDelegateProxy()
        let temperature = temperatureCharacteristic()
        let (manager, _) = found(proxy, temperature, thermometer(temperature))
        block(for: .milliseconds(300))
        var reports = 0
        proxy.didDiscoverPeripheral = { _, _, _, _ in reports += 1 }
        manager.stopScan()
        manager.scanForPeripherals(withServices: nil)
        settle()
        XCTAssertLessThanOrEqual(reports, 1)
    }

    func testNoReportComesOfAPeripheralThatHasGone() {
        for silence in [{ $0.simulateProximityChange(.outOfRange) }, { $0.simulateAdvertisementChange(nil) }]
            as [(CBMPeripheralSpec) -> Void]
        {
            let proxy = CBMCentralManagerDelegateProxy()
            let temperature = temperatureCharacteristic()
            let spec = thermometer(temperature)
            let (manager, _) = found(proxy, temperature, spec)
            block(for: .milliseconds(300))
            silence(spec)
            proxy.didDiscoverPeripheral = { _, _, _, _ in XCTFail("it is not on air") }
            settle()
            XCTAssertTrue(manager.isScanning)
            CBMCentralManagerMock.tearDownSimulation()
        }
    }

    func testNoValueComesAfterTearDown() throws {
        let proxy = CBMCentralManagerDelegateProxy()
        let temperature = temperatureCharacteristic()
        let spec = thermometer(temperature)
        let (manager, found) = found(proxy, temperature, spec)
        let peripheral = try XCTUnwrap(found)
        manager.stopScan()
        let subscribed = expectation(description: "subscribed")
        proxy.didConnect = { _, peripheral in peripheral.discoverServices(nil) }
        let delegate = CBMPeripheralDelegateProxy()
        delegate.didDiscoverServices = { peripheral, _ in
            for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
        }
        delegate.didDiscoverCharacteristics = { peripheral, service, _ in
            for characteristic in service.characteristics ?? [] {
                peripheral.setNotifyValue(true, for: characteristic)
            }
        }
        delegate.didUpdateNotificationState = { _, _, _ in subscribed.fulfill() }
        peripheral.delegate = delegate
        manager.connect(peripheral)
        wait(for: [subscribed], timeout: 300)
        let heard = expectation(description: "heard")
        delegate.didUpdateCharacteristicValue = { _, _, _ in heard.fulfill() }
        spec.simulateValueUpdate(Data([1]), for: temperature)
        wait(for: [heard], timeout: 300)
        spec.simulateValueUpdate(Data([2]), for: temperature)
        block(for: .milliseconds(300))
        delegate.didUpdateCharacteristicValue = { _, _, _ in XCTFail("the simulation is over") }
        CBMCentralManagerMock.tearDownSimulation()
        settle()
        XCTAssertEqual(manager.state, .unknown)
        withExtendedLifetime((peripheral, delegate)) {}
    }
}
#endif
