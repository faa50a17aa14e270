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
        if let text = variables["FARADAY_CORPUS"], !text.isEmpty { corpus = text }
        if let text = variables["FARADAY_COVERAGE"] {
            showsCoverage = !["", "0", "false", "no"].contains(text)
        }
    }
}
