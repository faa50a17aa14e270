import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import XCTest

@testable import Blinky

/// The app against mock peripherals, in real time; `BlinkyVirtualTimeTests` runs the same once more.
class BlinkyRealTimeTests: XCTestCase {
    /// Seconds that a busy machine may take for what is expected.
    private static let patience: TimeInterval = 300
    /// The blinky of the running test, and its firmware.
    private(set) var blinky: CBMPeripheralSpec!
    private(set) var firmware: BlinkyMockDelegate!
    private var managers: [BlinkyManager] = []

    override func setUp() {
        super.setUp()
        firmware = BlinkyMockDelegate()
        blinky = .blinky(delegate: firmware)
        CBMCentralManagerMock.simulatePeripherals([blinky])
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
    }

    override func tearDown() {
        CBMCentralManagerMock.simulateStateRestoration = nil
        CBMCentralManagerMock.simulateAuthorization(.allowedAlways)
        CBMCentralManagerMock.tearDownSimulation()
        managers = []
        super.tearDown()
    }

    // MARK: Finding

    func testScanFindsOnlyBlinkies() {
        usePeripherals([heartRateMonitor, blinky, beacon])
        let manager = makeManager()
        var names: [String?] = []
        let found = expectation(description: "three reports")
        found.expectedFulfillmentCount = 3
        found.assertForOverFulfill = false
        manager.onDiscovery = { blinky in
            names.append(blinky.name)
            found.fulfill()
        }
        manager.startScanning()
        XCTAssertTrue(manager.isScanning)
        wait(for: [found], timeout: Self.patience)
        XCTAssertEqual(Set(names), ["nRF Blinky"])
        XCTAssertEqual(manager.blinkies.map(\.identifier), [blinky.identifier])
    }

    func testSignalStrengthFollowsProximity() {
        CBMCentralManagerMock.simulateRSSIDeviation(.custom(5))
        let manager = makeManager()
        manager.startScanning()
        for (proximity, strength) in [(CBMProximity.immediate, -40), (.near, -70), (.far, -100)] {
            blinky.simulateProximityChange(proximity)
            let heard = expectation(description: "heard \(proximity)")
            heard.expectedFulfillmentCount = 3
            heard.assertForOverFulfill = false
            var isThere = false
            manager.onDiscovery = { blinky in
                // Reports from the old position may still arrive; none arrives after the first report from
                // the new position.
                let fits = (strength - 5...strength + 5).contains(blinky.rssi ?? 0)
                if isThere { XCTAssertTrue(fits, "\(blinky.rssi ?? 0) at \(proximity)") }
                isThere = isThere || fits
                if isThere { heard.fulfill() }
            }
            wait(for: [heard], timeout: Self.patience)
        }
    }

    func testNothingIsFoundOnceTheScanIsOver() {
        let manager = makeManager()
        let app = find(with: manager)
        manager.stopScanning()
        XCTAssertFalse(manager.isScanning)
        let found = expectation(description: "a report")
        found.isInverted = true
        manager.onDiscovery = { _ in found.fulfill() }
        wait(for: [found], timeout: 1)
        XCTAssertEqual(app.state, .disconnected)
    }

    func testABlinkyThatWasMetBeforeIsRetrievedWithoutAScan() throws {
        blinky.simulateCaching()
        let manager = makeManager()
        XCTAssertNil(manager.blinky(withIdentifier: UUID()))
        let app = try XCTUnwrap(manager.blinky(withIdentifier: blinky.identifier))
        connect(app, with: manager)
        XCTAssertFalse(manager.isScanning)
    }

    // MARK: Using

    func testConnectsAndDiscovers() {
        firmware.isLEDOn = true
        let app = findAndConnect()
        XCTAssertEqual(app.name, "nRF Blinky")
        XCTAssertEqual(app.isLEDOn, true)
        XCTAssertEqual(app.isButtonPressed, false)
        XCTAssertFalse(app.hasDisplay)
        XCTAssertEqual(firmware.connectionCount, 1)
        XCTAssertTrue(blinky.isConnected)

        app.refreshRSSI()
        wait(for: [told(.blinkyRSSIDidChange, by: app)], timeout: Self.patience)
        XCTAssertTrue((-55 ... -25).contains(app.rssi ?? 0))
    }

    func testSwitchesTheLED() {
        let app = findAndConnect()
        for isOn in [true, false] {
            app.turnLED(on: isOn)
            wait(for: [told(.blinkyLEDDidChange, by: app)], timeout: Self.patience)
            XCTAssertEqual(app.isLEDOn, isOn)
            XCTAssertEqual(firmware.isLEDOn, isOn)
        }
        // Someone else switches the LED, and the app sees it when it reads the value.
        firmware.isLEDOn = true
        app.refreshLED()
        wait(for: [told(.blinkyLEDDidChange, by: app)], timeout: Self.patience)
        XCTAssertEqual(app.isLEDOn, true)
        XCTAssertEqual(firmware.writes, [Data([1]), Data([0])])
    }

    func testHearsOfTheButton() {
        let app = findAndConnect()
        for isPressed in [true, false, true] {
            blinky.simulateValueUpdate(Data([isPressed ? 1 : 0]), for: .buttonCharacteristic)
            wait(for: [told(.blinkyButtonDidChange, by: app)], timeout: Self.patience)
            XCTAssertEqual(app.isButtonPressed, isPressed)
        }
    }

    func testWritesALongLabel() {
        updateFirmware()
        let app = findAndConnect()
        XCTAssertTrue(app.hasDisplay)
        let text = String(repeating: "All work and no play. ", count: 8)
        app.show(text)
        wait(for: [told(.blinkyLabelDidChange, by: app)], timeout: Self.patience)
        XCTAssertEqual(app.label, text)
        XCTAssertEqual(firmware.label, Data(text.utf8))
        XCTAssertEqual(firmware.writes.count, 1, "a long write is one write")
    }

    func testServicesChangeWhileConnected() {
        let app = findAndConnect()
        XCTAssertFalse(app.hasDisplay)
        let renamed = told(.blinkyNameDidChange, by: app)
        blinky.simulateServiceChange(newName: "Blinky 2", newServices: [.ledButtonServiceWithDisplay])
        wait(for: [told(.blinkyIsReady, by: app), renamed], timeout: Self.patience)
        XCTAssertTrue(app.hasDisplay)
        XCTAssertEqual(app.name, "Blinky 2")

        app.turnLED(on: true)
        wait(for: [told(.blinkyLEDDidChange, by: app)], timeout: Self.patience)
        XCTAssertTrue(firmware.isLEDOn)
    }

    func testTwoManagersShareABlinky() throws {
        let (first, second) = (makeManager(), makeManager())
        let mine = findAndConnect(with: first)
        let yours = try XCTUnwrap(second.connectedBlinkies().first)
        XCTAssertEqual(yours.identifier, mine.identifier)
        connect(yours, with: second)
        XCTAssertEqual(firmware.connectionCount, 1, "one link for both")

        let heard = [told(.blinkyButtonDidChange, by: mine), told(.blinkyButtonDidChange, by: yours)]
        blinky.simulateValueUpdate(Data([1]), for: .buttonCharacteristic)
        wait(for: heard, timeout: Self.patience)

        first.disconnect(mine)
        wait(for: [told(.blinkyDidDisconnect, by: mine)], timeout: Self.patience)
        XCTAssertNil(mine.lastError)
        XCTAssertEqual(yours.state, .ready)
        XCTAssertTrue(blinky.isConnected)
        XCTAssertEqual(firmware.disconnectionCount, 0)
    }

    // MARK: Losing

    func testConnectsAgainAfterTheBlinkyHungUp() {
        let app = findAndConnect()
        let back = told(.blinkyIsReady, by: app)
        var error: Error?
        let lost = told(.blinkyDidDisconnect, by: app) { error = app.lastError }
        blinky.simulateDisconnection()
        wait(for: [lost, back], timeout: Self.patience, enforceOrder: true)
        XCTAssertEqual((error as? CBMError)?.code, .peripheralDisconnected)
        XCTAssertEqual(firmware.connectionCount, 2)
        XCTAssertEqual(firmware.disconnectionCount, 1)
    }

    func testAResetIsNoticedAfterTheSupervisionTimeout() {
        let app = findAndConnect()
        app.turnLED(on: true)
        wait(for: [told(.blinkyLEDDidChange, by: app)], timeout: Self.patience)

        var error: Error?
        let back = told(.blinkyIsReady, by: app)
        // The simulation's clock. In real time it is the machine's clock, and consistent with callbacks.
        let world = CBMCentralManagerMock.simulatedPhone.world
        var end = world.now
        let lost = told(.blinkyDidDisconnect, by: app) { (error, end) = (app.lastError, world.now) }
        let start = world.now
        blinky.simulateReset()
        wait(for: [lost, back], timeout: Self.patience, enforceOrder: true)
        XCTAssertGreaterThan(end, start + .seconds(3.5))
        XCTAssertEqual((error as? CBMError)?.code, .connectionTimeout)
        XCTAssertEqual(app.isLEDOn, false, "it restarted with the LED off")
    }

    func testConnectsAgainOnceBackInRange() {
        useBlinky(supervisionTimeout: 1)
        let app = findAndConnect()
        let lost = told(.blinkyDidDisconnect, by: app)
        blinky.simulateProximityChange(.outOfRange)
        wait(for: [lost], timeout: Self.patience)
        XCTAssertEqual((app.lastError as? CBMError)?.code, .connectionTimeout)
        XCTAssertEqual(app.state, .connecting)

        blinky.simulateProximityChange(.near)
        wait(for: [told(.blinkyIsReady, by: app)], timeout: Self.patience)
        XCTAssertEqual(firmware.connectionCount, 2)
    }

    func testARejectedConnectionIsAnError() {
        firmware.admission = .failure(CBMError(.connectionLimitReached))
        let manager = makeManager()
        let app = find(with: manager)
        manager.connect(app)
        XCTAssertEqual(app.state, .connecting)
        wait(for: [told(.blinkyDidDisconnect, by: app)], timeout: Self.patience)
        XCTAssertEqual((app.lastError as? CBMError)?.code, .connectionLimitReached)
        XCTAssertEqual(app.state, .disconnected)

        firmware.admission = .success(())
        connect(app, with: manager)
    }

    // MARK: The phone

    func testComesBackAfterBluetoothWasOff() {
        let manager = makeManager()
        let app = findAndConnect(with: manager)
        CBMCentralManagerMock.simulatePowerOff()
        wait(for: [told(.blinkyDidDisconnect, by: app)], timeout: Self.patience)
        XCTAssertEqual(manager.state, .poweredOff)
        XCTAssertNil(app.lastError)

        CBMCentralManagerMock.simulatePowerOn()
        wait(for: [told(.blinkyIsReady, by: app)], timeout: Self.patience)
        XCTAssertEqual(manager.state, .poweredOn)
    }

    func testWithoutPermissionThereIsNoBluetooth() {
        CBMCentralManagerMock.simulateAuthorization(.denied)
        let manager = makeManager(expecting: .unauthorized)
        XCTAssertEqual(CBMCentralManagerMock.authorization, .denied)
        manager.startScanning()
        XCTAssertFalse(manager.isScanning)
    }

    func testARelaunchedAppGetsItsBlinkyBack() throws {
        blinky.simulateConnection()
        let identifier = "blinkies"
        CBMCentralManagerMock.simulateStateRestoration = { [blinky] restored in
            XCTAssertEqual(restored, identifier)
            return [CBMCentralManagerRestoredStatePeripheralsKey: [blinky!]]
        }
        let manager = makeManager(restoreIdentifier: identifier)
        let app = try XCTUnwrap(manager.blinkies.first)
        XCTAssertEqual(app.identifier, blinky.identifier)
        if app.state != .ready { wait(for: [told(.blinkyIsReady, by: app)], timeout: Self.patience) }
        blinky.simulateValueUpdate(Data([1]), for: .buttonCharacteristic)
        wait(for: [told(.blinkyButtonDidChange, by: app)], timeout: Self.patience)
        XCTAssertEqual(app.isButtonPressed, true)
    }
}

// MARK: - What tests say in a line

extension BlinkyRealTimeTests {
    /// An app's manager, when it knows the state of the radio.
    func makeManager(
        restoreIdentifier: String? = nil, expecting state: CBMManagerState = .poweredOn
    ) -> BlinkyManager {
        let manager = BlinkyManager(restoreIdentifier: restoreIdentifier, forceMock: true)
        managers.append(manager)
        let known = expectation(description: "the radio is known")
        known.assertForOverFulfill = false
        manager.onStateChange = { if $0 == state { known.fulfill() } }
        wait(for: [known], timeout: Self.patience)
        return manager
    }

    func find(with manager: BlinkyManager) -> BlinkyPeripheral {
        let found = expectation(description: "found")
        found.assertForOverFulfill = false
        manager.onDiscovery = { _ in found.fulfill() }
        manager.startScanning()
        wait(for: [found], timeout: Self.patience)
        manager.onDiscovery = nil
        return manager.blinkies[0]
    }

    func connect(_ app: BlinkyPeripheral, with manager: BlinkyManager) {
        let ready = told(.blinkyIsReady, by: app)
        manager.connect(app)
        wait(for: [ready], timeout: Self.patience)
    }

    func findAndConnect(with manager: BlinkyManager? = nil) -> BlinkyPeripheral {
        let manager = manager ?? makeManager()
        let app = find(with: manager)
        manager.stopScanning()
        connect(app, with: manager)
        return app
    }

    /// Fulfilled the next time that `app` posts `name`.
    func told(
        _ name: Notification.Name, by app: BlinkyPeripheral, then body: @escaping () -> Void = {}
    ) -> XCTestExpectation {
        expectation(forNotification: name, object: app) { _ in
            body()
            return true
        }
    }

    /// Replaces the blinky of the test by another one.
    func useBlinky(services: [CBMServiceMock] = [.ledButtonService], supervisionTimeout: TimeInterval = 4) {
        blinky = .blinky(services: services, supervisionTimeout: supervisionTimeout, delegate: firmware)
        usePeripherals([blinky])
    }

    /// Replaces all peripherals.
    func usePeripherals(_ peripherals: [CBMPeripheralSpec]) {
        CBMCentralManagerMock.simulatePowerOff()
        CBMCentralManagerMock.simulatePeripherals(peripherals)
        CBMCentralManagerMock.simulatePowerOn()
    }

    func updateFirmware() { useBlinky(services: [.ledButtonServiceWithDisplay]) }
}
