#if os(Linux)
import Foundation

/// The program `faraday`, as a shell runs it.
enum Tool {
    struct Run: Equatable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// It lies beside the binary of these tests.
    static func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("faraday")
        process.arguments = arguments
        return process
    }

    static func run(_ arguments: [String]) throws -> Run {
        let process = process(arguments)
        // Files, because a pipe must be read while the process writes.
        let folder = try ResultsFolder()
        try folder.write("", to: "out")
        try folder.write("", to: "err")
        process.standardOutput = FileHandle(forWritingAtPath: folder.path + "/out")
        process.standardError = FileHandle(forWritingAtPath: folder.path + "/err")
        try process.run()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus,
            output: try String(contentsOfFile: folder.path + "/out", encoding: .utf8),
            errors: try String(contentsOfFile: folder.path + "/err", encoding: .utf8))
    }
}
#endif
