import FaradaySimulation

/// The cases of an exploration by number: a case follows from the base seed and its number, whatever other runs find.
struct CaseSource: Sendable {
    let seed: UInt64
    let faults: FaultVocabulary?
    let schedules: ExplorationSchedules
    /// What faults can name; unknown until the first run has ended.
    var surroundings = FaultSurroundings.unknown

    /// Number 0 is the plain case: the body without faults, with the plain schedule and the base seed.
    func makeCase(_ number: Int) -> ExploredCase {
        guard number > 0 else { return ExploredCase(seed: seed) }
        var entropy = CaseEntropy(seed: seed, "case", number: UInt64(number))
        var explored = ExploredCase(seed: entropy.next())
        let (planSeed, scheduleSeed, kind) = (entropy.next(), entropy.next(), entropy.below(8))
        // An order of callbacks often breaks an app without any fault, and a fault without another order.
        if let faults, kind != 0 { explored.faults = faults.plan(seed: planSeed, for: surroundings) }
        if kind > 1 || explored.faults.isEmpty {
            explored.schedule = .any(seed: scheduleSeed, parts: schedules.parts)
        }
        return explored
    }

    /// A case that is like one that reached something new.
    func mutate(_ explored: ExploredCase, _ other: ExploredCase, number: Int) -> ExploredCase {
        var entropy = CaseEntropy(seed: seed, "mutation", number: UInt64(number))
        var mutated = explored
        mutated.parameters = [:]
        switch entropy.below(6) {
        case 0: mutated.seed = entropy.next()
        case 1: mutated.schedule = .any(seed: entropy.next(), parts: schedules.parts)
        case 2: mutated.faults.faults += plan(&entropy).faults.prefix(1)
        case 3: mutated.faults.faults += other.faults.faults.filter { $0.point.predecessor == nil }
        case 4 where !explored.faults.isEmpty:
            mutated.faults = explored.faults.removing(at: entropy.below(explored.faults.count))
            mutated.faults.faults += plan(&entropy).faults.prefix(1)
        default:
            mutated.seed = entropy.next()
            mutated.faults.faults += plan(&entropy).faults.prefix(1)
        }
        mutated.faults.faults = Array(mutated.faults.faults.prefix(Self.mostFaults))
        // There was nothing to add.
        if mutated == explored { mutated.seed = entropy.next() }
        return mutated
    }

    /// How many faults a case may gather by mutation.
    private static let mostFaults = 8

    private func plan(_ entropy: inout CaseEntropy) -> FaultPlan {
        let seed = entropy.next()
        guard let first = faults?.plan(seed: seed, for: surroundings).faults.first else { return [] }
        return first.point.predecessor == nil ? [first] : []
    }
}
