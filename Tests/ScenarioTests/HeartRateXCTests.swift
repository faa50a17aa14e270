import FaradayCoreBluetooth
import FaradayTesting
import HeartRate
import XCTest

/// The same scenarios from XCTest: synchronous code on the main thread drives the world.
final class HeartRateXCTests: SimulatedTestCase {
    override var seed: UInt64 { 7 }

    func testAnAppOnTheMainQueueIsDrivenFromTheMainThread() throws {
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try world.run(until: { app.readingCount == 3 })
        XCTAssertEqual(app.battery, 87)
        XCTAssertEqual(app.sensorLocation, "chest")
    }

    func testAManagerOutsideOfRunFindsTheOnlyPhone() throws {
        let strap = world.add(.heartRateMonitor(), at: .meters(2))
        world.addPhone()
        let app = HeartRateApp()
        try world.run(until: { app.readingCount == 1 })
        strap.move(to: .outOfRange, for: .seconds(10))
        try world.run(until: { app.isReconnected })
        XCTAssertEqual(app.connectionCount, 2)
    }
}

/// The failures of a test, and their messages.
final class MisuseXCTests: SimulatedTestCase {
    override var misusePolicy: World.MisusePolicy { .record }

    func testACommandBeforePoweredOnIsAMisuseThatNamesTheCall() throws {
        world.addPhone()
        let central = CBCentralManager(delegate: nil, queue: nil)
        central.scanForPeripherals(withServices: nil)
        try world.run(for: .seconds(1))
        let report = try XCTUnwrap(world.misuses.first)
        XCTAssertEqual(report.misuse.kind, .notPoweredOn)
        XCTAssertTrue(report.description.contains("scanForPeripherals"), report.description)
        XCTAssertTrue(
            report.misuse.message.contains("can only accept this command while in the powered on state"))
    }
}
