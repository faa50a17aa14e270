import FaradaySimulation
import Foundation

/// What a failed test is told: the seed, the end of the timeline, and where the capture is.
struct SimulationReport: Sendable {
    /// How many lines of the timeline are shown.
    static let tailLength = 25
    /// How many lines are shown of what apps and the test did.
    static let appLength = 15
    /// Where a line is cut; the capture has all of it.
    static let lineLength = 180
    /// How many records a simulated test keeps.
    static let traceCapacity = 20_000

    let world: World
    /// What the file is called, without seed and extension.
    let testName: String

    /// The report as text; `file` is the capture's place, if it was or will be written.
    func text(capture file: URL?) -> String {
        var text = "world: seed \(world.seed), \(world.now) s, \(world.eventCount) events\n"
        if let place = world.failedRun { text += "world.run(until:) that did not get there: \(place)\n" }
        let records = world.trace
        let lines = TraceText(names: world.nodeNames)
        // What the air does fills any end of a timeline; what the app did last may lie far before.
        let appRecords = records.filter { $0.stair == .port || $0.stair == .world }.suffix(Self.appLength)
        if !appRecords.isEmpty {
            text += "what apps and the test did, last \(appRecords.count) lines:\n"
            for record in appRecords { text += Self.cut(lines.line(of: record)) }
        }
        let tail = records.suffix(Self.tailLength)
        if !tail.isEmpty { text += "timeline, last \(tail.count) lines:\n" }
        for record in tail { text += Self.cut(lines.line(of: record)) }
        if let file { text += "capture for Wireshark: \(file.path)\n" }
        return text
    }

    private static func cut(_ line: String) -> String {
        (line.count > lineLength ? line.prefix(lineLength - 1) + "…" : line) + "\n"
    }

    /// Where the capture of this test goes: FARADAY_CAPTURE_DIR, or the directory for temporary files.
    func captureFile() -> URL {
        let directory =
            ProcessInfo.processInfo.environment["FARADAY_CAPTURE_DIR"]
            .map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("faraday", isDirectory: true)
        let name = String(
            testName.unicodeScalars.map { scalar in
                let isPlain =
                    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                return isPlain ? Character(scalar) : "-"
            }
            .prefix(80))
        return directory.appendingPathComponent("\(name)-seed\(world.seed).pcapng")
    }

    /// Writes the capture; `nil` if that was not possible.
    func writeCapture() -> URL? {
        let file = captureFile()
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(world.capture(.pcapng)).write(to: file)
            return file
        } catch {
            return nil
        }
    }
}

/// An error of a simulated test, with the world's story behind it.
public struct SimulatedTestFailure: Error, CustomStringConvertible {
    /// What was thrown.
    public let underlying: any Error
    /// Seed, timeline and capture file.
    public let report: String

    /// What failed, with the seed and what there is to look at.
    public var description: String { "\(underlying)\n\(report)" }
}

/// Misuses of the API by the tested app, thrown where a test framework has no other way to hear of them.
public struct MisuseFailure: Error, CustomStringConvertible {
    /// What was done, in order.
    public let misuses: [World.MisuseReport]

    /// The misuses, a line for each.
    public var description: String { misuses.map(\.description).joined(separator: "\n") }
}
