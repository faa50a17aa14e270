import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import XCTest

/// A suite with `async` tests, tasks and sleeps, in real time.
class AsyncBlinkyTests: XCTestCase {
    fileprivate let firmware = BlinkyMockDelegate()
    fileprivate lazy var blinky = CBMPeripheralSpec.blinky(delegate: firmware)

    override func setUp() {
        super.setUp()
        CBMCentralManagerMock.simulatePeripherals([blinky])
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
    }

    override func tearDown() {
        CBMCentralManagerMock.tearDownSimulation()
        super.tearDown()
    }

    /// Replaces the blinky of the test by another one.
    private func useBlinky(supervisionTimeout: TimeInterval) {
        blinky = .blinky(supervisionTimeout: supervisionTimeout, delegate: firmware)
        CBMCentralManagerMock.simulatePeripherals([blinky])
    }

    func testReadsAndWrites() async throws {
        let app = AsyncBlinky()
        try await app.connect()
        let before = try await app.isLEDOn()
        XCTAssertFalse(before)
        try await app.turnLED(on: true)
        let after = try await app.isLEDOn()
        XCTAssertTrue(after)
        XCTAssertTrue(firmware.isLEDOn)
        try await app.disconnect()
        XCTAssertEqual(firmware.disconnectionCount, 1)
    }

    func testAConnectionTimesOut() async throws {
        blinky.simulateProximityChange(.outOfRange)
        let app = AsyncBlinky()
        do {
            try await app.connect(timeout: 0.5)
            XCTFail("nobody is there")
        } catch {
            XCTAssertEqual(error as? AsyncBlinky.Failure, .timeout)
        }
    }

    func testTriesUntilTheBlinkyComes() async throws {
        blinky.simulateProximityChange(.outOfRange)
        let app = AsyncBlinky()
        var attempts = 0
        while true {
            attempts += 1
            do {
                // Two in vain; the third has all the time that a busy machine needs.
                try await app.connect(timeout: attempts < 3 ? 0.3 : AsyncBlinky.patience)
                break
            } catch {
                try await Task.sleep(nanoseconds: 100_000_000)
            }
            if attempts == 2 { blinky.simulateProximityChange(.near) }
        }
        XCTAssertEqual(attempts, 3)
    }

    func testTheButtonIsAStream() async throws {
        let app = AsyncBlinky()
        try await app.connect()
        let states = try await app.buttonStates()
        let presses = Task { [blinky] in
            for value: UInt8 in [1, 0, 1] {
                try await Task.sleep(nanoseconds: 50_000_000)
                blinky.simulateValueUpdate(Data([value]), for: .buttonCharacteristic)
            }
        }
        var heard: [Bool] = []
        for await isPressed in states {
            heard.append(isPressed)
            // The stream ends with the link.
            if heard.count == 3 { blinky.simulateDisconnection() }
        }
        XCTAssertEqual(heard, [true, false, true])
        try await presses.value
    }

    func testALossEndsWhatIsOpen() async throws {
        useBlinky(supervisionTimeout: 0.5)
        let app = AsyncBlinky()
        try await app.connect()
        let states = try await app.buttonStates()
        async let heard: [Bool] = {
            var heard: [Bool] = []
            for await isPressed in states { heard.append(isPressed) }
            return heard
        }()
        blinky.simulateReset()
        let all = await heard
        XCTAssertEqual(all, [])
        XCTAssertFalse(blinky.isConnected)
    }

    func testExpectationsInAnAsyncTest() async throws {
        let app = AsyncBlinky()
        let on = expectation(description: "the LED is on")
        let ready = expectation(description: "linked")
        Task { [firmware] in
            try await app.connect()
            ready.fulfill()
            try await app.turnLED(on: true)
            if firmware.isLEDOn { on.fulfill() }
        }
        await fulfillment(of: [ready, on], timeout: AsyncBlinky.patience, enforceOrder: true)
    }

    @MainActor
    func testOnTheMainActor() async throws {
        let app = AsyncBlinky()
        try await app.connect()
        try await Task.sleep(nanoseconds: 200_000_000)
        let isOn = try await app.isLEDOn()
        XCTAssertFalse(isOn)
        blinky.simulateDisconnection()
        while app.endCount == 0 || firmware.disconnectionCount == 0 {
            try await Task.sleep(nanoseconds: 20_000_000)
        }
        XCTAssertEqual(firmware.disconnectionCount, 1)
        do {
            _ = try await app.isLEDOn(timeout: 0.2)
            XCTFail("a read succeeded without a link")
        } catch {
            XCTAssertEqual(error as? AsyncBlinky.Failure, .timeout)
        }
    }

    func testManyClientsInAGroup() async throws {
        let count = 4
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let app = AsyncBlinky()
                    try await app.connect()
                    defer { withExtendedLifetime(app) {} }
                    return try await app.isLEDOn()
                }
            }
            var answers: [Bool] = []
            for try await answer in group { answers.append(answer) }
            XCTAssertEqual(answers, Array(repeating: false, count: count))
        }
    }
}

/// The same suite in virtual time, with CoreBluetooth's behaviour.
final class AsyncBlinkyCoreBluetoothTests: AsyncBlinkyTests {
    override func setUp() {
        CBMCentralManagerMock.simulateCoreBluetooth()
        CBMCentralManagerMock.simulateVirtualTime()
        super.setUp()
    }

    override func tearDown() {
        super.tearDown()
        CBMCentralManagerMock.simulateCoreBluetooth(false)
    }

    /// On Linux, a class inherits tests only if it has one of its own.
    func testThereIsADevice() { XCTAssertNotNil(CBMCentralManagerMock.simulatedDevice(for: blinky)) }
}

/// The same suite in virtual time.
final class AsyncBlinkyVirtualTimeTests: AsyncBlinkyTests {
    override func setUp() {
        CBMCentralManagerMock.simulateVirtualTime()
        super.setUp()
    }

    #if os(Linux)
    func testSleepsTakeNoTime() async throws {
        let world = CBMCentralManagerMock.simulatedPhone.world
        let start = world.now
        let sleeper = Task {
            try await Task.sleep(nanoseconds: 3_600_000_000_000)
            return world.now
        }
        blinky.simulateProximityChange(.outOfRange)
        let app = AsyncBlinky()
        do {
            try await app.connect(timeout: 60)
            XCTFail("nobody is there")
        } catch {
            XCTAssertEqual(error as? AsyncBlinky.Failure, .timeout)
        }
        XCTAssertEqual(world.now, start + .seconds(60))
        let end = try await sleeper.value
        XCTAssertEqual(end, start + .seconds(3600))
    }
    #endif
}

#if os(Linux)
/// Setting up and tearing down may be asynchronous.
final class AsyncSetUpTests: XCTestCase {
    override func setUp() async throws {
        CBMCentralManagerMock.simulateVirtualTime()
        CBMCentralManagerMock.simulatePeripherals([.blinky()])
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
        work()
        try await pass(60)
    }

    /// Time stands still as long as `setUp` works, though the main thread waits for it all the time.
    private func work() {
        let world = CBMCentralManagerMock.simulatedPhone.world
        var sum = 0
        for number in 0..<150_000_000 { sum = sum &* 31 &+ number }
        XCTAssertNotEqual(sum, 0)
        XCTAssertEqual(world.now, .zero)
    }

    override func tearDown() async throws {
        try await pass(60)
        CBMCentralManagerMock.tearDownSimulation()
    }

    private func pass(_ seconds: UInt64) async throws {
        let world = CBMCentralManagerMock.simulatedPhone.world
        let start = world.now
        try await Task.sleep(nanoseconds: seconds * 1_000_000_000)
        XCTAssertEqual(world.now, start + .seconds(Double(seconds)))
    }

    func testConnects() async throws {
        let app = AsyncBlinky()
        try await app.connect()
        try await app.disconnect()
    }
}
#endif
