import Foundation

/// How a process of the same program is started that comes to the same exploration.
package struct ChildLaunch: Sendable {
    let arguments: [String]

    /// - Parameter arguments: Those of the program, without its name.
    package init(arguments: [String]) { self.arguments = arguments }

    /// This program once more, with the arguments that it has.
    package static let ofProgram = ChildLaunch(arguments: Array(CommandLine.arguments.dropFirst()))

    /// The variable that tells a child which exploration it plays cases for.
    package static let variable = "FARADAY_CHILD"

    /// What a child must not take from its parent: it explores nothing, and keeps nothing.
    private static let parentsOwn = [
        "FARADAY_REPLAY", "FARADAY_RUNS", "FARADAY_SEED", "FARADAY_CORPUS", "FARADAY_COVERAGE",
        "FARADAY_SHARD", "FARADAY_RESULTS",
    ]

    /// The environment of a child, as `name=value`.
    static func environment(for exploration: String) -> [String] {
        var variables = ProcessInfo.processInfo.environment
        for name in parentsOwn { variables[name] = nil }
        variables[variable] = exploration
        // Swift would take seconds to print where a process trapped, for each case that is tried.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        return variables.map { "\($0.key)=\($0.value)" }.sorted()
    }
}

/// Why no child can play cases.
struct ChildProblem: Error {
    let description: String
}
