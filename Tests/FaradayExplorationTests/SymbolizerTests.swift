#if os(Linux)
import Foundation
import Testing

@testable import FaradayExploration

/// The program that knows lines of code, played by a shell script.
@Suite struct SymbolizerTests {
    /// A script, and the file in which it notes what happens to it.
    private struct Tool {
        let path: String
        private let notes: String

        init(_ loop: String) throws {
            let folder = FileManager.default.temporaryDirectory.path
            path = "\(folder)/faraday-symbolizer-\(UUID().uuidString)"
            notes = path + ".notes"
            let script = "#!/bin/sh\nsay() { echo $1 >>\(notes); }\nsay started\n\(loop)\nsay ended\n"
            try script.write(toFile: path, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        }

        var events: [String] {
            let text = (try? String(contentsOfFile: notes, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").map(String.init)
        }

        func remove() {
            for file in [path, notes] { try? FileManager.default.removeItem(atPath: file) }
        }
    }

    private static func texts(_ answers: [[UInt8]]?) -> [String]? {
        answers?.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("One process answers all questions, in their order")
    func stays() throws {
        let tool = try Tool("while read -r a; do echo \"at $a\"; done")
        defer { tool.remove() }
        let symbolizer = Symbolizer(idleTime: .seconds(600))
        #expect(Self.texts(symbolizer.answers(of: tool.path, to: [16, 255])) == ["at 0x10", "at 0xff"])
        #expect(Self.texts(symbolizer.answers(of: tool.path, to: [1])) == ["at 0x1"])
        let many = (0..<2_000).map { UInt(Int.max) - $0 }
        let lines = many.map { "at 0x" + String($0, radix: 16) }
        #expect(Self.texts(symbolizer.answers(of: tool.path, to: many)) == lines)
        #expect(tool.events == ["started"])
    }

    @Test("A process that has ended is started again")
    func startsAgain() throws {
        let tool = try Tool("read -r a; echo once")
        defer { tool.remove() }
        let symbolizer = Symbolizer(idleTime: .seconds(600))
        for _ in 0..<3 { #expect(Self.texts(symbolizer.answers(of: tool.path, to: [1])) == ["once"]) }
        #expect(tool.events.filter { $0 == "started" }.count == 3)
    }

    @Test(
        "Without an answer there are no lines, and nothing waits for ever",
        arguments: ["", "read -r a; echo one", "read -r a; exec sleep 600"])
    func noAnswer(_ loop: String) throws {
        let tool = try Tool(loop)
        defer { tool.remove() }
        let symbolizer = Symbolizer(patience: 20, idleTime: .seconds(600))
        #expect(symbolizer.answers(of: tool.path, to: [1, 2]) == nil)
        #expect(symbolizer.answers(of: tool.path + ".none", to: [1]) == nil)
    }
}
#endif
