import Foundation

/// The file that can be sent to us: what was found, and what the programs printed, without what is private.
struct DoctorReport: Sendable {
    /// A step that was performed.
    struct Entry: Sendable {
        var check: String
        var step: DoctorStep
        var outcome: DoctorOutcome
        var seconds: Double
    }

    var host: String
    var findings: [DoctorVisit.Finding]
    var entries: [Entry]

    /// What is kept of a program's output: its last bytes, where it says how it ended.
    private static let lines = 150

    func text(without privateWords: PrivateWords) -> String {
        var parts = [
            """
            What 'faraday doctor' found. Names, folders and addresses are replaced by words in capitals; read it before you
            send it.

            \(Shell.version)
            \(host)

            """,
            findings.map { Self.line($0) + "\n" }.joined(),
        ]
        for entry in entries {
            let time = (entry.seconds * 10).rounded() / 10
            parts.append(
                "\n== \(entry.check): \(entry.step.text)\n"
                    + entry.step.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }
                    .joined() + "\(entry.outcome.text), \(time) s\n" + Self.tail(entry.outcome.output))
        }
        return privateWords.removed(from: parts.joined()).asciiText
    }

    /// A finding as one line, with its name in a column.
    static func line(_ finding: DoctorVisit.Finding) -> String {
        let gap = String(repeating: " ", count: max(28 - finding.name.count, 1))
        return (finding.name + gap + finding.verdict.text).asciiText
    }

    private static func tail(_ output: String) -> String {
        let all = output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .filter { !isProgress($0) }
        let kept = all.suffix(lines)
        let note = all.count > lines ? "(the last \(lines) lines of \(all.count))\n" : ""
        return output.isEmpty ? "" : note + kept.joined(separator: "\n") + "\n"
    }

    /// Whether it only says how far a build is: `[12/345] Compiling A.swift`.
    private static func isProgress(_ line: Substring) -> Bool {
        guard line.first == "[", let end = line.firstIndex(of: "]") else { return false }
        let numbers = line[..<end].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { Int($0) != nil } && !line.contains("error")
    }
}
