import BluetoothTypes
import FaradaySimulation
import Foundation
import Testing

@testable import FaradayExploration
@testable import FaradayTesting

/// The report for a browser of a failed test: when it is written, where, and what it has.
@Suite struct ReportFileTests {
    private static func world() throws -> World {
        let world = World(seed: 9)
        world.startTrace()
        world.add(.heartRateMonitor(name: "HR-1"))
        world.note("she walks away")
        try world.run(for: .seconds(1))
        return world
    }

    @Test func aTestThatAsksForItGetsOneBesideItsCapture() throws {
        let place = CapturePlace(name: "report-\(UUID())", filePath: #filePath)
        let report = SimulationReport(try Self.world(), place, isReported: true)
        report.note("the page <closes> too early", at: "AppTests.swift:12")
        #expect(report.text().contains("report for a browser: "))
        let problem = report.writeFiles()
        #expect(problem == nil)
        let file = try #require(report.reportFile())
        let capture = report.captureFile()
        defer { for old in [file, capture] { try? FileManager.default.removeItem(at: old) } }
        #expect(file.deletingPathExtension() == capture.deletingPathExtension())
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("id=\"feed\""))
        #expect(!page.contains("she walks away"), "the feed is compressed")
        #expect(!page.contains("src=\"http") && !page.contains("<link rel=\"stylesheet"))
        #expect(page.utf8.count < 350_000)
    }

    #if canImport(XCTest)
    /// XCTest tells of each failure with its line.
    @Test func eachFailureOfXCTestHasItsPlace() throws {
        let place = CapturePlace(name: "report-\(UUID())", filePath: #filePath)
        let report = SimulationReport(try Self.world(), place, isReported: true)
        let scope = TestStories.Scope(report)
        scope.failed("first", at: "AppTests.swift:12")
        scope.failed("second", at: "AppTests.swift:15")
        scope.failedSomehow()
        #expect(report.failuresOfReport.map(\.place) == ["AppTests.swift:12", "AppTests.swift:15"])
        #expect(report.failuresOfReport.map(\.text) == ["first", "second"])
    }
    #endif

    @Test func nobodyElseGetsOne() throws {
        let report = SimulationReport(
            try Self.world(), CapturePlace(name: "report-\(UUID())", filePath: #filePath), isReported: false)
        guard !FailureReport.isAskedForByEnvironment else { return }
        report.note("it failed")
        #expect(report.reportFile() == nil && !report.text().contains("report for a browser"))
    }

    @Test func theEnvironmentNamesTheFolder() {
        let capture = URL(fileURLWithPath: "/captures/App-1234/AppTests.reconnects-seed7.pcapng")
        let file = FailureReport.file(besideCapture: capture, environment: ["FARADAY_REPORT_DIR": "/reports"])
        #expect(file?.path == "/reports/App-1234/AppTests.reconnects-seed7.html")
        #expect(FailureReport.file(besideCapture: capture, environment: [:]) == nil)
        let beside = FailureReport.file(besideCapture: capture, isWanted: true, environment: [:])
        #expect(beside?.path == "/captures/App-1234/AppTests.reconnects-seed7.html")
    }
}
