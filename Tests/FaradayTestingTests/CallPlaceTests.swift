#if os(Linux)
import FaradayCoreBluetooth
import FaradayInspection
import FaradaySimulation
import Foundation
import Testing

@testable import FaradayExploration
@testable import FaradayTesting

/// Where apps and tests have called: the trace knows the functions, and a report's feed the lines.
@Suite struct CallPlaceTests {
    private final class Pulse {
        let central = CBCentralManager(delegate: nil, queue: nil)
        static let scanLine = #line + 1
        func look() { central.scanForPeripherals(withServices: nil) }
    }

    private struct Called: Decodable, Equatable {
        let call: String?
        let file: String?
        let line: Int?
        let kind: String?
        let text: String?
    }

    private static func calls(of world: World) throws -> [Called] {
        var feed = TraceFeed(names: TraceReader(world).names)
        return try feed.lines(of: world.records).map {
            try JSONDecoder().decode(Called.self, from: Data($0.utf8))
        }
    }

    @Test("A call of an app and of its test has the function that made it, before any line is looked up")
    func functions() throws {
        try withWorld { world in
            world.startTrace()
            world.add(.heartRateMonitor())
            let app = world.addPhone().run { Pulse() }
            try world.run(for: .seconds(1))
            app.look()
            world.note("she walks away")
            try world.run(for: .seconds(1))
            let calls = try Self.calls(of: world)
            #expect(calls.first { $0.kind == "scan" }?.call == "CallPlaceTests.Pulse.look")
            #expect(calls.first { $0.kind == "opened" }?.call?.hasPrefix("CallPlaceTests.Pulse.") == true)
            #expect(calls.first { $0.kind == "note" }?.call == "CallPlaceTests.functions")
            #expect(
                calls.filter { $0.kind == "advertising" || $0.kind == "command" }.allSatisfy {
                    $0.call == nil
                })
        }
    }

    @Test("A report has the lines: of the app's call, and of the test's after an await")
    func lines() async throws {
        var noted = 0
        try await withWorld { world in
            world.startTrace()
            world.add(.heartRateMonitor())
            let app = world.addPhone().run { Pulse() }
            try await world.sleep(for: .seconds(1))
            app.look()
            noted = #line + 1
            world.note("she walks away")
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).html")
            defer { try? FileManager.default.removeItem(at: file) }
            try FailureReport.write(world, title: "lines", failures: [], to: file)
            let calls = try Self.calls(of: world)
            let scan = try #require(calls.first { $0.kind == "scan" })
            #expect(scan.line == Pulse.scanLine && scan.file == "\(#filePath)")
            let note = try #require(calls.first { $0.kind == "note" })
            #expect(note.line == noted && note.file == "\(#filePath)" && note.call == "CallPlaceTests.lines")
        }
    }

    @Test("Where a call was made makes no record differ from another")
    func equal() throws {
        func record(_ world: World) throws -> TraceRecord {
            try #require(world.records.first { $0.payload == .world(.note("a")) })
        }
        let worlds = [World(), World()]
        for world in worlds { world.startTrace() }
        worlds[0].note("a")
        worlds[1].note("a")
        #expect(try record(worlds[0]) == record(worlds[1]))
        #expect(try Set([record(worlds[0]), record(worlds[1])]).count == 1)
    }
}
#endif
