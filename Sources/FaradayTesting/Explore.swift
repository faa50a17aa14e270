import BluetoothPort
import BluetoothTypes
import FaradayExploration
import FaradaySimulation
import Foundation
import Testing

/// Runs synchronous test code in many worlds: each with a seed of its own, with faults drawn from a vocabulary, and with a
/// schedule that a real phone may have.
///
/// Use it in XCTest and in synchronous helpers; tests of Swift Testing have the trait `.explored`. Inside the body,
/// `World.current` is the world, and managers use its only phone. The body runs on threads of its own, several at once. A
/// run fails if the body throws, if the app misuses the API, or if a rule of `World.always` does not hold; in a
/// `SimulatedTestCase` a failed `XCTAssert` counts too. In other tests make it an error: `try XCTUnwrap`, `throw`.
///
/// ```swift
/// func testReconnects() throws {
///     try explore(runs: 500, faults: .radio) { world in
///         world.add(.heartRateMonitor())
///         let app = world.addPhone().run { HeartRateApp() }
///         try world.run(until: { app.isConnected })
///     }
/// }
/// ```
///
/// Throws an `ExplorationError`, whose description is the report, if a run failed. The parameters are those of the trait
/// `.explored`. The exploration has the name of the test that runs, whatever helper calls this, in progress, results and the
/// command that runs a case again. `name` overrides it: where a campaign runs two explorations of one test, each needs its
/// own. A plain `XCTestCase` is not known: there `function` gives the name, and helpers pass theirs on. In asynchronous code
/// the other form is called.
@_disfavoredOverload
@discardableResult
public func explore(
    runs: Int = 1_000, faults: FaultVocabulary? = .anything, schedule: ExplorationSchedules = .any,
    seed: UInt64 = 0, date: Date? = nil, mode: Exploration.Mode = .first, misuse: World.MisusePolicy = .fail,
    longest: Nanoseconds = .hours(1), limits: RunLimits = RunLimits(), leaks: Bool = false,
    replaying replayed: ExploredCase? = nil, corpus: String? = nil, coverage: Bool = false,
    childProcesses: Bool = false, name: String? = nil,
    function: String = #function, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping @Sendable (World) throws -> Void
) throws -> ExplorationResult {
    let exploration = Exploration(
        runs: runs, seed: seed, faults: faults, schedule: schedule, mode: mode, longest: longest,
        limits: limits, leaks: leaks, replaying: replayed, corpus: corpus, coverage: coverage,
        childProcesses: childProcesses)
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    let call = ExploreCall(exploration, date, name, function, place)
    let stage = call.stage(.synchronous(body), misuse, collectsIssues: false)
    return try call.check(call.exploration.run(on: stage))
}

/// Runs asynchronous test code in many worlds, with the same rules as the synchronous form.
///
/// While the body is suspended, its world moves by itself. In a test of Swift Testing a failed expectation (`#expect`)
/// counts too.
///
/// ```swift
/// func testReconnects() async throws {
///     try await explore(runs: 500, faults: .radio) { world in
///         world.add(.heartRateMonitor())
///         let client = world.addPhone().run { HeartRateClient() }
///         try await client.connect()
///     }
/// }
/// ```
@discardableResult
public func explore(
    runs: Int = 1_000, faults: FaultVocabulary? = .anything, schedule: ExplorationSchedules = .any,
    seed: UInt64 = 0, date: Date? = nil, mode: Exploration.Mode = .first, misuse: World.MisusePolicy = .fail,
    longest: Nanoseconds = .hours(1), limits: RunLimits = RunLimits(), leaks: Bool = false,
    replaying replayed: ExploredCase? = nil, corpus: String? = nil, coverage: Bool = false,
    childProcesses: Bool = false, name: String? = nil,
    function: String = #function, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping @Sendable (World) async throws -> Void
) async throws -> ExplorationResult {
    let exploration = Exploration(
        runs: runs, seed: seed, faults: faults, schedule: schedule, mode: mode, longest: longest,
        limits: limits, leaks: leaks, replaying: replayed, corpus: corpus, coverage: coverage,
        childProcesses: childProcesses)
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    let call = ExploreCall(exploration, date, name, function, place)
    guard let test = Test.current else {
        let stage = call.stage(.asynchronous(body), misuse, collectsIssues: false)
        return try call.check(await call.exploration.run(on: stage))
    }
    let stage = call.stage(.asynchronous(body), misuse, collectsIssues: true)
    let explored = call.exploration
    let result = await ExploredIssues.collecting(test, Test.Case.current) { await explored.run(on: stage) }
    return try call.check(result)
}

/// One call of `explore`.
private struct ExploreCall {
    let exploration: Exploration
    private let capture: CapturePlace

    init(
        _ exploration: Exploration, _ date: Date?, _ name: String?, _ function: String, _ place: SourcePlace
    ) {
        let caller = ExploringTest(function, place)
        capture = name.map { CapturePlace(name: $0, filePath: place.filePath) } ?? caller.capture
        var exploration = exploration
        exploration.configuration.begin(on: date)
        exploration.name = capture.name
        exploration.start = ReplayCommand.start(filter: caller.filter)
        exploration.launch = caller.launch
        self.exploration = exploration
    }

    func stage(
        _ body: RunStage.Body, _ misuse: World.MisusePolicy, collectsIssues: Bool
    ) -> RunStage {
        RunStage(body, exploration, capture, misuse: misuse, collectsIssues: collectsIssues)
    }

    func check(_ result: ExplorationResult) throws -> ExplorationResult {
        if let coverage = result.coverage { print(ExplorationText.coverage(coverage, of: exploration.name)) }
        try result.check()
        capture.notePassed()
        return result
    }
}
