import FaradayExploration
import Foundation
import Testing

extension ChildLaunch {
    /// How `swift test` would run this one test of Swift Testing in another process; `nil` if this process was not started by
    /// `swift test`: Xcode gives no way to do that.
    static func of(_ test: Test) -> ChildLaunch? {
        guard TestArguments.areOfSwiftTesting else { return nil }
        // `AppTests.Suite/connects(count:)/Suite.swift:12:6`
        var parts = "\(test.id)".split(separator: "/")
        if parts.count > 1 { parts.removeLast() }
        // A pattern: what is no letter and no digit stands for itself.
        let name = parts.joined(separator: "/").map { character in
            character.isLetter || character.isNumber || character == "_" ? "\(character)" : "\\\(character)"
        }.joined()
        return ChildLaunch(arguments: TestArguments.withoutSelection + ["--filter", "^\(name)/"])
    }

    /// How one test of XCTest, `AppTests.PulseTests/testConnects`, runs in another process.
    static func ofXCTest(_ test: String) -> ChildLaunch {
        ChildLaunch(arguments: [test])
    }

    /// How a program is started that is no test runner; `nil` in a test runner, which would run all tests.
    static var ofCaller: ChildLaunch? {
        let name = CommandLine.arguments[0].split(separator: "/").last ?? ""
        let isRunner = name.hasSuffix("xctest") || TestArguments.areOfSwiftTesting
        return isRunner ? nil : .ofProgram
    }
}

/// The arguments with which a test runner was started.
private enum TestArguments {
    private static let own = Array(CommandLine.arguments.dropFirst())

    /// Whether `swift test` has started this process for tests of Swift Testing.
    static var areOfSwiftTesting: Bool { own.contains("--testing-library") }

    /// Options that say which tests run, how often, and where it is written down; each has a value.
    private static let selections = [
        "filter", "skip", "xunit-output", "event-stream-output", "event-stream-output-path",
        "event-stream-version", "event-stream-schema-version", "configuration-path", "attachments-path",
        "repetitions", "repeat-until",
    ].flatMap { ["--\($0)", "--experimental-\($0)"] }

    static var withoutSelection: [String] {
        var kept: [String] = []
        var skipsNext = false
        for argument in own {
            if skipsNext {
                skipsNext = false
            } else if selections.contains(argument.prefix { $0 != "=" }.description) {
                skipsNext = !argument.contains("=")
            } else {
                kept.append(argument)
            }
        }
        return kept
    }
}
