import FaradaySimulation
import Foundation

/// The capture files of failed tests and runs.
package enum FailureCapture {
    /// The folder for all of them: FARADAY_CAPTURE_DIR, or one in the folder for temporary files.
    package static var directory: URL {
        ProcessInfo.processInfo.environment["FARADAY_CAPTURE_DIR"].map {
            URL(fileURLWithPath: $0, isDirectory: true)
        }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("faraday", isDirectory: true)
    }

    /// Writes what the trace of `world` still has, and makes the folder if it is not there.
    package static func write(_ world: World, to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(world.capture(.pcapng)).write(to: file)
    }
}
