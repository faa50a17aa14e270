#if os(Linux)
import Foundation
import Testing

/// The command that a report prints, in a process of its own.
@Suite struct ReplayCommandTests {
    /// What a program printed, and the captures that it wrote.
    private struct Output {
        let text: String
        let captures: [String: Data]

        /// What is told of each failure, without the line that says which run found it.
        var failures: [String] {
            text.components(separatedBy: "\n\n").map { report in
                report.split(separator: "\n").dropFirst().joined(separator: "\n")
            }
        }

        /// The commands that run the cases again.
        var commands: [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { $0.hasPrefix("FARADAY_REPLAY=") }
        }
    }

    /// Runs a command in a shell that finds the programs beside the binary of these tests.
    private static func run(_ command: String, _ folder: ResultsFolder, _ variables: [String: String] = [:])
        throws -> Output
    {
        let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.environment = [
            "PATH": "\(programs.path):/usr/bin:/bin", "FARADAY_CAPTURE_DIR": folder.path + "/captures",
        ].merging(variables) { $1 }
        try folder.write("", to: "out")
        process.standardOutput = FileHandle(forWritingAtPath: folder.path + "/out")
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        var captures: [String: Data] = [:]
        let files = FileManager.default.enumerator(atPath: folder.path + "/captures")
        while let file = files?.nextObject() as? String {
            guard file.hasSuffix(".pcapng") else { continue }
            captures[file] = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/captures/" + file))
        }
        return Output(
            text: try String(contentsOfFile: folder.path + "/out", encoding: .utf8), captures: captures)
    }

    @Test("The printed command fails in the same way, byte for byte, with the same capture")
    func replays() throws {
        let folder = try ResultsFolder()
        let explored = try Self.run("interop-explorer", folder, ["FARADAY_RUNS": "60"])
        try #require(!explored.commands.isEmpty)
        #expect(explored.commands.count == explored.failures.count)
        for (command, failure) in zip(explored.commands, explored.failures) {
            let replayed = try Self.run(command, folder)
            #expect(replayed.failures == [failure])
            #expect(replayed.commands == [command])
            #expect(replayed.captures == explored.captures)
        }
    }

    @Test("A program whose runs are in child processes finds and tells the same")
    func children() throws {
        let folder = try ResultsFolder()
        let here = try Self.run("interop-explorer", folder, ["FARADAY_RUNS": "60"])
        let inChildren = try Self.run(
            "interop-explorer", folder, ["FARADAY_RUNS": "60", "FARADAY_CHILD_PROCESSES": "1"])
        #expect(inChildren.text == here.text)
        #expect(inChildren.captures == here.captures)
        let command = try #require(here.commands.first)
        let replayed = try Self.run(command, folder, ["FARADAY_CHILD_PROCESSES": "1"])
        #expect(replayed.failures.first == here.failures.first)
    }
}
#endif
