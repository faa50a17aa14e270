import FaradaySimulation
import Foundation

/// Looks up the lines of the calls in a world's trace, for its report. The debug information of the program has them; the
/// toolchain's `llvm-symbolizer` reads it. Without that program, or without debug information, reports have functions alone.
package enum CallLines {
    /// So many calls are looked up for one report.
    private static let limit = 2_000
    /// How long that may take, in seconds.
    private static let patience = 10

    /// Those of all calls of a world.
    static func lookUp(_ world: World) { lookUp { TraceCallers.offsets(in: world) } }

    /// Those of the calls that the hints of a failure name.
    package static func lookUp(_ snapshot: WorldSnapshot) { lookUp { TraceCallers.offsets(in: snapshot) } }

    /// Those of misuses.
    package static func lookUp(_ misuses: [World.MisuseReport]) {
        lookUp { TraceCallers.offsets(of: misuses) }
    }

    /// ` (HeartRateApp.swift:12, in HeartRateApp.start)`: the call of the app or of the test that runs on this thread;
    /// empty if it is not known.
    package static var ofRunningCall: String {
        outsideWorlds {
            guard let running = TraceCallers.running else { return "" }
            lookUp { running.offsets }
            return running.text().map { " (\($0))" } ?? ""
        }
    }

    /// Those of calls whose offsets are known.
    package static func lookUp(_ offsets: [UInt32: UInt]) { lookUp { offsets } }

    private static func lookUp(_ offsets: () -> [UInt32: UInt]) {
        #if os(Linux)
        outsideWorlds {
            let offsets = offsets().sorted { $0.key < $1.key }.prefix(limit)
            guard !offsets.isEmpty, let tool, let output = run(tool, offsets.map(\.value)) else { return }
            let lines = output.split(separator: UInt8(ascii: "\n")).map { line(Data($0)) }
            guard lines.count == offsets.count else { return }
            var known: [UInt32: (path: String, line: Int)] = [:]
            for (offset, line) in zip(offsets, lines) { known[offset.key] = line }
            TraceCallers.learn(known)
        }
        #endif
    }

    #if os(Linux)
    private static var tool: URL? {
        let environment = ProcessInfo.processInfo.environment
        let folders = (environment["PATH"] ?? "/usr/bin").split(separator: ":").map {
            "\($0)/llvm-symbolizer"
        }
        return ([environment["LLVM_SYMBOLIZER_PATH"]].compactMap(\.self) + folders)
            .first(where: FileManager.default.isExecutableFile).map { URL(fileURLWithPath: $0) }
    }

    /// The answers of the tool, a line for each offset; `nil` if it fails.
    private static func run(_ tool: URL, _ offsets: [UInt]) -> Data? {
        let process = Process()
        process.executableURL = tool
        process.arguments =
            [
                "--obj=/proc/\(ProcessInfo.processInfo.processIdentifier)/exe", "--output-style=JSON",
                "--no-demangle", "--inlines",
            ]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let ending = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(patience), execute: ending)
        defer { ending.cancel() }
        // All offsets fit into the pipe: they need no thread of their own.
        let text = offsets.map { "0x" + String($0, radix: 16) + "\n" }.joined()
        try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try? input.fileHandleForWriting.close()
        let answers = try? output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? answers : nil
    }

    private struct Answer: Decodable {
        struct Symbol: Decodable {
            let FileName: String
            let Line: Int
        }
        let Symbol: [Symbol]?
    }

    /// The outermost function that the compiler has not made: what was inlined into it is ours.
    private static func line(_ answer: Data) -> (path: String, line: Int)? {
        let symbols = (try? JSONDecoder().decode(Answer.self, from: answer))?.Symbol ?? []
        return symbols.last { $0.Line > 0 && $0.FileName.hasPrefix("/") && !$0.FileName.hasPrefix("/<") }
            .map { ($0.FileName, $0.Line) }
    }
    #endif
}
