import BluetoothPort
import FaradayTesting
import Foundation
import Testing

/// A mistake of a newcomer: app and test as they would write it, and what the message has to say.
struct MistakeRow: CustomTestStringConvertible, Sendable {
    /// The comment at the end of the line that is wrong. Without one, the line of `world.run` is where a test fails.
    static let mark = "// mistake"

    let testDescription: String
    /// What is wrong, in the words of the app.
    let names: [String]
    /// What to write instead.
    let writes: [String]
    let body: @Sendable () async throws -> Void
    private let path: String
    private let line: Int

    init(
        _ name: String, names: [String], writes: [String], path: String = #filePath, line: Int = #line,
        _ body: @escaping @Sendable () async throws -> Void
    ) {
        testDescription = name
        (self.names, self.writes, self.path, self.line, self.body) = (names, writes, path, line, body)
    }

    // MARK: Its source

    private var file: String { String(path.split(separator: "/").last ?? "") }

    /// The lines from this row to the next one, and the number of the first.
    private func source() throws -> (lines: [Substring], first: Int) {
        let all = try String(contentsOfFile: path, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let beginning = try #require(all[line...].firstIndex { $0.hasSuffix("{") || $0.contains(" in") })
        let indent = all[line - 1].prefix { $0 == " " }
        let end = try #require(all[line...].firstIndex { $0 == indent + "}" || $0 == indent + "}," })
        let first = all[line - 1].hasSuffix("{") ? line : beginning + 1
        return (Array(all[first..<end]), first + 1)
    }

    /// `ScanRows.swift:12`, the line that is wrong.
    func place() throws -> String {
        let (lines, first) = try source()
        let marked = try #require(
            lines.firstIndex { $0.hasSuffix(Self.mark) }, "\(testDescription): no line is marked")
        return "\(file):\(first + marked)"
    }

    // MARK: Its message

    /// What the failures of the row print, as Swift Testing prints them.
    func message() async throws -> String {
        let (test, testCase) = (try #require(Test.current), try #require(Test.Case.current))
        let printed = Lock<[String]>([])
        let taking: IssueHandlingTrait = .compactMapIssues { issue in
            guard issue.isFailure else { return nil }
            printed.withLock { $0.append(Self.text(issue)) }
            return nil
        }
        try await taking.provideScope(for: test, testCase: testCase) {
            try await SimulatedTrait.simulated(seed: 7).provideScope(
                for: test, testCase: testCase, performing: body)
        }
        return printed.withLock { $0 }.joined(separator: "\n")
    }

    private static func text(_ issue: Issue) -> String {
        let place = issue.sourceLocation.map { "\($0.fileID.split(separator: "/").last ?? ""):\($0.line)" }
        let said = issue.error.map { "\($0)" }
        let comments = issue.comments.map(\.rawValue)
        return "recorded an issue at \(place ?? "?"): "
            + ([said].compactMap(\.self) + comments).joined(separator: "\n")
    }

    // MARK: Its grade

    /// What a message does: A if it does all three.
    struct Grade: Equatable, CustomStringConvertible {
        var names: Bool
        var places: Bool
        var writes: Bool

        var letter: String {
            switch (names, places, writes) {
            case (true, true, true): "A"
            case (true, _, true): "B"
            case (true, _, false): "C"
            default: "D"
            }
        }

        var description: String {
            let parts = [(names, "names"), (places, "places"), (writes, "writes")]
            return letter + " (" + parts.map { ($0 ? "" : "not ") + $1 }.joined(separator: ", ") + ")"
        }
    }

    func grade(_ message: String) throws -> Grade {
        Grade(
            names: names.allSatisfy(message.contains), places: message.contains(try place()),
            writes: writes.allSatisfy(message.contains))
    }

    // MARK: Its part of the page

    /// Mistake, message and what to write, with the lines counted from the first one that is shown.
    func page(_ message: String) throws -> String {
        let (lines, first) = try source()
        let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        let code = lines.map { String($0.dropFirst(indent)) }
        let told = Self.told(message).map { line in
            Self.relative(line, file, first, through: first + lines.count - 1)
        }
        return """
            ### \(testDescription)

            ```swift
            \(code.joined(separator: "\n").replacingOccurrences(of: Self.mark, with: "// wrong"))
            ```

            ```
            \(told.joined(separator: "\n"))
            ```

            """
    }

    /// The failures, and the hints below them: the story between them is not what this page is about.
    private static func told(_ message: String) -> [String] {
        message.split(separator: "\n").map(String.init).filter { line in
            line.hasPrefix("recorded an issue") || line.hasPrefix("hint: ")
        }.map { line in
            // Failures without a line of their own are at the test's, which is one for all rows.
            guard line.contains("at MistakesPageTests.swift:"), let end = line.range(of: ": ") else {
                return line
            }
            return "recorded an issue at the test: " + line[end.upperBound...]
        }
    }

    /// `Test.swift:3` for a line of this row.
    private static func relative(_ text: String, _ file: String, _ first: Int, through last: Int) -> String {
        var result = text
        for line in (first...last).reversed() {
            for end in [":", ",", ")", ".", ";", " "] {
                result = result.replacingOccurrences(
                    of: "\(file):\(line)\(end)", with: "Test.swift:\(line - first + 1)\(end)")
            }
        }
        return result
    }
}
