import Foundation

/// A program of the toolchain and how to run it.
struct Tool: Hashable, Sendable {
    /// What a run left behind.
    struct Result {
        var status: Int32
        var output: Data
        var errors: String

        /// What the program printed on its standard output.
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    var path: String

    /// Runs the program and waits for it.
    ///
    /// The program's output goes into files rather than pipes: a program that prints a hundred megabytes can't
    /// block because nobody reads.
    func run(_ arguments: [String], input: String? = nil, in directory: String? = nil) throws -> Result {
        #if os(macOS) || os(Linux)
        try runProcess(arguments, input: input, in: directory)
        #else
        throw SeamError("\(path): no program can be run on this platform")
        #endif
    }

    #if os(macOS) || os(Linux)
    private func runProcess(_ arguments: [String], input: String?, in directory: String?) throws -> Result {
        let place = try TemporaryDirectory()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory, isDirectory: true) }
        let streams = [place.path + "/output", place.path + "/errors"]
        let handles = try streams.map { try Self.emptyFile($0) }
        defer { for handle in handles { try? handle.close() } }
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        let source = try input.flatMap { FileHandle(forReadingAtPath: try place.write($0, to: "input")) }
        defer { try? source?.close() }
        process.standardInput = source ?? FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw SeamError("can't run \(path): \((error as NSError).localizedDescription)")
        }
        process.waitUntilExit()
        return Result(
            status: process.status,
            output: (try? Data(contentsOf: URL(fileURLWithPath: streams[0]))) ?? Data(),
            errors: String(
                decoding: (try? Data(contentsOf: URL(fileURLWithPath: streams[1]))) ?? Data(), as: UTF8.self))
    }

    private static func emptyFile(_ path: String) throws -> FileHandle {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw SeamError("can't write \(path)") }
        return handle
    }
    #endif
}

#if os(macOS) || os(Linux)
extension Process {
    /// The exit status; on Linux as a shell has it, 128 and more when a signal ended the program.
    fileprivate var status: Int32 {
        #if os(Linux)
        terminationReason == .exit ? terminationStatus : 128 + terminationStatus
        #else
        terminationStatus
        #endif
    }
}
#endif

extension Tool.Result {
    /// The first error that a compiler or a package manager printed, without the source line beneath it.
    var firstError: String {
        let lines = (errors + "\n" + text).split(separator: "\n")
        let line = lines.first { $0.contains("error: ") } ?? lines.first ?? "it ended with status \(status)"
        return line.trimmingCharacters(in: .whitespaces)
    }
}
