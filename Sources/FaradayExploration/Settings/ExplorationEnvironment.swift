import BluetoothPort
import BluetoothTypes
import Foundation

/// What the environment says about explorations.
package struct ExplorationEnvironment: Sendable {
    /// `FARADAY_REPLAY`: the only case to run.
    package private(set) var replayed: ExploredCase?
    /// `FARADAY_RUNS`: how many runs there are.
    package private(set) var runs: Int?
    /// `FARADAY_SEED`: the base seed.
    package private(set) var seed: UInt64?
    /// `FARADAY_CORPUS`: the folder in which explorations keep interesting cases.
    package private(set) var corpus: String?
    /// `FARADAY_COVERAGE`: whether the table of what was reached is shown.
    package private(set) var showsCoverage = false
    /// `FARADAY_SHARD`: which runs this process does; all without it.
    package private(set) var shard = Shard.whole
    /// `FARADAY_RESULTS`: the folder in which results are kept.
    package private(set) var results: String?
    /// `FARADAY_CHILD_PROCESSES`: whether runs are in child processes; `nil` as each exploration says.
    package private(set) var wantsChildren: Bool?
    /// `FARADAY_CHILD`: the exploration for which this process plays cases; `nil` if it is no child.
    package private(set) var served: String?
    /// The explorations that keep their results there.
    let names = CampaignNames()
    private let turns = ExplorationTurns()
    /// What can't be read, one line each.
    package private(set) var problems: [String] = []

    /// What this process was started with.
    package static let ofProcess = ExplorationEnvironment(ProcessInfo.processInfo.environment)

    package init(_ variables: [String: String] = [:]) {
        if let text = variables["FARADAY_REPLAY"], !text.isEmpty {
            do throws(ExploredCaseError) {
                replayed = try ExploredCase(parsing: text)
            } catch {
                problems.append("FARADAY_REPLAY can't be read. \(error)")
            }
        }
        if let text = variables["FARADAY_RUNS"] {
            runs = Int(text).flatMap { $0 >= 0 ? $0 : nil }
            if runs == nil { problems.append("FARADAY_RUNS is \"\(text.asciiLine)\", not a number of runs.") }
        }
        if let text = variables["FARADAY_SEED"] {
            seed = UInt64(text)
            if seed == nil {
                problems.append("FARADAY_SEED is \"\(text.asciiLine)\", not a seed: 0, 1, 2 and so on.")
            }
        }
        do throws(CampaignError) {
            shard = try Shard(environment: variables)
        } catch {
            problems.append("\(error.description.asciiLine).")
        }
        if let text = variables["FARADAY_RESULTS"], !text.isEmpty { results = text }
        if let text = variables["FARADAY_CORPUS"], !text.isEmpty { corpus = text }
        if let text = variables["FARADAY_COVERAGE"] {
            showsCoverage = Self.isYes(text)
        }
        if let text = variables["FARADAY_CHILD_PROCESSES"] { wantsChildren = Self.isYes(text) }
        served = variables[ChildLaunch.variable]
    }

    private static func isYes(_ text: String) -> Bool { !["", "0", "false", "no"].contains(text) }

    /// What tells an exploration from others of its name in this process, and in a child: which of them it is.
    func takeTurn(of name: String) -> String { "\(name)#\(turns.next(name))" }
}

/// How many explorations of each name there have been.
private final class ExplorationTurns: Sendable {
    private let counts = Lock<[String: Int]>([:])

    func next(_ name: String) -> Int {
        counts.withLock { counts in
            counts[name, default: 0] += 1
            return counts[name, default: 1]
        }
    }
}
