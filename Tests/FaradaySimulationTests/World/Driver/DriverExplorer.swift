@testable import FaradaySimulation

/// Finds every state that a model can reach, whatever the order in which its actors take their steps.
struct DriverExplorer {
    /// The states in the order in which they were found.
    private(set) var states: [DriverModel] = []
    /// What was found wrong, with the steps that lead there.
    private(set) var problems: [String] = []
    private var numbers: [DriverModel: Int] = [:]
    /// The state from which each was found, and the actor that took the step.
    private var origins: [(state: Int, actor: Int)] = []
    private var predecessors: [[Int]] = []
    /// The states in which nobody can take a step.
    private var ends: [Int] = []

    init(_ model: DriverModel, limit: Int = 300_000) {
        _ = find(model, from: (0, 0))
        var next = 0
        while next < states.count, problems.isEmpty {
            explore(next)
            next += 1
            if states.count > limit { problems.append("more than \(limit) states") }
        }
        if problems.isEmpty { checkThatAllEnd() }
    }

    private mutating func explore(_ number: Int) {
        let state = states[number]
        var isEnd = true
        for actor in state.actors.indices {
            for after in state.afterStep(of: actor) where after != state {
                isEnd = false
                let known = states.count
                let found = find(after, from: (number, actor))
                predecessors[found].append(number)
                if found == known, let violation = after.violation { return report(violation, found) }
            }
        }
        guard isEnd else { return }
        ends.append(number)
        if let leftover = state.leftover { report(leftover, number) }
    }

    private mutating func find(_ state: DriverModel, from origin: (Int, Int)) -> Int {
        if let known = numbers[state] { return known }
        numbers[state] = states.count
        states.append(state)
        origins.append(origin)
        predecessors.append([])
        return states.count - 1
    }

    /// From each state an end can be reached: nobody waits for ever, and no threads wake each other for ever.
    private mutating func checkThatAllEnd() {
        var canEnd = [Bool](repeating: false, count: states.count)
        var open = ends
        for end in ends { canEnd[end] = true }
        while let state = open.popLast() {
            for earlier in predecessors[state] where !canEnd[earlier] {
                canEnd[earlier] = true
                open.append(earlier)
            }
        }
        if let stuck = canEnd.firstIndex(of: false) { report("it never ends", stuck) }
    }

    private mutating func report(_ problem: String, _ number: Int) {
        var lines: [String] = []
        var number = number
        while number != 0 {
            let (earlier, actor) = origins[number]
            lines.append(
                "  actor \(actor): \(states[earlier].actors[actor].place) -> \(states[number].actors[actor].place)"
            )
            number = earlier
        }
        problems.append(([problem] + lines.reversed()).joined(separator: "\n"))
    }
}
