#if canImport(XCTest)
import BluetoothPort
import FaradaySimulation
import XCTest

/// An XCTest case with a fresh world for each test.
///
/// Managers that the test creates find the world's only phone, on every thread. When a test fails, the seed,
/// the end of the timeline and the path of a capture file are printed. Misuse of the API is a failure. On Linux
/// `wait(for:timeout:)` drives the world, and its timeout is virtual time.
///
/// ```swift
/// final class HeartRateTests: SimulatedTestCase {
///     func testConnects() throws {
///         world.add(.heartRateMonitor())
///         let app = world.addPhone().run { HeartRateApp() }
///         try world.run(until: { app.isConnected })
///     }
/// }
/// ```
open class SimulatedTestCase: XCTestCase {
    /// What the world's randomness follows from; override to change it.
    open var seed: UInt64 { 0 }
    /// What follows when the app misuses the API; override to change it.
    open var misusePolicy: World.MisusePolicy { .fail }

    private var made: World?

    /// The world of the running test.
    public var world: World {
        guard let made else { preconditionFailure("there is a world between setUp and tearDown only") }
        return made
    }

    /// Makes the world; a subclass that overrides it calls `super.setUp()` first.
    open override func setUp() {
        super.setUp()
        let world = World.settled(seed: seed)
        world.setTestPolicy(misusePolicy)
        world.startTrace(capacity: SimulationReport.traceCapacity)
        made = world
        PortEnvironment.install(OnlyPhone(world) { XCTFail($0) })
    }

    /// Reports misuse, and what a failed test has to show; a subclass that overrides it calls `super.tearDown()`
    /// last.
    open override func tearDown() {
        let world = world
        for report in world.misusesOfTest { XCTFail(report.description) }
        for kind in world.missingMisuses { XCTFail(World.MissingMisuse(kind: kind).description) }
        // `hasSucceeded` comes true after the end only.
        if let testRun, testRun.totalFailureCount > 0 {
            let report = SimulationReport(world: world, testName: name)
            print(report.text(capture: report.writeCapture()))
        }
        PortEnvironment.install(nil)
        world.endAttachments()
        made = nil
        super.tearDown()
    }
}
#endif
