import BluetoothPort
import BluetoothTypes
import FaradayExploration
import FaradayInspection
import FaradaySimulation
import Foundation
import Testing

/// The report of a failed test: the seed, what apps and the test did up to the failure, where the capture is, and
/// possible causes. The text is ASCII, because test runners lose parts of other output.
struct SimulationReport: Sendable {
    /// How many packets are shown if there is no hint.
    private static let packets = 6
    /// The length at which a line is cut; the capture contains the whole line.
    private static let lineLength = 150
    /// The same for a misuse, whose useful words come last.
    private static let misuseLength = 250

    let world: World
    let capture: CapturePlace
    private let number: Lock<Int?>
    /// The failures that the report for a browser shows.
    private let failures: Lock<[FailureLine]>
    /// Whether the test asks for that report by a trait.
    private let isReported: Bool
    /// The command that runs the test again, if it is known.
    private let replay: String?

    init(_ world: World, _ capture: CapturePlace, isReported: Bool = ReportedTrait.isOnCurrentTest) {
        self.world = world
        self.capture = capture
        self.isReported = isReported
        number = Lock(nil)
        failures = Lock([])
        replay = ReplayCommand.ofRunningTest
    }

    /// Takes a failure for the report; `snapshot` is the state of the world at that time, by default the present one.
    func note(
        _ text: String, at place: String? = nil, _ snapshot: WorldSnapshot? = nil, time: Instant? = nil,
        replay: String? = nil
    ) {
        guard hasReport else { return }
        let snapshot = snapshot ?? world.snapshot()
        CallLines.lookUp(snapshot)
        var line = FailureLine(
            text: text.asciiText, place: place, snapshot, replay: replay, at: time)
        failures.withLock { failures in
            if failures.isEmpty, line.replay == nil { line.replay = self.replay }
            if failures.count < Self.failuresShown { failures.append(line) }
        }
    }

    private static let failuresShown = 20

    /// The failures that were noted.
    var failuresOfReport: [FailureLine] { failures.withLock { $0 } }

    /// The report as text; its last line has no line feed.
    ///
    /// - Parameters:
    ///   - snapshot: The state of the world when the test failed; the present state by default.
    ///   - hasCapture: Whether a capture was or will be written.
    ///   - showsPlace: Whether the report names the run that failed, for test frameworks that do not know its line.
    ///   - replacing: Whether files have the same names each time.
    ///   - looksUpLines: Whether another process may be started, which knows the lines of calls.
    func text(
        _ snapshot: WorldSnapshot? = nil, hasCapture: Bool = true, showsPlace: Bool = false,
        replacing: Bool = false, looksUpLines: Bool = true
    ) -> String {
        let snapshot = snapshot ?? world.snapshot()
        if looksUpLines { CallLines.lookUp(snapshot) }
        var lines = snapshot.account(seed: world.seed, showsPlace: showsPlace)
        if snapshot.hints.isEmpty, world.mistakes.isEmpty {
            let packets = snapshot.packets(last: Self.packets)
            if !packets.isEmpty { lines += ["last packets:"] + packets }
        }
        if hasCapture, world.hasPackets { lines.append(captureLine) }
        if let file = reportFile(replacing: replacing) { lines.append("report for a browser: \(file.path)") }
        lines += snapshot.hintLines.map { "hint: \($0)" }
        return lines.map { Self.cut($0.asciiText) }.joined(separator: "\n")
    }

    private static func cut(_ line: String) -> String {
        // Hints and paths are never cut.
        let length = line.contains(" MISUSE ") ? misuseLength : lineLength
        guard line.count > length, line.hasPrefix("  ") else { return line }
        return line.prefix(length - 3) + "..."
    }

    private var captureLine: String {
        var line = "capture for Wireshark: \(captureFile().path)"
        let (kept, all, start) = world.traceExtent
        if kept < all, let start { line += " (the last \(kept) of \(all) records, from \(start) s on)" }
        return line
    }

    /// The capture file of this test: in FARADAY_CAPTURE_DIR, or in the directory for temporary files.
    ///
    /// - Parameter replacing: Whether the file has the same name each time, and replaces an earlier one.
    func captureFile(replacing: Bool = false) -> URL {
        if replacing { return capture.file(seed: world.seed, number: 1) }
        let number = number.withLock { number in
            let known = number ?? capture.takeNumber(seed: world.seed)
            number = known
            return known
        }
        return capture.file(seed: world.seed, number: number)
    }

    private var hasReport: Bool { isReported || FailureReport.isAskedForByEnvironment }

    /// The file of the report for a browser; `nil` if nobody asks for it.
    func reportFile(replacing: Bool = false) -> URL? {
        guard hasReport else { return nil }
        return FailureReport.file(besideCapture: captureFile(replacing: replacing), isWanted: isReported)
    }

    /// Writes the capture, and the report if it is asked for; returns the reason if that failed, otherwise `nil`.
    @discardableResult
    func writeFiles(replacing: Bool = false) -> String? {
        let problems = [writeReport(replacing: replacing), writeCapture(replacing: replacing)]
        return problems.compactMap { $0 }.first
    }

    /// Notes that the test passed, for the index of a folder of reports; call it at the end of a test without a failure.
    func notePassed() {
        if failuresOfReport.isEmpty { capture.notePassed() }
    }

    private func writeReport(replacing: Bool) -> String? {
        guard let file = reportFile(replacing: replacing) else { return nil }
        do {
            try FailureReport.write(world, title: capture.name, failures: failuresOfReport, to: file)
            try ReportFolder.ofEnvironment?.noteReport()
            return nil
        } catch {
            return "the report \(file.path) could not be written: \(error)".asciiText
        }
    }

    private func writeCapture(replacing: Bool) -> String? {
        guard world.hasPackets else { return nil }
        let file = captureFile(replacing: replacing)
        do {
            try FailureCapture.write(world, to: file)
            return nil
        } catch {
            return "the capture \(file.path) could not be written: \(error)".asciiText
        }
    }
}

/// An error of a simulated test, followed by the world's story.
public struct SimulatedTestFailure: Error, CustomStringConvertible {
    /// What was thrown.
    public let underlying: any Error
    /// Seed, story, capture file and hints.
    public let report: String

    /// The error, and the report below it.
    public var description: String { "\(underlying)\n\(report)".asciiText }
}

/// Misuses of the API by the tested app, thrown if there is no other way to report them to the test framework.
public struct MisuseFailure: Error, CustomStringConvertible {
    /// The misuses, in order.
    public let misuses: [World.MisuseReport]

    /// A line for each call that was misused, with how often.
    public var description: String { misuses.texts.joined(separator: "\n") }
}
