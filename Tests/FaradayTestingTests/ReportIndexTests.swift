#if os(Linux)
import FaradayInspection
import FaradaySimulation
import Foundation
import Testing

@testable import FaradayExploration
@testable import FaradayTesting

/// The index that a test run writes into its folder of reports: processes of these tests are started with such a folder.
@Suite struct ReportIndexTests {
    fileprivate static let isChild = ProcessInfo.processInfo.environment["FARADAY_INDEX_CHILD"] != nil

    private static func folder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("index-\(UUID().uuidString)")
    }

    /// Starts the tests of the suites below in another process.
    private static func start(_ filter: String, in folder: URL) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", filter]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "FARADAY_INDEX_CHILD": "1", "FARADAY_REPORT_DIR": folder.path,
            "FARADAY_CAPTURE_DIR": folder.path + "-captures",
        ]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    @Test(
        "Two processes write into one folder: the index has the failures of both, and how many tests passed")
    func processes() throws {
        let folder = Self.folder()
        defer {
            for end in ["", "-captures"] { try? FileManager.default.removeItem(atPath: folder.path + end) }
        }
        let running = [
            try Self.start("IndexedTestsOne", in: folder), try Self.start("IndexedTestsTwo", in: folder),
        ]
        for process in running { process.waitUntilExit() }
        let contents = ReportFolder(folder.path).read()
        #expect(contents.reports.count == 3)
        #expect(contents.passed.count == 3)
        let html = try String(contentsOf: folder.appendingPathComponent("index.html"), encoding: .utf8)
        #expect(html.contains("<h1>3 failures, 3 tests passed</h1>"), "\(html)")
        for (path, about) in contents.reports {
            #expect(html.contains("href=\"./\(path)\""), "\(path)")
            #expect(about.replay?.contains("swift test --filter 'FaradayTestingTests.IndexedTests") == true)
            #expect(about.activity.contains { $0 > 0 } && about.failedAt != nil)
        }
    }

    @Test("An index is what is in the folder: it has a new report, and no longer one that is gone")
    func rewritten() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let reports = ReportFolder(folder.path)
        let files = ["a/x.html", "b/<y> ä.html"].map(folder.appendingPathComponent)
        for (number, file) in files.enumerated() {
            try FailureReport.write(
                try world(), title: "test \(number)", failures: [try failure(number)], to: file)
        }
        // What is no report of ours, or one that is torn, is left out.
        let hostile = ["<p>", "\(ReportAbout.beginning){\"title\":1}</script>", ReportAbout.beginning]
        for (number, text) in hostile.enumerated() {
            try Data(text.utf8).write(to: folder.appendingPathComponent("a/h\(number).html"))
        }
        try reports.notePassed("a/other")
        try reports.notePassed("a/test 1")
        #expect(try reports.writeIndex().summary == "2 failures, 1 test passed")
        try FileManager.default.removeItem(at: files[0])
        #expect(try reports.writeIndex().summary == "1 failure, 1 test passed")
        let elsewhere = folder.appendingPathComponent("c/d/i.html").path
        try reports.writeIndex(to: elsewhere)
        let html = try String(contentsOfFile: elsewhere, encoding: .utf8)
        #expect(html.contains("href=\"./../../b/%3Cy%3E%20%C3%A4.html\""), "\(html)")
    }

    @Test("Threads that add reports at the same time lose none")
    func threads() async throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = try world()
        let failure = try failure(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask {
                    try FailureReport.write(
                        world, title: "t\(number)", failures: [failure],
                        to: folder.appendingPathComponent("p/\(number).html"))
                    try ReportFolder(folder.path).writeIndex()
                }
            }
            try await group.waitForAll()
        }
        let html = try String(contentsOf: folder.appendingPathComponent("index.html"), encoding: .utf8)
        #expect(html.contains("<h1>12 failures, no tests passed</h1>"))
    }

    private func world() throws -> World {
        let world = World(seed: 9)
        world.startTrace()
        world.add(.heartRateMonitor(name: "HR-1"))
        try world.run(for: .seconds(1))
        return world
    }

    private func failure(_ number: Int) throws -> FailureLine {
        FailureLine(text: "it failed \(number) times", place: nil, try world().snapshot())
    }
}

@Suite(.enabled(if: ReportIndexTests.isChild)) struct IndexedTestsOne {
    @Test(.simulated(seed: 3)) func fails() throws {
        World.current.add(.heartRateMonitor())
        try World.current.run(for: .seconds(2))
        #expect(World.current.seed == 4)
    }

    @Test(.simulated, arguments: [1, 2]) func passes(number: Int) throws {
        try World.current.run(for: .seconds(1))
    }
}

@Suite(.enabled(if: ReportIndexTests.isChild)) struct IndexedTestsTwo {
    @Test(.simulated) func fails() throws {
        World.current.add(.heartRateMonitor())
        try World.current.run(for: .seconds(2))
        #expect(World.current.seed == 4)
    }

    @Test(.explored(runs: 2, faults: nil)) func explores() throws {
        World.current.add(.heartRateMonitor())
        try World.current.run(for: .seconds(1))
        #expect(Bool(false), "always </script>")
    }

    @Test func passes() throws {
        try withWorld { world in try world.run(for: .seconds(1)) }
    }
}
#endif
