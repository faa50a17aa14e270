import BluetoothTypes
import FaradaySimulation

/// Reads the script of a recording: a line for each step; empty lines and those that begin with `#` are left out.
package enum RecordingScript {
    /// What is wrong with a line.
    package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        package let line: Int
        package let text: String
        package var description: String { "line \(line): \(text)" }
    }

    package static func steps(_ text: String) throws(Problem) -> [RecordingWalk.ScriptStep] {
        var steps: [RecordingWalk.ScriptStep] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard let step = step(first, Array(words.dropFirst())) else {
                throw Problem(
                    line: index + 1,
                    text:
                        "'\(line)' is no step: write UUID BYTES, command UUID BYTES, read UUID, or wait TIME"
                        .asciiText)
            }
            steps.append(step)
        }
        return steps
    }

    private static func step(_ verb: String, _ words: [String]) -> RecordingWalk.ScriptStep? {
        switch verb {
        case "write", "command":
            guard let uuid = words.first.flatMap({ BluetoothUUID($0) }),
                let bytes = bytes(words.dropFirst().joined())
            else { return nil }
            return .write(uuid, bytes, withResponse: verb == "write")
        case "read": return words.count == 1 ? BluetoothUUID(words[0]).map { .read($0) } : nil
        case "wait": return time(words.joined()).map { .wait($0) }
        default: return nil
        }
    }

    private static func bytes(_ digits: String) -> [UInt8]? {
        guard case .bytes(let bytes) = ByteTemplate.Part(stringLiteral: digits) else { return nil }
        return bytes
    }

    private static func time(_ text: String) -> Nanoseconds? {
        for (unit, size) in [("ms", 1e6), ("min", 60e9), ("s", 1e9)] where text.hasSuffix(unit) {
            guard let number = Double(text.dropLast(unit.count)), 0...3600 ~= number else { return nil }
            return Nanoseconds(Int64(number * size))
        }
        return nil
    }
}
