import FaradayInspection
import FaradaySimulation
import Foundation

/// The reports for a browser of failed tests and runs: `Documentation/Seeing.md`.
package enum FailureReport {
    /// The environment variable with the folder for all reports; with it, every failed test writes one.
    package static let variable = "FARADAY_REPORT_DIR"

    /// Whether every failed test of this process writes a report.
    package static var isAskedForByEnvironment: Bool {
        !(ProcessInfo.processInfo.environment[variable] ?? "").isEmpty
    }

    /// The report that belongs to a capture file: beside it, or in the folder that the environment names. `nil` if nobody
    /// asks for reports: neither the environment nor the test.
    package static func file(
        besideCapture capture: URL, isWanted: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL? {
        let report = capture.deletingPathExtension().appendingPathExtension("html")
        guard let folder = environment[variable], !folder.isEmpty else { return isWanted ? report : nil }
        // The last folder names the package of the test.
        return URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent(capture.deletingLastPathComponent().lastPathComponent, isDirectory: true)
            .appendingPathComponent(report.lastPathComponent)
    }

    /// Writes a report, and makes the folder if it is not there.
    package static func write(
        _ world: World, title: String, failures: [FailureLine], to file: URL
    ) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        CallLines.lookUp(world)
        let page = ReportPage.html(of: world, title: title, failures: failures)
        // Who writes an index never sees half a report.
        try Data(page.utf8).write(to: file, options: .atomic)
    }
}
