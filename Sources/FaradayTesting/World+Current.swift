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
    /// There is one in tests with the trait `.simulated`, inside `withWorld`, and in tasks started from there. Anywhere
    /// else the test fails, and the answer is an empty world of which each run throws `RunError.mistake`.
    ///
    /// ```swift
    /// @Test(.simulated) func finds() async throws {
    ///     let world = World.current
    /// }
    /// ```
    public static var current: World {
        scoped
            ?? standIn(
                for: """
                    World.current: there is no world here. Give the test the trait .simulated, or use withWorld. A \
                    detached task and a callback on another queue do not inherit it: pass the world on instead.
                    """)
    }

    /// A world for code that has none: the test fails, and so does each run of it.
    static func standIn(for problem: String) -> World {
        if Test.current != nil {
            Issue.record(Comment(rawValue: problem), sourceLocation: Test.current!.sourceLocation)
        } else {
            // Nobody knows here which test this is: who of the two is running one takes it.
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
