/// A rule of `Documentation/Behaviours.md` that two real ends can show, and how.
package struct VerifiableRule: Sendable {
    /// Its number there.
    package let number: String
    /// What the trial does, in a few words.
    package let trial: String
    let body: @Sendable (Trial) throws -> Void

    init(_ number: String, _ trial: String, _ body: @escaping @Sendable (Trial) throws -> Void) {
        (self.number, self.trial, self.body) = (number, trial, body)
    }

    /// Tries the rule with a manager of its own.
    package func outcome(_ trial: Trial) -> Outcome {
        defer { trial.close() }
        do {
            try body(trial)
            return .asWritten
        } catch TrialEnd.otherwise(let seen) {
            return .otherwise(seen)
        } catch TrialEnd.notTried(let why) {
            return .notTried(why)
        } catch {
            return .notTried("\(error)")
        }
    }

    /// All rules, in the order of their numbers.
    package static let all = managers + scanning + connecting + discovering + values
}
