import BluetoothTypes
import FaradayVerification
import Foundation

/// Tries rules one after the other, each with ends of its own.
struct VerifyRun {
    private let rules: [VerifiableRule]
    private let hasUser: Bool
    private let make: () -> Trial

    init(_ rules: [VerifiableRule], hasUser: Bool, _ make: @escaping () -> Trial) {
        (self.rules, self.hasUser, self.make) = (rules, hasUser, make)
    }

    /// What was found, and a line for each rule as soon as it was tried.
    func entries(onLine: (String) -> Void) -> [VerificationReport.Entry] {
        rules.map { rule in
            let trial = make()
            let began = trial.clock.now
            let isAlone = rule.needsUser && !hasUser
            let outcome =
                isAlone ? .notTried("somebody has to accept an alert: --user") : rule.outcome(trial)
            let taken: Nanoseconds = trial.clock.now - began
            let seconds = Double(taken.count) / 1e9
            onLine(Self.line(rule, outcome, seconds))
            return VerificationReport.Entry(rule.number, outcome, seconds: seconds)
        }
    }

    private static func line(_ rule: VerifiableRule, _ outcome: Outcome, _ seconds: Double) -> String {
        let said =
            switch outcome {
            case .asWritten: "as written"
            case .otherwise(let seen): "otherwise: \(seen)"
            case .notTried(let why): "not tried: \(why)"
            }
        let number = rule.number.padding(toLength: 6, withPad: " ", startingAt: 0)
        let time = String(format: "%5.1f", seconds)
        return "\(number) \(time) s  \(said)  (\(rule.trial))"
    }

    static func summary(_ report: VerificationReport) -> String {
        let counts = ["as written", "otherwise", "not tried"].map { "\(report.count($0)) \($0)" }
        return "\(report.rules.count) rules: \(counts.joined(separator: ", "))"
    }
}
