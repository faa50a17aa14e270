import BluetoothPort
import FaradaySimulation
import Testing

#if canImport(XCTest)
import XCTest
#endif

extension World {
    /// The world of the running test, if it has one.
    @TaskLocal public static var scoped: World?

    /// The world of the running test.
    ///
    /// There is one in tests with the trait `.simulated`, inside `withWorld`, and in tasks started from there. On Linux
    /// there is also one in detached tasks, and in blocks and timers on queues of the app. Anywhere else the test fails,
    /// and this property returns an empty world in which each run throws `RunError.mistake`.
    ///
    /// ```swift
    /// @Test(.simulated) func finds() async throws {
    ///     let world = World.current
    /// }
    /// ```
    public static var current: World {
        scoped ?? AppCode.runningWorld
            ?? standIn(
                for: """
                    World.current: there is no world here. Give the test the trait .simulated, or use withWorld. A \
                    detached task and a callback on another queue do not inherit it: pass the world on instead.
                    """)
    }

    /// An empty world for code that has none: it fails the test, and each run of this world throws.
    static func standIn(for problem: String) -> World {
        if Test.current != nil {
            Issue.record(Comment(rawValue: problem), sourceLocation: Test.current!.sourceLocation)
        } else {
            // The current test is unknown here. XCTest and Swift Testing both get the failure; the one that runs a test
            // records it.
            #if canImport(XCTest)
            XCTFail(problem)
            #endif
            Issue.record(Comment(rawValue: problem))
        }
        let world = World()
        world.refuseRuns(problem)
        return world
    }
}
