import FaradaySimulation

/// How a run of a case ended.
package struct RunOutcome: Sendable {
    /// The case, with the values that its parameters had.
    package let explored: ExploredCase
    /// The parameters that the body took.
    package let parameters: [RunNotes.Parameter]
    /// What failed, the first first.
    package let failures: [RunNotes.Failure]
    /// The places in the plan of the faults that never acted.
    package let unfired: [Int]
    /// What the run reached, where it was asked for.
    package let coverage: Coverage?
    /// Told about the failure, where it was asked for.
    package let account: RunAccount?
    /// What later plans aim at, where it was asked for.
    let surroundings: FaultSurroundings?
    /// Whether the run went as far as a run may go.
    let isEndless: Bool
    /// Whether an app was called on the main queue of this process.
    let servesMainQueue: Bool

    /// The signature of the first failure.
    package var signature: FailureSignature? { failures.first?.signature }

    /// The first failure of that signature.
    package func failure(like signature: FailureSignature) -> RunNotes.Failure? {
        failures.first { $0.signature == signature }
    }
}
