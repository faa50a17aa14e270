import BluetoothTypes
import FaradaySimulation

/// What an index says of a report: the report itself begins with it, so an index needs nothing but the reports.
package struct ReportAbout: Hashable, Sendable, Codable {
    /// The test, with its arguments.
    package var title: String
    /// The seed in digits, because many readers of JSON round large numbers.
    package var seed: String
    /// What failed first, as the test framework says it.
    package var text: String
    /// `File.swift:12`.
    package var place: String?
    /// The first cause that the state of the world showed.
    package var hint: String?
    /// The command that runs the same again.
    package var replay: String?
    /// How many failures the report has.
    package var failures: Int
    /// How much happened in each part of the time, from the beginning to the end.
    package var activity: [Int]
    /// The part in which it failed.
    package var failedAt: Int?

    package init(
        title: String, seed: String, text: String, place: String? = nil, hint: String? = nil,
        replay: String? = nil, failures: Int = 1, activity: [Int] = [], failedAt: Int? = nil
    ) {
        (self.title, self.seed, self.text, self.place) = (title, seed, text, place)
        (self.hint, self.replay, self.failures) = (hint, replay, failures)
        (self.activity, self.failedAt) = (activity, failedAt)
    }

    /// In how many parts the time is divided.
    private static let parts = 32
    /// A longer text is cut: an index shows a sentence of it.
    private static let longest = 2_000
    /// A longer command is in the report alone: who reads it for an index reads only its beginning.
    private static let longestCommand = 16_000

    /// What is said of a failed world; `nil` if nothing failed.
    init?(_ failures: [FailureLine], title: String, seed: UInt64, times: [MonotonicInstant]) {
        guard let first = failures.first else { return nil }
        self.init(
            title: title, seed: "\(seed)", text: String(first.text.prefix(Self.longest)), place: first.place,
            hint: first.hints.first.map { String($0.prefix(Self.longest)) },
            replay: failures.lazy.compactMap(\.replay).first { $0.utf8.count <= Self.longestCommand },
            failures: failures.count)
        let end = max(first.time.nanoseconds, times.map(\.nanoseconds).max() ?? 0)
        guard end > 0 else { return }
        func part(_ time: Int64) -> Int {
            min(Self.parts - 1, max(0, Int(Double(time) / Double(end) * Double(Self.parts))))
        }
        activity = [Int](repeating: 0, count: Self.parts)
        for time in times { activity[part(time.nanoseconds)] += 1 }
        failedAt = part(first.time.nanoseconds)
    }

    // MARK: In a report

    /// Where it stands in a report: in the first bytes, in an element that no browser runs.
    package static var beginning: String { DataElement.beginning(id: identifier) }
    package static var end: String { DataElement.end }
    private static let identifier = "about"

    /// The element of the report.
    var element: String {
        var object = JSONObject()
        object.add("title", title)
        object.add("seed", seed)
        object.add("text", text)
        object.add("place", place)
        object.add("hint", hint)
        object.add("replay", replay)
        object.add("failures", failures)
        object.member("activity", JSONObject.list(activity.map(String.init)))
        object.add("failedAt", failedAt)
        return DataElement.text(id: Self.identifier, json: object.line) + "\n"
    }

    // MARK: In an index

    /// The first sentence or line of what failed.
    package var sentence: String { Self.sentence(of: text) }

    /// What an index calls the cause: the hint, or else the failure itself.
    package var cause: String { hint.map(Self.sentence) ?? sentence }

    /// Equal for causes that differ only in words with digits: times, distances, numbered names, addresses.
    package var kindOfCause: String {
        cause.split(separator: " ").map { $0.contains(where: \.isNumber) ? "#" : $0 }.joined(separator: " ")
    }

    private static func sentence(of text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "The test failed."
        var sentence = ""
        for (place, character) in zip(line.indices, line) {
            sentence.append(character)
            let next = line.index(after: place)
            // A number, an abbreviation or a name of a member goes on after its dot.
            if character == ".", next < line.endIndex, line[next] == " ", sentence.count > 12 { break }
        }
        return sentence.count > 300 ? sentence.prefix(297) + "..." : sentence
    }
}
