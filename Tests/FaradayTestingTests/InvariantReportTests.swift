import BluetoothPort
import BluetoothTypes
import FaradayTesting
import Foundation
import Testing

/// A broken rule fails its test, at the line of the rule.
@Suite struct InvariantReportTests {
    private static let line = Lock(0)

    private static let isBroken: @Sendable (Issue) -> Issue? = { issue in
        let text = issue.comments.map(\.rawValue).joined(separator: "\n")
        if issue.severity == .warning { return nil }
        let isExpected =
            text.contains("always \"it is early\" does not hold at 2.000000 s")
            && issue.sourceLocation?.line == line.withLock { $0 }
            && issue.sourceLocation?.fileID == #fileID
        return isExpected ? nil : issue
    }

    private static func breakARule(_ world: World) {
        for second in 1...3 { world.after(.seconds(second)) {} }
        line.withLock { $0 = #line + 1 }
        world.always("it is early") { world.now < .zero + .seconds(2) }
    }

    @Test(
        "With the trait it is an issue with the story",
        .compactMapIssues { issue in
            let text = issue.comments.map(\.rawValue).joined(separator: "\n")
            let hasStory = text.contains("BROKEN: always \"it is early\"")
            return hasStory ? InvariantReportTests.isBroken(issue) : issue
        }, .simulated)
    func simulated() async throws {
        Self.breakARule(World.current)
        try await World.current.run(for: .seconds(5))
        #expect(World.current.brokenInvariants.count == 1)
    }

    @Test(
        "In withWorld it is an issue", .compactMapIssues(InvariantReportTests.isBroken),
        arguments: [false, true])
    func inWithWorld(isAsynchronous: Bool) async throws {
        if isAsynchronous {
            try await withWorld { world in
                Self.breakARule(world)
                try await world.run(for: .seconds(5))
            }
        } else {
            try Self.breakARuleInWithWorld()
        }
    }

    private static func breakARuleInWithWorld() throws {
        try withWorld { world in
            breakARule(world)
            try world.run(for: .seconds(5))
        }
    }

    private final class Level {
        var value = 1
    }

    @MainActor @Test("A rule may look at what is not Sendable, also on the main actor", .simulated)
    func notSendable() async throws {
        let level = Level()
        World.current.always("a level is positive") { level.value > 0 }
        World.current.after(.seconds(1)) {}
        try await World.current.run(for: .seconds(2))
        level.value = 2
        #expect(World.current.brokenInvariants.isEmpty)
    }

    @Test("Without a test it is an error that has the line and the story")
    func withoutATest() throws {
        let failure = Lock<String?>(nil)
        let thread = Thread {
            let text: String
            do {
                try Self.breakARuleInWithWorld()
                text = "no error"
            } catch { text = "\(error)" }
            failure.withLock { $0 = text }
        }
        thread.start()
        while failure.withLock({ $0 }) == nil { Thread.sleep(forTimeInterval: 0.001) }
        let text = try #require(failure.withLock { $0 })
        #expect(text.contains("always \"it is early\" does not hold at 2.000000 s"))
        #expect(text.contains("InvariantReportTests.swift:"))
        #expect(text.contains("BROKEN"))
    }
}
