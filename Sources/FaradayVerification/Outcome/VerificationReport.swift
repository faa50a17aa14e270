/// What a verification has found, as a file that can be sent and kept: `Documentation/Measurements` has such files.
package struct VerificationReport: Hashable, Sendable, Codable {
    /// One rule.
    package struct Entry: Hashable, Sendable, Codable {
        /// The rule's number in `Documentation/Behaviours.md`.
        package var rule: String
        /// `as written`, `otherwise` or `not tried`.
        package var outcome: String
        /// What was seen instead, or why the rule could not be tried.
        package var seen: String?
        /// How long the trial took.
        package var seconds: Double

        package init(_ rule: String, _ outcome: Outcome, seconds: Double) {
            (self.rule, self.seconds) = (rule, (seconds * 1000).rounded() / 1000)
            switch outcome {
            case .asWritten: self.outcome = "as written"
            case .otherwise(let seen): (self.outcome, self.seen) = ("otherwise", seen)
            case .notTried(let why): (self.outcome, self.seen) = ("not tried", why)
            }
        }
    }

    /// The form of these files.
    package var version = 1
    /// The system whose Bluetooth the app's end used, with its version: `macOS 26.4`.
    package var system: String
    /// The machine, as its maker names the model: `Mac16,1`.
    package var model: String
    /// What was on the other end.
    package var bench: String
    /// The day, in ISO form.
    package var date: String
    package var rules: [Entry]

    package init(system: String, model: String, bench: String, date: String, rules: [Entry]) {
        (self.system, self.model, self.bench, self.date, self.rules) = (system, model, bench, date, rules)
    }

    /// How many rules have an outcome.
    package func count(_ outcome: String) -> Int { rules.count { $0.outcome == outcome } }

    /// The day of a time, in ISO form and UTC.
    package static func day(secondsSince1970 seconds: Int) -> String {
        // Years are counted from March on, so that a leap day is the last of its year.
        let days = Int((Double(seconds) / 86_400).rounded(.down)) + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let isNextYear = month > 9
        let numbers = (yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, day)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(numbers.0)-\(two(numbers.1))-\(two(numbers.2))"
    }
}
