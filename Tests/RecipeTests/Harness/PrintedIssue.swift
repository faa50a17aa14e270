import Foundation
import Testing

/// What Swift Testing prints about an issue, without what differs from machine to machine: the line of the source, and the
/// folder of the capture.
struct PrintedIssue {
    let lines: [String]

    init(_ issue: Issue, of test: Test) {
        let file = issue.sourceLocation?.fileName ?? "-"
        let kind = "\(issue.kind)".split(separator: "\n").map(String.init)
        let first = "\(Self.beginning(of: test)) recorded an issue at \(file): \(kind.first ?? "")"
        let comments = issue.comments.flatMap { comment in
            comment.rawValue.split(separator: "\n").enumerated().map { place, line in
                (place == 0 ? "\u{21B3} " : "  ") + line
            }
        }
        lines = ([first] + kind.dropFirst() + comments).compactMap(Self.everywhereTheSame)
    }

    /// The words with which the test's issues begin.
    static func beginning(of test: Test) -> String {
        "\u{2718} Test \(test.displayName.map { "\"\($0)\"" } ?? test.name)"
    }

    private static func everywhereTheSame(_ line: String) -> String? {
        let text = line.trimmingCharacters(in: .whitespaces)
        if text.hasPrefix("report for a browser:") || text.hasPrefix("the run that gave up:") { return nil }
        guard text.hasPrefix("capture for Wireshark:"), let slash = line.lastIndex(of: "/") else {
            return line
        }
        return "  capture for Wireshark: /tmp/faraday/Faraday\(withoutNumber(String(line[slash...])))"
    }

    /// The name of a capture. A test that runs again in the same process gets a file with a number behind the seed.
    private static func withoutNumber(_ name: String) -> String {
        let ending = ".pcapng"
        guard name.hasSuffix(ending) else { return name }
        let parts = name.dropLast(ending.count).split(separator: "-", omittingEmptySubsequences: false)
        guard let number = parts.last, Int(number) != nil, parts.dropLast().last?.hasPrefix("seed") == true
        else {
            return name
        }
        return parts.dropLast().joined(separator: "-") + ending
    }
}
