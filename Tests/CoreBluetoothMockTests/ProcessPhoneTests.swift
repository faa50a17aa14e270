#if canImport(XCTest)
import BluetoothPort
import BluetoothTypes
@testable import CoreBluetoothMock
import FaradayCoreBluetooth
import FaradayTesting
import XCTest

/// The phone of the process; one test at a time has it.
final class ProcessPhoneTests: XCTestCase {
    private final class Watcher: NSObject, CBPeripheralManagerDelegate {
        var states: [CBManagerState] = []
        var told: () -> Void = {}
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            states.append(peripheral.state)
            told()
        }
    }

    override func tearDown() {
        CBMCentralManagerMock.tearDownSimulation()
        super.tearDown()
    }

    func testItIsPacedAndOffAndTheSameUntilItIsTornDown() {
        let mock = MockPhone.current
        XCTAssertTrue(mock.world.isPaced)
        XCTAssertEqual(mock.phone.radio, .off)
        XCTAssertTrue(mock.isOfProcess)
        XCTAssertTrue(MockPhone.current === mock)
        XCTAssertTrue(mock.phone.run { MockPhone.current } === mock)
        let old = mock.world
        CBMCentralManagerMock.tearDownSimulation()
        XCTAssertFalse(old.isPaced)
        let next = MockPhone.current
        XCTAssertFalse(next === mock)
        XCTAssertFalse(next.world === old)
    }

    func testACallbackOfAnEarlierPhoneSpeaksOfTheCurrentOne() {
        let old = MockPhone.current.phone
        CBMCentralManagerMock.tearDownSimulation()
        XCTAssertTrue(old.run { MockPhone.current } === MockPhone.current)
    }

    func testWhatIsSaidForTheProcessOutlastsTearDown() {
        CBMCentralManagerMock.simulateFeaturesSupport = { _ in true }
        CBMCentralManagerMock.simulateStateRestoration = { _ in ["a": 1] }
        CBMCentralManagerMock.simulateAuthorization(.denied)
        CBMCentralManagerMock.tearDownSimulation()
        XCTAssertEqual(CBMCentralManagerMock.authorization, .denied)
        CBMCentralManagerMock.simulateAuthorization(.allowedAlways)
        XCTAssertNotNil(CBMCentralManagerMock.simulateFeaturesSupport)
        XCTAssertEqual(CBMCentralManagerMock.simulateStateRestoration?("x")?["a"] as? Int, 1)
        CBMCentralManagerMock.simulateFeaturesSupport = nil
        CBMCentralManagerMock.simulateStateRestoration = nil
    }

    /// Asks for everything as it goes, as an app may that tidies up.
    private final class Tidy {
        let gone: () -> Void
        init(_ gone: @escaping () -> Void) { self.gone = gone }
        deinit {
            _ = (CBMCentralManagerMock.simulationErrors, CBMCentralManagerMock.authorization)
            gone()
        }
    }

    func testWhatAClosureKeptMayUseTheSimulationAsItGoes() {
        var goneCount = 0
        let isReplaced: [() -> Void] = [
            { CBMCentralManagerMock.simulateStateRestoration = nil },
            { CBMCentralManagerMock.tearDownSimulation() },
        ]
        for replace in isReplaced {
            for _ in 0..<2 {
                do {
                    let tidy = Tidy { goneCount += 1 }
                    CBMCentralManagerMock.simulateStateRestoration = { _ in
                        withExtendedLifetime(tidy) { nil }
                    }
                    CBMCentralManagerMock.simulateFeaturesSupport = { _ in
                        withExtendedLifetime(tidy) { true }
                    }
                }
                replace()
                CBMCentralManagerMock.simulateFeaturesSupport = nil
                CBMCentralManagerMock.simulateStateRestoration = nil
            }
        }
        XCTAssertEqual(goneCount, 4)
    }

    func testEveryThreadFindsThePhoneAsItWasSaidToBe() {
        CBMCentralManagerMock.simulateAuthorization(.denied)
        defer { CBMCentralManagerMock.simulateAuthorization(.allowedAlways) }
        for _ in 0..<50 {
            CBMCentralManagerMock.tearDownSimulation()
            let phones = Lock<[MockPhone]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let isDenied = CBMCentralManagerMock.authorization == .denied
                let isThere = PortEnvironment.resolve() != nil
                if isDenied, isThere { phones.withLock { $0.append(MockPhone.current) } }
            }
            let found = phones.withLock { $0 }
            XCTAssertEqual(found.count, 8)
            XCTAssertTrue(found.allSatisfy { $0 === found.first })
        }
    }

    func testPlainManagersFindThePhoneInVirtualTime() {
        CBMCentralManagerMock.simulateVirtualTime()
        let world = MockPhone.current.world
        XCTAssertFalse(world.isPaced)
        #if os(Linux)
        XCTAssertTrue(world.holdsAppWork)
        #endif
        let watcher = Watcher()
        let manager = CBPeripheralManager(delegate: watcher, queue: nil)
        let off = expectation(description: "off")
        watcher.told = { off.fulfill() }
        wait(for: [off], timeout: 60)
        XCTAssertEqual(manager.state, .poweredOff)
        CBMCentralManagerMock.simulatePowerOn()
        let on = expectation(description: "on")
        watcher.told = { on.fulfill() }
        wait(for: [on], timeout: 60)
        XCTAssertEqual(watcher.states, [.poweredOff, .poweredOn])
        let now = world.now
        let more = expectation(description: "more")
        more.isInverted = true
        watcher.told = { more.fulfill() }
        #if !canImport(Darwin)
        wait(for: [more], timeout: 3600)
        XCTAssertEqual(world.now, now + .seconds(3600))
        #endif
    }

    func testAManagerHearsOfTheEnd() {
        CBMCentralManagerMock.simulateVirtualTime()
        CBMCentralManagerMock.simulatePowerOn()
        var states: [CBMManagerState] = []
        let on = expectation(description: "on")
        let proxy = CBMCentralManagerDelegateProxy()
        proxy.didUpdateState = { manager in
            states.append(manager.state)
            if manager.state == .poweredOn { on.fulfill() }
        }
        let manager = CBMCentralManagerMock(delegate: proxy, queue: nil)
        wait(for: [on], timeout: 60)
        let ended = expectation(description: "ended")
        proxy.didUpdateState = { manager in
            states.append(manager.state)
            ended.fulfill()
        }
        CBMCentralManagerMock.tearDownSimulation()
        wait(for: [ended], timeout: 60)
        XCTAssertEqual(states, [.poweredOn, .unknown])
        XCTAssertEqual(manager.state, .unknown)
    }

    /// Has its peripheral, and is the delegate that this keeps.
    private final class Wrapper: NSObject, CBMPeripheralDelegate {
        let peripheral: CBMPeripheral
        init(_ peripheral: CBMPeripheral) {
            self.peripheral = peripheral
            super.init()
            peripheral.delegate = self
        }
    }

    private func wrappersGo(before: Bool) {
        weak var world: World?
        weak var wrapper: Wrapper?
        let found = expectation(description: "found")
        var manager: CBMCentralManager?
        do {
            CBMCentralManagerMock.simulateVirtualTime()
            CBMCentralManagerMock.simulatePeripherals([thermometer(temperatureCharacteristic())])
            CBMCentralManagerMock.simulatePowerOn()
            world = CBMCentralManagerMock.simulatedPhone.world
            let proxy = CBMCentralManagerDelegateProxy()
            proxy.didUpdateState = { $0.scanForPeripherals(withServices: nil) }
            proxy.didDiscoverPeripheral = { manager, peripheral, _, _ in
                manager.stopScan()
                // Its peripheral keeps it.
                let made = Wrapper(peripheral)
                wrapper = made
                found.fulfill()
            }
            manager = CBMCentralManagerMock(delegate: proxy, queue: nil)
            wait(for: [found], timeout: 60)
            XCTAssertNotNil(wrapper)
            XCTAssertIdentical(wrapper?.peripheral.delegate, wrapper)
        }
        if before { manager = nil }
        withExtendedLifetime(manager) {}
        CBMCentralManagerMock.tearDownSimulation()
        let end = Date(timeIntervalSinceNow: 300)
        while wrapper != nil || world != nil, Date() < end {
            manager = nil
            _ = RunLoop.main.run(mode: .default, before: Date())
        }
        XCTAssertNil(wrapper)
        XCTAssertNil(world)
    }

    func testWrappersOfPeripheralsGoWithTheSimulation() { wrappersGo(before: false) }
    func testWrappersOfPeripheralsGoWithTheirManager() { wrappersGo(before: true) }

    func testWhatWaitsForItsTimeKeepsNoWorld() {
        weak var gone: World?
        do {
            let world = CBMCentralManagerMock.simulatedPhone.world
            gone = world
            world.after(.seconds(3600)) { _ = world.now }
        }
        CBMCentralManagerMock.tearDownSimulation()
        let end = Date(timeIntervalSinceNow: 300)
        while gone != nil, Date() < end { _ = RunLoop.main.run(mode: .default, before: Date()) }
        XCTAssertNil(gone)
    }
}
#endif
