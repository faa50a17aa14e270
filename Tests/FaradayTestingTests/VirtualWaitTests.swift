#if canImport(XCTest) && !canImport(Darwin)
import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import XCTest

/// Connects to the first device it sees, on the queue it is given, and says so.
private final class Connector: NSObject, CBCentralManagerDelegate {
    private var manager: CBCentralManager?
    private var peripheral: CBPeripheral?
    private let onMain: Bool
    var connected: () -> Void = {}
    var disconnected: () -> Void = {}

    init(queue: DispatchQueue?, callsMain: Bool = false) {
        onMain = callsMain
        super.init()
        manager = CBCentralManager(delegate: self, queue: queue)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        self.peripheral = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        tell(connected)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        tell(disconnected)
    }

    /// As apps with a user interface do: the callback's queue waits for the main queue.
    private func tell(_ body: () -> Void) {
        if onMain { DispatchQueue.main.sync(execute: body) } else { body() }
    }
}

/// Waits in worlds that tests drive: the wait drives the world.
final class DrivenWaitTests: SimulatedTestCase {
    private func connects(on queue: DispatchQueue?, callsMain: Bool = false) {
        let strap = world.add(.heartRateMonitor())
        let app = world.addPhone().run { Connector(queue: queue, callsMain: callsMain) }
        let connected = expectation(description: "connected")
        app.connected = { connected.fulfill() }
        wait(for: [connected], timeout: 60)
        XCTAssertLessThan(world.now, .zero + .seconds(60))
        XCTAssertEqual(strap.connectionCount, 1)

        let disconnected = expectation(description: "disconnected")
        disconnected.isInverted = true
        let stillThere = world.now + .seconds(600)
        app.disconnected = { disconnected.fulfill() }
        wait(for: [disconnected], timeout: 600)
        // XCTest reckons in dates, which know microseconds.
        XCTAssertGreaterThanOrEqual(world.now, stillThere)
        XCTAssertLessThan(world.now, stillThere + .microseconds(2))

        let lost = expectation(description: "lost")
        app.disconnected = { lost.fulfill() }
        strap.powerOff()
        wait(for: [lost], timeout: 60, enforceOrder: true)
        XCTAssertLessThan(world.now, stillThere + .seconds(60))
    }

    func testOnTheMainQueue() { connects(on: nil) }
    func testOnAQueueOfItsOwn() { connects(on: DispatchQueue(label: "app")) }
    func testWithCallbacksThatWaitForTheMainQueue() {
        connects(on: DispatchQueue(label: "app"), callsMain: true)
    }

    func testEqualWaitsGiveEqualTimes() {
        var ends: [Instant] = []
        for _ in 0..<3 {
            let world = World(seed: 5)
            world.add(.heartRateMonitor())
            let phone = world.addPhone()
            phone.run {
                let app = Connector(queue: nil)
                let connected = XCTestExpectation(description: "connected")
                app.connected = { connected.fulfill() }
                wait(for: [connected], timeout: 60)
                ends.append(world.now)
            }
        }
        XCTAssertEqual(Set(ends).count, 1)
    }

    func testAThreadOfTheAppsOwnSleepsInVirtualTime() {
        let strap = world.add(.heartRateMonitor())
        let app = world.addPhone().run { Connector(queue: nil) }
        let connected = expectation(description: "connected")
        app.connected = { connected.fulfill() }
        wait(for: [connected], timeout: 60)

        let start = world.now
        let lost = expectation(description: "lost")
        app.disconnected = { lost.fulfill() }
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 5)
            strap.powerOff()
        }
        wait(for: [lost], timeout: 10)
        XCTAssertGreaterThan(world.now, start + .seconds(5))
        XCTAssertLessThan(world.now, start + .seconds(10))
    }

    func testAThreadThatLooksAgainAndAgainSeesTimePass() {
        let (world, end) = (world, world.now + .seconds(2))
        let done = expectation(description: "done")
        Thread.detachNewThread {
            while world.now < end { sched_yield() }
            done.fulfill()
        }
        wait(for: [done], timeout: 5)
        XCTAssertEqual(world.now, end)
    }

    func testAnEmptyWorldComesToTheEndOfTheTimeoutToo() {
        let nothing = XCTestExpectation(description: "nothing")
        nothing.isInverted = true
        wait(for: [nothing], timeout: 3600)
        XCTAssertEqual(world.now, .zero + .seconds(3600))
    }

    @MainActor func testAfterAWaitTheWorldStandsStill() throws {
        let world = world
        world.after(.seconds(10)) {}
        let soon = expectation(description: "soon")
        world.after(.seconds(1)) { soon.fulfill() }
        waitForExpectations(timeout: 5)
        XCTAssertEqual(world.now, .zero + .seconds(1))
        XCTAssertFalse(world.isRunningFreely)
        try world.run(for: .seconds(2))
        XCTAssertEqual(world.now, .zero + .seconds(3))
    }

    func testAsynchronousWaits() async {
        let late = XCTestExpectation(description: "late")
        let never = XCTestExpectation(description: "never")
        never.isInverted = true
        world.after(.seconds(50)) { late.fulfill() }
        world.after(.seconds(61)) { never.fulfill() }
        await fulfillment(of: [late, never], timeout: 60)
        XCTAssertEqual(world.now, .zero + .seconds(60))
    }
}

/// Waits of the main thread's code in a world that moves by itself, and that holds its apps' work.
final class MovingHeldWorldTests: XCTestCase {
    private var world = World()

    override func setUp() {
        super.setUp()
        world = World(seed: 1)
        PortEnvironment.install(world.addPhone())
        world.runFreely()
    }

    override func tearDown() {
        world.standStill()
        PortEnvironment.install(nil)
        super.tearDown()
    }

    @MainActor func testTimeoutsAreHorizons() {
        for second in 1...100 { world.after(.seconds(second)) {} }
        let never = expectation(description: "never")
        never.isInverted = true
        wait(for: [never], timeout: 10)
        XCTAssertEqual(world.now, .zero + .seconds(10))
        let late = expectation(description: "late")
        world.after(.seconds(5)) { late.fulfill() }
        waitForExpectations(timeout: 7, handler: nil)
        XCTAssertEqual(world.now, .zero + .seconds(15))
        XCTAssertTrue(world.isRunningFreely)
    }

    func testWaitersHaveTheirHorizonToo() {
        for step in 1...1000 { world.after(.milliseconds(10 * step)) {} }
        let pause = XCTestExpectation(description: "pause")
        XCTAssertEqual(XCTWaiter.wait(for: [pause], timeout: 0.05), .timedOut)
        XCTAssertEqual(world.now, .zero + .milliseconds(50))
        let never = XCTestExpectation(description: "never")
        never.isInverted = true
        XCTAssertEqual(XCTWaiter(delegate: self).wait(for: [never], timeout: 5), .completed)
        XCTAssertEqual(world.now, .zero + .milliseconds(5050))
        let met = XCTestExpectation(description: "met")
        world.after(.seconds(2)) { met.fulfill() }
        XCTAssertEqual(XCTWaiter.wait(for: [met], timeout: 60, enforceOrder: true), .completed)
        XCTAssertEqual(world.now, .zero + .milliseconds(7050))
    }

    @MainActor func testAsynchronousWaitersToo() async {
        for step in 1...1000 { world.after(.milliseconds(10 * step)) {} }
        let never = XCTestExpectation(description: "never")
        never.isInverted = true
        let result = await XCTWaiter.fulfillment(of: [never], timeout: 5)
        XCTAssertEqual(result, .completed)
        XCTAssertEqual(world.now, .zero + .seconds(5))
    }
}

/// Waits in a world that moves by itself, XCTest's own among them.
final class MovingWorldTests: XCTestCase {
    private var world = World()

    override func setUp() {
        super.setUp()
        var configuration = World.Configuration.settling(MainQueue.settle)
        configuration.appTime = .real
        world = World(seed: 1, configuration: configuration)
        PortEnvironment.install(world.addPhone())
        world.runFreely()
    }

    override func tearDown() {
        world.standStill()
        PortEnvironment.install(nil)
        super.tearDown()
    }

    /// XCTest's own wait, as a test has it that does not import `FaradayTesting`.
    private func waitReally(for expectation: XCTestExpectation) {
        wait(for: [expectation], timeout: 30, enforceOrder: false, file: #file, line: #line)
    }

    func testXCTestsOwnWaitEndsWhereTheExpectationIsMet() {
        for _ in 0..<20 {
            let start = world.now
            let met = expectation(description: "met")
            world.after(.seconds(60)) { DispatchQueue.main.async { met.fulfill() } }
            world.after(.seconds(61)) {}
            waitReally(for: met)
            XCTAssertEqual(world.now, start + .seconds(60))
        }
    }

    func testTimeStandsStillWhileTheTestWorks() {
        world.add(.heartRateMonitor())
        let app = Connector(queue: nil)
        for _ in 0..<10_000 { XCTAssertEqual(world.now, .zero) }
        let connected = expectation(description: "connected")
        app.connected = { connected.fulfill() }
        waitReally(for: connected)
        let now = world.now
        XCTAssertGreaterThan(now, .zero)
        for _ in 0..<10_000 { XCTAssertEqual(world.now, now) }
    }

    func testWhatWaitsOnTheMainQueueComesFirst() {
        let world = world
        let done = expectation(description: "done")
        for second in 1...100 { world.after(.seconds(second)) {} }
        DispatchQueue.main.async {
            XCTAssertEqual(world.now, .zero)
            DispatchQueue.main.async { world.after(.seconds(1000)) { done.fulfill() } }
        }
        waitReally(for: done)
    }

    func testTheWorldSleepsAndIsWokenByCalls() {
        for second in 1...20 {
            let met = expectation(description: "met")
            let world = world
            DispatchQueue.global().async { world.after(.seconds(1)) { met.fulfill() } }
            waitReally(for: met)
            XCTAssertEqual(world.now, .zero + .seconds(second))
        }
    }

    func testRunsWorkToo() throws {
        world.add(.heartRateMonitor())
        var isConnected = false
        let app = Connector(queue: nil)
        app.connected = { isConnected = true }
        try world.run(until: { isConnected })
        let now = world.now
        try world.run(for: .seconds(10))
        XCTAssertEqual(world.now, now + .seconds(10))
    }

    func testCallbacksMayWaitForTheMainQueue() {
        world.add(.heartRateMonitor())
        let app = Connector(queue: DispatchQueue(label: "app"), callsMain: true)
        let connected = expectation(description: "connected")
        app.connected = { connected.fulfill() }
        waitReally(for: connected)
    }

    func testPacingEndsIt() {
        world.pace(speed: 1000)
        XCTAssertFalse(world.isRunningFreely)
        world.runFreely()
        XCTAssertFalse(world.isPaced)
        let met = expectation(description: "met")
        world.after(.seconds(60)) { met.fulfill() }
        waitReally(for: met)
    }
}
#endif
