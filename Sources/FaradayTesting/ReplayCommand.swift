import FaradayExploration
import Testing

/// How a case is run again from a shell.
enum ReplayCommand {
    /// How `swift test` runs one test.
    static func start(filter: String) -> String { "swift test --filter '\(filter)'" }

    /// How the running test is run again; `nil` for a plain `XCTestCase`, whose name nobody knows.
    static var ofRunningTest: String? {
        (Test.current.map(filter) ?? ExploringTest.ofXCTest.withLock { $0 }).map(start)
    }

    /// What `swift test --filter` takes for a test of Swift Testing.
    static func filter(_ test: Test) -> String {
        // `AppTests.Suite/Inner/connects(count:)/Suite.swift:12:6`
        var parts = "\(test.id)".split(separator: "/")
        if parts.count > 1 { parts.removeLast() }
        let name = parts.joined(separator: "/")
        return String(name.prefix { $0 != "(" })
    }

    /// The case that a trait's argument names, or why it can't be read.
    static func parse(_ text: String?) -> (explored: ExploredCase?, problem: String?) {
        guard let text else { return (nil, nil) }
        do throws(ExploredCaseError) {
            return (try ExploredCase(parsing: text), nil)
        } catch {
            return (nil, "The case to be replayed can't be read. \(error)")
        }
    }
}
