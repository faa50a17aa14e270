import FaradaySimulation

/// Cuts a failing case down: a machine that proposes simpler cases and is told which of them fail the same way.
///
/// What it proposes follows from the answers alone. It ends when nothing can go, or after a number of attempts.
package struct Shrinker: Sendable {
    /// The simplest case so far that fails the same way.
    package private(set) var best: ExploredCase
    /// How many cases were proposed.
    package private(set) var attempts = 0
    private let mostAttempts: Int
    private var tried: Set<ExploredCase>
    private var candidates: ArraySlice<ExploredCase>

    /// Begins with a case that fails, and with what its run told.
    package init(
        _ found: ExploredCase, parameters: [RunNotes.Parameter], unfired: [Int], mostAttempts: Int
    ) {
        best = found
        self.mostAttempts = mostAttempts
        tried = [found]
        candidates = Self.candidates(for: found, parameters, unfired)[...]
    }

    /// The next case to try; `nil` at the end.
    package mutating func next() -> ExploredCase? {
        guard attempts < mostAttempts else { return nil }
        while let candidate = candidates.popFirst() {
            guard tried.insert(candidate).inserted else { continue }
            attempts += 1
            return candidate
        }
        return nil
    }

    /// The case that was proposed last fails the same way; `explored` is that case with the values of its parameters.
    package mutating func accept(
        _ explored: ExploredCase, parameters: [RunNotes.Parameter], unfired: [Int]
    ) {
        best = explored
        tried.insert(explored)
        candidates = Self.candidates(for: explored, parameters, unfired)[...]
    }

    // MARK: What to try

    /// Simpler cases, those first that leave out most.
    private static func candidates(
        for best: ExploredCase, _ parameters: [RunNotes.Parameter], _ unfired: [Int]
    ) -> [ExploredCase] {
        var all: [ExploredCase] = []
        func add(_ change: (inout ExploredCase) -> Void) {
            var candidate = best
            change(&candidate)
            if candidate != best { all.append(candidate) }
        }
        add { explored in
            for place in unfired.reversed() { explored.faults = explored.faults.removing(at: place) }
        }
        add { ($0.faults, $0.schedule) = ([], .plain) }
        add { $0.faults = [] }
        add { $0.schedule = .plain }
        add { explored in
            for parameter in parameters { explored.parameters[parameter.name] = parameter.lowest }
        }
        for place in best.faults.faults.indices { add { $0.faults = best.faults.removing(at: place) } }
        for schedule in best.schedule.simplifications { add { $0.schedule = schedule } }
        for parameter in parameters {
            for value in smaller(parameter) { add { $0.parameters[parameter.name] = value } }
        }
        for plan in best.faults.simplifications { add { $0.faults = plan } }
        add { $0.seed = 0 }
        return all
    }

    /// Smaller values of a parameter: the smallest first, then half-way, then nearer and nearer to the value.
    private static func smaller(_ parameter: RunNotes.Parameter) -> [Int] {
        let (lowest, value) = (parameter.lowest, parameter.value)
        guard value > lowest else { return [] }
        var values = [lowest]
        var distance = (value - lowest) / 2
        while distance > 0 {
            values.append(value - distance)
            distance /= 2
        }
        return values
    }
}
