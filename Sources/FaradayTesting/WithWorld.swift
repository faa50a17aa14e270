import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Foundation
import Testing

/// Runs synchronous test code in a fresh world.
///
/// Use it in XCTest and in synchronous helpers; tests with the trait `.simulated` already have a world. Inside the
/// body, `World.current` is the world, and managers use its only phone. An error that leaves the body carries a report:
/// the seed, what apps and the test did until then, hints if the cause is known, and the path of a capture file. A
/// failed expectation in the body (`#expect`, `XCTAssert`) is followed by the same report. Misuse of the API is an
/// error, unless `misuse` or `world.expectMisuse(_:)` says otherwise.
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
///
/// `date` and `appTime` say when the world begins, and whose time the app's timers, queues, tasks and dates have, as for
/// the trait `.simulated`.
@discardableResult
public func withWorld<Result>(
    seed: UInt64 = 0, date: Date? = nil, appTime: World.AppTime = .simulated,
    misuse: World.MisusePolicy = .fail,
    name: String = #function, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    _ body: (World) throws -> Result
) throws -> Result {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    let scope = WorldScope(seed: seed, date, appTime, misuse, name, place)
    let reminder = scope.makeReminder()
    defer {
        reminder.end()
        scope.close()
    }
    do {
        var result: Result?
        try scope.watchingIssues {
            result = try World.$scoped.withValue(scope.world) {
                try PortEnvironment.$current.withValue(scope.phone) {
                    try scope.world.code.run { try body(scope.world) }
                }
            }
            scope.recordNoted()
        }
        try scope.check()
        guard let result else { preconditionFailure("withWorld: the body was not run") }
        return result
    } catch {
        throw scope.failure(error)
    }
}

/// Runs asynchronous test code in a fresh world, with the same rules as the synchronous form.
///
/// While the body is suspended, the world moves by itself, as in a test with the trait `.simulated`.
///
/// ```swift
/// func testConnects() async throws {
///     try await withWorld(seed: 7) { world in
///         world.add(.heartRateMonitor())
///         let client = world.addPhone().run { HeartRateClient() }
///         try await client.connect()
///     }
/// }
/// ```
///
/// `date` and `appTime` say when the world begins, and whose time the app's timers, queues, tasks and dates have, as for
/// the trait `.simulated`.
@discardableResult
public func withWorld<Result>(
    seed: UInt64 = 0, date: Date? = nil, appTime: World.AppTime = .simulated,
    misuse: World.MisusePolicy = .fail,
    name: String = #function, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, _ body: (World) async throws -> Result
) async throws -> Result {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    let scope = WorldScope(seed: seed, date, appTime, misuse, name, place)
    let reminder = scope.makeReminder()
    defer {
        reminder.end()
        scope.close()
    }
    do {
        var result: Result?
        try await scope.watchingIssues {
            result = try await World.$scoped.withValue(scope.world) {
                try await PortEnvironment.$current.withValue(scope.phone) {
                    try await scope.world.runningFreely { try await body(scope.world) }
                }
            }
            scope.recordNoted()
        }
        try scope.check()
        guard let result else { preconditionFailure("withWorld: the body was not run") }
        return result
    } catch {
        throw scope.failure(error)
    }
}

/// A manager was created outside `phone.run { }` in a world that does not have exactly one phone.
public struct MissingPhone: Error, CustomStringConvertible {
    /// What is missing, and what to do about it.
    public let description: String
}
