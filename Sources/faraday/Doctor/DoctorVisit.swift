/// A visit of the doctor: a machine that goes from check to check. What its driver performs comes back as an outcome.
struct DoctorVisit: Sendable {
    /// What a check has found.
    struct Finding: Equatable, Sendable {
        var name: String
        var verdict: DoctorVerdict
    }

    private var checks: ArraySlice<any DoctorCheck>
    private var outcomes: [DoctorOutcome] = []
    private var isInterrupted = false
    private(set) var facts: DoctorFacts
    private(set) var findings: [Finding] = []

    init(_ facts: DoctorFacts, checks: [any DoctorCheck] = Self.all) {
        self.facts = facts
        self.checks = checks[...]
    }

    /// All checks, in their order: what the others need comes first.
    static let all: [any DoctorCheck] = [
        ToolchainCheck(), XcodeCheck(), PackageCheck.firstTest, PackageCheck.moduleAlias,
        AppTimeCheck(place: .program), AppTimeCheck(place: .test), RadioCheck(),
        HelperCheck.tshark, HelperCheck.chromium, HelperCheck.python,
    ]

    /// What to do next, and for which check; `nil` at the end. Checks that need nothing to be done are concluded on the way.
    mutating func next() -> (name: String, step: DoctorStep)? {
        while let check = checks.first {
            switch isInterrupted
                ? .conclude(.untried("the visit was interrupted")) : check.move(after: outcomes, facts)
            {
            case .perform(let step): return (check.name, step)
            case .conclude(let verdict): conclude(check, verdict)
            }
        }
        return nil
    }

    /// Takes what became of the step that `next` gave.
    mutating func take(_ outcome: DoctorOutcome) {
        if outcome == .interrupted { isInterrupted = true }
        outcomes.append(outcome)
    }

    private mutating func conclude(_ check: any DoctorCheck, _ verdict: DoctorVerdict) {
        findings.append(Finding(name: check.name, verdict: verdict))
        if check is ToolchainCheck, case .doesNot = verdict {
            facts.buildProblem = "it needs a toolchain that works"
        }
        outcomes = []
        checks.removeFirst()
    }

    /// Whether all that could be tried works. Who interrupts a visit does not know.
    var isWell: Bool {
        !isInterrupted
            && findings.allSatisfy { if case .doesNot = $0.verdict { false } else { true } }
    }
}
