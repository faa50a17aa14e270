import FaradaySimulation

/// What an exploration did and found.
public struct ExplorationResult: Sendable {
    /// How many cases ran, without those that were tried to make a failure simpler.
    public internal(set) var runs = 0
    /// The failures, by the numbers of the runs that found them: one for each signature.
    public internal(set) var failures: [ExplorationFailure] = []
    /// Why the exploration could not do what it was asked for, for example a replayed case that can't be read.
    public internal(set) var problems: [String] = []
    /// What the runs reached, if that was asked for.
    public internal(set) var coverage: Coverage?

    /// Whether no run failed and there was no problem.
    public var isSuccess: Bool { failures.isEmpty && problems.isEmpty }

    /// All problems and failures, in lines of ASCII; empty after a success.
    public var report: String {
        (problems + failures.map(\.description)).joined(separator: "\n\n")
    }

    /// Throws if a run failed or there was a problem; the error's description is the report.
    public func check() throws {
        if !isSuccess { throw ExplorationError(result: self) }
    }
}

/// The failures of an exploration, as an error.
public struct ExplorationError: Error, Sendable, CustomStringConvertible {
    /// What the exploration did and found.
    public let result: ExplorationResult

    /// The report of the result.
    public var description: String { result.report }
}
