import BluetoothTypes
@testable import FaradayExploration
import FaradaySimulation
import Foundation
import Testing

struct HangTests {
    /// A callback that never comes.
    private static func waitForever() async {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    @Test("A body that waits in a world in which nothing is left to happen hangs")
    func idle() async throws {
        let result = await ExplorationTests.exploration(20).run { world in
            if world.explored.seed % 4 == 1 { await Self.waitForever() }
            try await world.run(for: .seconds(1))
        }
        let failure = try #require(result.failures.first)
        #expect(failure.signature == FailureSignature(.hang, ""))
        #expect(failure.message.contains("nothing is left to happen"))
        #expect(failure.isReproducible)
    }

    @Test("A body that waits while its world goes on hangs when its virtual time is over")
    func busy() async throws {
        var exploration = ExplorationTests.exploration(3)
        exploration.longest = .seconds(30)
        exploration.attempts = 5
        let result = await exploration.run { world in
            world.add(.heartRateMonitor())
            await Self.waitForever()
        }
        let failure = try #require(result.failures.first)
        #expect(failure.run == 0)
        #expect(failure.signature.kind == .hang)
        #expect(failure.message.contains("after 30 s of virtual time"), "\(failure.message)")
    }

    @Test("A body that is cancelled when it hangs still counts as hung")
    func cancelled() async throws {
        let result = await ExplorationTests.exploration(1).run { world in
            for await _ in AsyncStream<Int>.makeStream().stream {}
            try Task.checkCancellation()
        }
        #expect(result.failures.first?.signature.kind == .hang)
    }

    @Test("A body that waits for a task that computes does not hang")
    func computes() async throws {
        let result = await ExplorationTests.exploration(1).run { world in
            try await world.run(for: .seconds(1))
            await Task.detached {
                var sum = 0.0
                for number in 0..<3_000_000 { sum += Double(number).squareRoot() }
                #expect(sum > 0)
            }.value
        }
        #expect(result.isSuccess, "\(result.report)")
    }

    @Test("A run that times out fails at its line")
    func timesOut() async throws {
        let line = #line + 2
        let result = await ExplorationTests.exploration(1).run { world in
            try await world.run(until: { false }, timeout: .seconds(1))
        }
        let failure = try #require(result.failures.first)
        #expect(
            failure.signature == FailureSignature(.run, "FaradayExplorationTests/HangTests.swift:\(line)"))
        #expect(failure.run == 0)
        #expect(failure.description.contains("no faults"))
    }
}
