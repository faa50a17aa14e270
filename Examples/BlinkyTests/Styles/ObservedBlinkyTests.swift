import CoreBluetoothMock
import FaradayTesting
import XCTest

/// A suite in the style of reactive libraries: managers and peripherals behind streams that are observed, firmware that is
/// a structure, specs that are globals and outlive every test.
class ObservedBlinkyTests: XCTestCase {
    /// Seconds that a busy machine may take for what is expected.
    private static let patience: TimeInterval = 300

    private var central: ObservedCentral!

    override class func setUp() {
        super.setUp()
        CBMCentralManagerMock.simulateInitialState(.poweredOff)
        CBMCentralManagerMock.simulatePeripherals([lamp, sensor])
    }

    override func setUp() {
        super.setUp()
        // Globals are in the state in which the last test has left them.
        lamp.simulateProximityChange(.near)
        CBMCentralManagerMock.simulatePeripherals([lamp, sensor])
        central = ObservedCentral()
    }

    override func tearDown() {
        central = nil
        CBMCentralManagerMock.tearDownSimulation()
        super.tearDown()
    }

    func testStatesAreObserved() {
        var states: [CBMManagerState] = []
        let on = expectation(description: "on")
        central.states.observe { state in
            states.append(state)
            if state == .poweredOn { on.fulfill() }
        }
        let off = expectation(description: "off")
        central.states.first { off.fulfill() }
        wait(for: [off], timeout: Self.patience)
        CBMCentralManagerMock.simulatePowerOn()
        wait(for: [on], timeout: Self.patience)
        XCTAssertEqual(states, [.poweredOff, .poweredOn])
    }

    func testEachPeripheralIsFoundOnce() {
        var names: [String] = []
        let both = expectation(description: "two reports")
        both.expectedFulfillmentCount = 2
        both.assertForOverFulfill = false
        central.found.observe {
            names.append($0.peripheral.name ?? "")
            both.fulfill()
        }
        let silence = expectation(description: "no third report")
        silence.isInverted = true
        central.found.observe { _ in if names.count > 2 { silence.fulfill() } }
        CBMCentralManagerMock.simulatePowerOn()
        central.whenOn { $0.manager.scanForPeripherals(withServices: nil) }
        wait(for: [both], timeout: Self.patience)
        wait(for: [silence], timeout: 0.6)
        XCTAssertEqual(names.sorted(), ["Lamp", "Sensor"])
    }

    func testAChainOfRequests() {
        let done = expectation(description: "the value is there")
        var value: Data?
        CBMCentralManagerMock.simulatePowerOn()
        central.find("Lamp") { lamp in
            lamp.connect { lamp in
                lamp.discover(.ledButtonService, .ledCharacteristic) { led in
                    lamp.write(Data([1]), to: led) {
                        lamp.read(led) {
                            value = $0
                            done.fulfill()
                        }
                    }
                }
            }
        }
        wait(for: [done], timeout: Self.patience)
        XCTAssertEqual(value, Data([1]))
        XCTAssertEqual(LampFirmware.writes.value, [Data([1])])
    }

    func testNotificationsAreObserved() {
        var heard: [UInt8] = []
        let all = expectation(description: "three values")
        CBMCentralManagerMock.simulatePowerOn()
        central.find("Lamp") { lamp in
            lamp.connect { lamp in
                lamp.discover(.ledButtonService, .buttonCharacteristic) { button in
                    lamp.values.observe { value in
                        heard += value
                        if heard.count == 3 { all.fulfill() }
                    }
                    lamp.subscribe(to: button) {
                        for value: UInt8 in [1, 2, 3] {
                            BlinkyTests.lamp.simulateValueUpdate(Data([value]), for: lampButton)
                        }
                    }
                }
            }
        }
        wait(for: [all], timeout: Self.patience)
        XCTAssertEqual(heard, [1, 2, 3])
    }

    func testAnErrorTravelsInANotification() {
        let told = expectation(forNotification: ObservedLamp.didFail, object: nil) { note in
            // Apps in this style write it like this.
            guard let error = note.userInfo?["error"] as? CBMError else { return false }
            return error.code == .peripheralDisconnected
        }
        CBMCentralManagerMock.simulatePowerOn()
        central.find("Lamp") { lamp in
            lamp.connect { _ in BlinkyTests.lamp.simulateDisconnection() }
        }
        wait(for: [told], timeout: Self.patience)
    }

    func testItIsLostOutOfRange() {
        let lost = expectation(description: "lost")
        CBMCentralManagerMock.simulatePowerOn()
        central.find("Lamp") { lamp in
            lamp.connect { _ in
                BlinkyTests.lamp.simulateProximityChange(.outOfRange)
            }
        }
        var code: CBMError.Code?
        central.lost.observe {
            code = ($0 as? CBMError)?.code
            lost.fulfill()
        }
        wait(for: [lost], timeout: Self.patience)
        XCTAssertEqual(code, .connectionTimeout)
        XCTAssertFalse(lamp.isConnected)
    }

    func testNotWhatItScansFor() {
        let silence = expectation(description: "nothing")
        silence.isInverted = true
        central.found.observe { _ in silence.fulfill() }
        CBMCentralManagerMock.simulatePowerOn()
        central.whenOn { $0.manager.scanForPeripherals(withServices: [CBMUUID(string: "1811")]) }
        wait(for: [silence], timeout: 0.5)
        // A new address, so that the phone does not know the device from earlier tests.
        lamp.simulateMacChange()
        XCTAssertTrue(central.manager.retrievePeripherals(withIdentifiers: [lamp.identifier]).isEmpty)
    }
}

/// The same suite in virtual time.
final class ObservedBlinkyVirtualTimeTests: ObservedBlinkyTests {
    override func setUp() {
        CBMCentralManagerMock.simulateVirtualTime()
        super.setUp()
    }

    /// On Linux, a class inherits tests only if it has one of its own.
    func testTimeIsVirtual() { XCTAssertFalse(CBMCentralManagerMock.simulatedPhone.world.isPaced) }
}
