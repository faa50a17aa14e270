#if canImport(XCTest)
import CoreBluetoothMock
import FaradayTesting
import RandomCases
import XCTest

/// Tests as that library's users write them, in real time: one app with one manager for all tests. A test switches
/// Bluetooth off at its end, and never tears the simulation down, because the app's manager would be of no use any more.
class ExampleTests: XCTestCase {
    class var isVirtual: Bool { false }
    /// Seconds that a busy machine may take for what is expected.
    private static let patience: TimeInterval = 300
    private nonisolated(unsafe) static var shared: ExampleApp?
    private(set) var blinky = ExampleBlinky()
    private(set) var spec: CBMPeripheralSpec!
    private var app: ExampleApp { Self.shared! }

    override func setUp() {
        super.setUp()
        begin()
    }

    override func tearDown() {
        end()
        super.tearDown()
    }

    override class func tearDown() {
        CBMCentralManagerMock.tearDownSimulation()
        shared = nil
        super.tearDown()
    }

    private func begin() {
        if Self.isVirtual { CBMCentralManagerMock.simulateVirtualTime() }
        blinky = ExampleBlinky()
        spec = blinky.spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
        guard let app = Self.shared else {
            let app = ExampleApp()
            Self.shared = app
            return wait(for: [heard("state", by: app)], timeout: Self.patience)
        }
        app.forget()
        wait(for: [heard("state", by: app)], timeout: Self.patience)
        XCTAssertEqual(app.manager.state, .poweredOn)
    }

    private func end() {
        CBMCentralManagerMock.simulatePowerOff()
        XCTAssertFalse(app.manager.isScanning)
        XCTAssertEqual(app.manager.state, .poweredOff)
    }

    private func heard(_ event: String, by app: ExampleApp) -> XCTestExpectation {
        let heard = expectation(description: event)
        app.once(event) { heard.fulfill() }
        return heard
    }

    /// Does something, and waits until the app has heard of it.
    private func expect(_ events: String..., body: () -> Void) {
        let all = events.map { heard($0, by: app) }
        body()
        wait(for: all, timeout: Self.patience)
    }

    private func find() -> CBMPeripheral {
        expect("found Blinky") { app.scan() }
        app.manager.stopScan()
        return app.found[0]
    }

    private func connect() -> CBMPeripheral {
        let peripheral = find()
        expect("ready") { app.manager.connect(peripheral) }
        XCTAssertEqual(peripheral.name, "nRF Blinky")
        return peripheral
    }

    // MARK: The tests; each may come after any other

    private static var every: [(ExampleTests) -> () throws -> Void] {
        [
            { $0.testReady }, { $0.testButtonAndLED }, { $0.testOutOfRange }, { $0.testPowerCycle },
            { $0.testReset }, { $0.testRemoteEnd }, { $0.testRefusal }, { $0.testUnsupported },
            { $0.testServiceChange }, { $0.testAddressChange }, { $0.testOpenRequests },
            { $0.testRestoration },
        ]
    }

    func testReady() {
        let peripheral = connect()
        XCTAssertEqual(peripheral.state, .connected)
        XCTAssertTrue(spec.isConnected)
        expect("disconnected") { app.manager.cancelPeripheralConnection(peripheral) }
        XCTAssertNil(app.failure)
        XCTAssertFalse(spec.isConnected)
    }

    func testButtonAndLED() throws {
        let peripheral = connect()
        XCTAssertTrue(blinky.button.isNotifying)
        XCTAssertTrue(blinky.services[0].peripheral === peripheral)
        for isPressed in [true, false] {
            expect("value") { blinky.press(isPressed, at: spec) }
            XCTAssertEqual(app.button, isPressed)
        }
        let led = try XCTUnwrap(app.characteristic(ExampleBlinky.led, of: peripheral))
        expect("written") { peripheral.writeValue(Data([1]), for: led, type: .withResponse) }
        XCTAssertTrue(blinky.isLit)
        expect("value") { peripheral.readValue(for: led) }
        XCTAssertEqual(led.value, Data([1]))
    }

    func testOutOfRange() {
        let peripheral = find()
        spec.simulateProximityChange(.outOfRange)
        app.manager.connect(peripheral)
        XCTAssertEqual(peripheral.state, .connecting)
        expect("disconnected", "state poweredOff") {
            app.manager.cancelPeripheralConnection(peripheral)
            CBMCentralManagerMock.simulatePowerOff()
        }
        XCTAssertEqual(app.events.suffix(2), ["disconnected", "state poweredOff"])
        XCTAssertEqual(peripheral.state, .disconnected)
        XCTAssertEqual(blinky.links, 0)
    }

    func testPowerCycle() {
        let old = connect()
        expect("state poweredOff") { CBMCentralManagerMock.simulatePowerOff() }
        XCTAssertEqual(old.state, .disconnected)
        XCTAssertNil(old.services)
        expect("state poweredOn") { CBMCentralManagerMock.simulatePowerOn() }
        XCTAssertFalse(app.events.contains("disconnected"))
        app.forget()
        let new = connect()
        XCTAssertFalse(new === old)
        XCTAssertEqual(new.identifier, old.identifier)
    }

    func testReset() {
        let peripheral = connect()
        blinky.isLit = true
        expect("disconnected") { spec.simulateReset() }
        XCTAssertEqual((app.failure as? CBMError)?.code, .connectionTimeout)
        XCTAssertFalse(blinky.isLit)
        expect("ready") { app.manager.connect(peripheral) }
    }

    func testRemoteEnd() {
        let peripheral = connect()
        expect("disconnected") { spec.simulateDisconnection() }
        XCTAssertEqual((app.failure as? CBMError)?.code, .peripheralDisconnected)
        expect("ready") { app.manager.connect(peripheral) }
        // On a busy machine the device advertises again before it connects, and its delegate is asked once more.
        let links = blinky.links
        expect("connected") {
            app.manager.connect(peripheral)
            XCTAssertEqual(peripheral.state, .connecting)
        }
        XCTAssertEqual(blinky.links, links)
    }

    func testRefusal() {
        let peripheral = find()
        blinky.admission = .failure(CBMError(.connectionLimitReached))
        expect("connection") { app.manager.connect(peripheral) }
        XCTAssertEqual((app.failure as? CBMError)?.code, .connectionLimitReached)
        XCTAssertEqual(peripheral.state, .disconnected)
    }

    func testUnsupported() {
        let peripheral = find()
        spec.simulateServiceChange(
            newName: nil, newServices: [CBMServiceMock(type: CBMUUID(string: "180F"), primary: true)])
        expect("unsupported") { app.manager.connect(peripheral) }
        XCTAssertEqual(peripheral.name, "nRF Blinky", "nobody was connected when it changed")
    }

    func testServiceChange() {
        let peripheral = connect()
        let display = CBMCharacteristicMock(type: CBMUUID(string: "1526"), properties: .write)
        let new = CBMServiceMock(
            type: ExampleBlinky.service, primary: true, characteristics: blinky.button, blinky.led, display)
        expect("modified 1", "name Blinky 2", "ready") {
            spec.simulateServiceChange(newName: "Blinky 2", newServices: [new])
            XCTAssertEqual(peripheral.services, [])
            XCTAssertEqual(peripheral.name, "Blinky 2")
        }
        XCTAssertNotNil(app.characteristic(display.uuid, of: peripheral))
        expect("modified 0", "name -") { spec.simulateServiceChange(newName: nil, newServices: [new]) }
        XCTAssertNil(peripheral.name)
    }

    func testAddressChange() {
        let old = find()
        app.manager.connect(old)
        spec.simulateMacChange()
        app.forget()
        let new = connect()
        XCTAssertFalse(new === old)
        XCTAssertEqual(new.identifier, spec.identifier)
        XCTAssertEqual(old.state, .connecting)
        let known = app.manager.retrievePeripherals(withIdentifiers: [old.identifier])
        XCTAssertTrue(known.first === old)
        expect("disconnected") { app.manager.cancelPeripheralConnection(old) }
    }

    func testOpenRequests() throws {
        let peripheral = connect()
        let led = try XCTUnwrap(app.characteristic(ExampleBlinky.led, of: peripheral))
        expect("disconnected") {
            peripheral.writeValue(Data(count: 200), for: led, type: .withResponse)
            spec.simulateDisconnection()
        }
        expect("ready") { app.manager.connect(peripheral) }
        expect("disconnected") {
            peripheral.readValue(for: led)
            app.manager.cancelPeripheralConnection(peripheral)
        }
        XCTAssertFalse(app.events.contains { $0.hasPrefix("written") || $0.hasPrefix("value") })
    }

    // MARK: Apps that begin with a state

    func testRestoration() throws {
        CBMCentralManagerMock.simulatePowerOff()
        spec.simulateConnection()
        let kept = Kept(spec)
        CBMCentralManagerMock.simulateStateRestoration = { kept.state($0) }
        defer { CBMCentralManagerMock.simulateStateRestoration = nil }
        CBMCentralManagerMock.simulatePowerOn()
        let restored = ExampleApp(options: [CBMCentralManagerOptionRestoreIdentifierKey: "example"])
        XCTAssertEqual(restored.events, ["restored"], "inside the initialiser")
        wait(for: [heard("state poweredOn", by: restored)], timeout: Self.patience)
        let peripheral = try XCTUnwrap(restored.restored.first)
        XCTAssertEqual(peripheral.state, .connected)
        XCTAssertEqual(peripheral.name, "nRF Blinky")
        let ready = heard("ready", by: restored)
        peripheral.discoverServices(nil)
        wait(for: [ready], timeout: Self.patience)
    }

    private struct Kept: Sendable {
        let spec: CBMPeripheralSpec
        init(_ spec: CBMPeripheralSpec) { self.spec = spec }
        func state(_ identifier: String) -> [String: Any]? {
            identifier == "example" ? [CBMCentralManagerRestoredStatePeripheralsKey: [spec]] : nil
        }
    }

    // MARK: Any order

    fileprivate func playInOrders(_ count: Int) throws {
        end()
        var numbers = SeededNumbers(seed: 1)
        for _ in 0..<count {
            for play in Self.every.shuffled(using: &numbers) {
                begin()
                try play(self)()
                end()
            }
        }
        begin()
    }
}

/// The same tests in virtual time, and what takes long in real time.
final class ExampleVirtualTimeTests: ExampleTests {
    override class var isVirtual: Bool { true }

    func testAnyOrder() throws { try playInOrders(randomCases(2)) }
}

#endif
