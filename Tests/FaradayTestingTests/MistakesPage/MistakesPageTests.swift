import FaradayTesting
import Foundation
import Testing

/// What newcomers do wrong, and what they are told: every message names the thing, names the place, and says what to write.
@Suite struct MistakesPageTests {
    static let groups: [(title: String, rows: [MistakeRow])] = [
        ("Before a device is found", MistakeRow.scanning), ("With a link", MistakeRow.connecting),
        ("With characteristics", MistakeRow.attributes),
        ("The phone, and the life of an app", MistakeRow.phones),
        ("In the peripheral role", MistakeRow.local), ("In the test itself", MistakeRow.tests),
    ]

    #if os(Linux)
    /// Elsewhere the app's queues are real, and messages name the function of a call, not the line.
    @Test(.enabled(if: World().holdsAppWork), arguments: groups.flatMap(\.rows))
    func aMistakeGetsItsMend(_ row: MistakeRow) async throws {
        let message = try await row.message()
        let grade = try row.grade(message)
        let place = try row.place()
        let isASCII = message.allSatisfy(\.isASCII)
        #expect(grade.letter == "A", "\(grade) at \(place):\n\(message)")
        #expect(isASCII)
    }

    @Test("The page has each mistake, its message, and nothing else", .enabled(if: World().holdsAppWork))
    func page() async throws {
        var text = Self.beginning
        for (title, rows) in Self.groups {
            text += "\n## \(title)\n"
            for row in rows { text += "\n" + (try row.page(try await row.message())) }
        }
        text += Self.end
        var file = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { file.deleteLastPathComponent() }
        file.appendPathComponent("Documentation/Mistakes.md")
        if ProcessInfo.processInfo.environment["FARADAY_WRITE_DOCS"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let isWritten = try String(contentsOf: file, encoding: .utf8) == text
        #expect(isWritten, "write it again with FARADAY_WRITE_DOCS=1")
    }
    #endif

    private static let beginning = """
        # Mistakes

        What goes wrong in first tests, and what the failure says then: what is wrong, what to write instead, and the line. A test
        writes this page from mistakes that it makes. Each block of code is the app and the test, or the part of them that
        matters, with the wrong line; lines in messages are lines of that block. Lines are known on Linux, where the toolchain's
        `llvm-symbolizer` reads them; elsewhere messages name the function. `StrapApp` is
        [a small app without a mistake](../Tests/FaradayTestingTests/MistakesPage/StrapApp.swift).

        """

    private static let end = """

        ## What has no block here

        - `Thread.sleep`, `Task.sleep` and XCTest's `wait(for:)` run the world of a test with `.simulated`, of `withWorld` and of a
          `SimulatedTestCase` on Linux. They don't run a world that the test has made with `World(seed:)` and that nobody runs:
          when such a world ends, standard error says that a manager was made in it, where, and to write `world.run(until:)`.
        - A loop `while !app.isConnected {}` keeps the world from moving, and ends no test by itself. `.simulated(timeLimit:
          .seconds(60))` ends it, and the failure says to write `try await world.run(until: { app.isConnected })`.
        - A force-unwrap of `nil`, a `try!` or a `preconditionFailure` in a callback ends the process. The world's story is
          printed before, on standard error, beside the line that Swift prints. `.explored(runs: 1, childProcesses: true)` makes
          it a failure of its own test on Linux.

        """
}
