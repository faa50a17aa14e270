#if os(Linux)
import Foundation

/// Which failure it is that the app's code ended its process.
struct ProcessEndText {
    let signature: FailureSignature
    let message: String

    /// - Parameter errors: What the process wrote to standard error in this run.
    init(_ end: ChildProcess.End, _ errors: String) {
        let way = Self.text(end)
        guard let (place, reason) = Self.reason(in: errors) else {
            signature = FailureSignature(.trap, way)
            message = "The app's code ended the process: \(way)."
            return
        }
        signature = FailureSignature(.trap, place ?? Self.withoutNumbers(reason))
        message =
            "The app's code ended the process (\(way)): \(reason)"
            + (place.map { " (\($0))" } ?? "")
    }

    private static func text(_ end: ChildProcess.End) -> String {
        switch end {
        case .exit(let status): "exit status \(status)"
        case .signal(let number): names[number] ?? "signal \(number)"
        }
    }

    private static let names: [Int32: String] = [
        SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS",
        SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGALRM: "SIGALRM", SIGPIPE: "SIGPIPE",
    ]

    /// With what a line begins that says why the process ends, behind the place.
    private static let words = [
        "Fatal error", "Precondition failed", "Assertion failed", "*** Terminating app due to",
        "terminate called", "Could not cast value of type", "Simultaneous accesses to",
    ]

    /// The place, as `App/Strap.swift:12`, and the text of the last line that says why the process ended.
    private static func reason(in errors: String) -> (place: String?, reason: String)? {
        for line in errors.split(whereSeparator: \.isNewline).reversed() where !isOfTests(line) {
            for word in words {
                guard let range = line.range(of: word) else { continue }
                return (place(line[..<range.lowerBound]), String(line[range.lowerBound...]))
            }
        }
        return nil
    }

    /// Whether a line is the test framework's, which quotes expectations: such words are in the text of a test, too. Its marks
    /// come first, perhaps behind a colour.
    private static func isOfTests(_ line: Substring) -> Bool {
        line.prefix(8).contains { "✘✔◇↳⚠".contains($0) }
    }

    /// A message with `#` in the place of its numbers: addresses, identifiers of threads and processes, and UUIDs are others in
    /// each process. What is left tells the same trap again. `UInt8` keeps its digit, as part of a name.
    private static func withoutNumbers(_ message: String) -> String {
        var text = ""
        var rest = Substring(message)
        while let first = rest.first {
            guard isPartOfWord(first) else {
                text.append(first)
                rest.removeFirst()
                continue
            }
            let word = uuid(atStartOf: rest) ?? rest.prefix(while: isPartOfWord)
            text += isNumber(word) ? "#" : word
            rest = rest.dropFirst(word.count)
        }
        return text
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// A number in digits, one with `0x` in front of it, or a UUID.
    private static func isNumber(_ word: Substring) -> Bool {
        if word.contains("-") || word.allSatisfy(\.isNumber) { return true }
        return word.lowercased().hasPrefix("0x") && word.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    private static func uuid(atStartOf text: Substring) -> Substring? {
        let candidate = text.prefix { $0.isHexDigit || $0 == "-" }
        let lengths = candidate.split(separator: "-", omittingEmptySubsequences: false).map(\.count)
        return lengths == [8, 4, 4, 4, 12] ? candidate : nil
    }

    /// The file with its module or folder, and the line, of `/path/App/Strap.swift:12: `.
    private static func place(_ text: Substring) -> String? {
        let parts = text.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let place = parts.firstIndex(where: { $0.hasSuffix(".swift") }), place + 1 < parts.count,
            let line = Int(parts[place + 1])
        else { return nil }
        return parts[place].split(separator: "/").suffix(2).joined(separator: "/") + ":\(line)"
    }
}
#endif
