#if os(Linux)
import Foundation
import Testing

/// What the tool says of itself, and when it writes.
@Suite struct ShellTests {
    private static let commands = [
        "demo", "serve", "device", "step", "tell", "watch", "report", "merge", "doctor",
        "seam",
    ]

    @Test("'faraday help COMMAND' is 'faraday COMMAND --help'", arguments: commands)
    func help(command: String) throws {
        let run = try Tool.run(["help", command])
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.contains("usage: faraday \(command)"))
        #expect(try Tool.run([command, "--help"]) == run)
    }

    @Test("Help for no command is a mistake, and the help of all names each command")
    func others() throws {
        let unknown = try Tool.run(["help", "dmeo"])
        #expect(unknown.status == 64 && unknown.output.isEmpty)
        #expect(
            unknown.errors == "faraday: there is no command 'dmeo'; 'faraday --help' lists the commands\n")
        let help = try Tool.run(["help"])
        #expect(help.status == 0 && Self.commands.allSatisfy { help.output.contains("\n  \($0) ") })
    }

    /// The changelog's newest heading is the version.
    @Test("The tool says its version in one line")
    func version() throws {
        let run = try Tool.run(["--version"])
        #expect(run.status == 0 && run.errors.isEmpty)
        let changelog = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("CHANGELOG.md")
        let heading = try String(contentsOf: changelog, encoding: .utf8).split(separator: "\n")
            .first { $0.hasPrefix("## ") }
        let name = try #require(heading?.dropFirst(3).split(separator: " ").first).lowercased()
        #expect(run.output == "faraday, \(name) (trace format 1)\n")
    }

    @Test("A demo beside the clock writes each line when it happens, also into a pipe")
    func writesAtOnce() throws {
        let folder = try ResultsFolder()
        let process = Tool.process(["demo", "--speed", "1", "--capture", folder.path + "/d.pcapng"])
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        // A buffer would give its first 4,096 bytes at once.
        let first = pipe.fileHandleForReading.availableData
        #expect(process.isRunning)
        #expect(0 < first.count && first.count < 1_000)
    }
}
#endif
