/// What a trial of a rule has shown.
package enum Outcome: Hashable, Sendable {
    /// The two ends did what the rule says.
    case asWritten
    /// They did something else.
    case otherwise(String)
    /// The rule could not be tried.
    case notTried(String)
}

/// Why a trial ends before its end.
enum TrialEnd: Error {
    case otherwise(String)
    case notTried(String)
}
