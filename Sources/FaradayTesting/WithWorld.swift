import BluetoothPort
import FaradaySimulation

/// Runs synchronous test code in a fresh world.
///
/// For XCTest and for synchronous helpers; tests with the trait `.simulated(seed:)` have a world already.
/// Inside, `World.current` is the world, and managers find its only phone. An error comes out with the seed,
/// the end of the timeline and the path of a capture file; misuse of the API is an error too, unless `misuse`
/// or `world.expectMisuse(_:)` says otherwise.
///
/// ```swift
/// func testConnects() throws {
///     try withWorld(seed: 7) { world in
///         world.add(.heartRateMonitor())
///         let app = world.addPhone().run { HeartRateApp() }
///         try world.run(until: { app.isConnected })
///     }
/// }
/// ```
@discardableResult
public func withWorld<Result>(
    seed: UInt64 = 0, misuse: World.MisusePolicy = .fail, name: String = #function,
    _ body: (World) throws -> Result
) throws -> Result {
    let world = World.settled(seed: seed)
    world.setTestPolicy(misuse)
    world.startTrace(capacity: SimulationReport.traceCapacity)
    let problems = Lock<[String]>([])
    let phone = OnlyPhone(world) { problem in problems.withLock { $0.append(problem) } }
    let report = SimulationReport(world: world, testName: name)
    defer { world.endAttachments() }
    do {
        let result = try World.$scoped.withValue(world) {
            try PortEnvironment.$current.withValue(phone) { try body(world) }
        }
        if let problem = problems.withLock({ $0.first }) { throw MissingPhone(description: problem) }
        let misuses = world.misusesOfTest
        if !misuses.isEmpty { throw MisuseFailure(misuses: misuses) }
        if let kind = world.missingMisuses.first { throw World.MissingMisuse(kind: kind) }
        return result
    } catch {
        throw SimulatedTestFailure(underlying: error, report: report.text(capture: report.writeCapture()))
    }
}

/// A manager was created where no single phone could be its own.
public struct MissingPhone: Error, CustomStringConvertible {
    /// What is missing, and what to do about it.
    public let description: String
}
