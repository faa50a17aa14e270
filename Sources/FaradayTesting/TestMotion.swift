import BluetoothPort
import FaradaySimulation

/// Lets the world of an asynchronous XCTest move by itself while the test is suspended.
///
/// A test of a `SimulatedTestCase` is asynchronous if it asks for its world in a task. The clock waits for the main queue
/// and for all tasks of the process, so it stands still while the test works. This needs a hook of the Swift runtime that
/// only the toolchains for Linux expose.
final class TestMotion: Sendable {
    private let world: World
    private let hasBegun = Lock(false)
    #if os(Linux) && compiler(>=6.3)
    private let jobs = WatchedJobs()
    #endif

    init(_ world: World) {
        self.world = world
        #if os(Linux) && compiler(>=6.3)
        TaskCapture.watch(with: jobs)
        #endif
    }

    /// Called in a task, lets the world move by itself from now on.
    func beginInTask() {
        #if os(Linux) && compiler(>=6.3)
        guard withUnsafeCurrentTask(body: { $0 != nil }) else { return }
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst, !world.isMovingByItself, !world.isPaced else { return }
        jobs.move(world)
        #endif
    }

    /// The test has ended.
    func end() {
        #if os(Linux) && compiler(>=6.3)
        TaskCapture.watch(with: nil)
        #endif
        if hasBegun.withLock({ $0 }) { world.standStill() }
    }
}
