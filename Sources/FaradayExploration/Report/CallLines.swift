import FaradaySimulation
import Foundation

/// Looks up the lines of the calls in a world's trace, for its report. The debug information of the program has them; the
/// toolchain's `llvm-symbolizer` reads it. Without that program, or without debug information, reports have functions alone.
package enum CallLines {
    /// So many calls are looked up for one report.
    private static let limit = 2_000

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
            guard !offsets.isEmpty, let tool,
                let answers = Symbolizer.shared.answers(of: tool, to: offsets.map(\.value))
            else { return }
            var known: [UInt32: (path: String, line: Int)] = [:]
            for (offset, answer) in zip(offsets, answers) { known[offset.key] = line(Data(answer)) }
            TraceCallers.learn(known)
        }
        #endif
    }

    #if os(Linux)
    private static var tool: String? {
        let environment = ProcessInfo.processInfo.environment
        let folders = (environment["PATH"] ?? "/usr/bin").split(separator: ":").map {
            "\($0)/llvm-symbolizer"
        }
        return ([environment["LLVM_SYMBOLIZER_PATH"]].compactMap(\.self) + folders)
            .first(where: FileManager.default.isExecutableFile)
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
