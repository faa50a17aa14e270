import BluetoothTypes
import FaradaySimulation
import Foundation

/// Why a text is not a case.
public struct ExploredCaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what a case looks like. One line of ASCII.
    public let description: String

    init(_ problem: String) {
        description =
            problem.asciiLine
            + ". A case is what a report of an exploration prints after FARADAY_REPLAY=, for example {\"seed\":7}, or a seed."
    }
}

extension ExploredCase: LosslessStringConvertible {
    /// The case as one line of ASCII without single quotes, so that a shell takes it in single quotes.
    public var description: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else {
            preconditionFailure("a case can't be written: \(self.seed)")
        }
        return Self.plain(String(decoding: data, as: UTF8.self))
    }

    /// Reads a case from its description; `nil` if it is none. `init(parsing:)` says why.
    public init?(_ description: String) {
        guard let parsed = try? ExploredCase(parsing: description) else { return nil }
        self = parsed
    }

    /// Reads a case from its description, or from a seed. Spaces, line feeds and quotes around it do not matter.
    ///
    /// ```swift
    /// let found = try ExploredCase(parsing: #"{"seed":7}"#)
    /// ```
    public init(parsing text: String) throws(ExploredCaseError) {
        var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        for prefix in ["FARADAY_REPLAY="] where text.hasPrefix(prefix) { text.removeFirst(prefix.count) }
        while let quote = text.first, "'\"#`".contains(quote), text.count > 1, text.last == quote {
            text = text.dropFirst().dropLast().trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard !text.isEmpty else { throw ExploredCaseError("The case is empty") }
        if let seed = Self.seed(text) {
            self.init(seed: seed)
            return
        }
        guard text.hasPrefix("{") else {
            throw ExploredCaseError("The case begins with \"\(text.prefix(12))\", not with {")
        }
        do {
            self = try JSONDecoder().decode(ExploredCase.self, from: Data(text.utf8))
        } catch let error as DecodingError {
            throw ExploredCaseError(Self.explain(error))
        } catch {
            throw ExploredCaseError("The case can't be read: \(error)")
        }
    }

    private static func seed(_ text: String) -> UInt64? {
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    private static func explain(_ error: DecodingError) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.isEmpty
                ? ""
                : " at " + path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context):
            return "The case lacks \"\(key.stringValue)\"\(place(context.codingPath))"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "The case has a wrong value\(place(context.codingPath)): \(context.debugDescription)"
        case .dataCorrupted(let context):
            if !context.codingPath.isEmpty {
                return "The case has a wrong value\(place(context.codingPath)): \(context.debugDescription)"
            }
            return context.debugDescription.hasPrefix("The case")
                ? context.debugDescription : "The case is not whole: quotes or braces are missing"
        @unknown default: return "The case can't be read"
        }
    }

    /// JSON without the characters that a shell or a test runner would change.
    private static func plain(_ json: String) -> String {
        if json.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "'") }) { return json }
        var text = ""
        for unit in json.utf16 {
            if (0x20..<0x7F).contains(unit), unit != 0x27 {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text
    }
}

extension ExploredCase: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        static let known = ["seed", "faults", "schedule", "parameters"]
    }

    /// Reads what `encode(to:)` wrote; what is missing is as in `init()`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        if let unknown = values.allKeys.map(\.stringValue).sorted().first(where: { !Key.known.contains($0) })
        {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [],
                    debugDescription: "The case has \"\(unknown)\", which is none of "
                        + Key.known.joined(separator: ", ")))
        }
        self.init(
            seed: try values.decodeIfPresent(UInt64.self, forKey: Key("seed")) ?? 0,
            faults: try values.decodeIfPresent(FaultPlan.self, forKey: Key("faults")) ?? [],
            schedule: try values.decodeIfPresent(Schedule.self, forKey: Key("schedule")) ?? .plain,
            parameters: try values.decodeIfPresent([String: Int].self, forKey: Key("parameters")) ?? [:])
    }

    /// Writes the seed, and what is not as in the plain case.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(seed, forKey: Key("seed"))
        if !faults.isEmpty { try values.encode(faults, forKey: Key("faults")) }
        if !schedule.isPlain { try values.encode(schedule, forKey: Key("schedule")) }
        if !parameters.isEmpty { try values.encode(parameters, forKey: Key("parameters")) }
    }
}
