import BluetoothTypes
@testable import FaradayExploration
import FaradaySimulation
import Testing

/// A body in a loop that never ends in virtual time fails soon, with the number of its run.
struct EndlessTests {
    /// An exploration whose runs end after an hour, or after 20,000 steps.
    private static func exploration(_ runs: Int = 3) -> Exploration {
        var exploration = ExplorationTests.exploration(runs)
        exploration.limits = RunLimits(virtualTime: .hours(1), steps: 20_000)
        return exploration
    }

    private static func synchronousLoop() -> ExplorationResult {
        exploration().run { world in
            while true { try world.run(for: .minutes(1)) }
        }
    }

    @Test("Runs of the world in a loop end at the limit of virtual time, synchronous or not")
    func time() async throws {
        let line = #line - 6
        let synchronous = Self.synchronousLoop()
        let asynchronous = await Self.exploration().run { (world: World) async throws in
            while true { try await world.run(for: .minutes(1)) }
        }
        for (result, line) in [(synchronous, line), (asynchronous, line + 9)] {
            let failure = try #require(result.failures.first)
            #expect(
                failure.signature
                    == FailureSignature(.run, "FaradayExplorationTests/EndlessTests.swift:\(line)"))
            #expect(failure.message.contains("more than 3600 s of virtual time"), "\(failure.message)")
            #expect(failure.message.contains("`limits`"))
            #expect(failure.isReproducible)
            #expect(failure.description.hasPrefix("Run 0, which has no faults"))
        }
    }

    @Test("What takes no virtual time ends at the limit of steps: events, and runs")
    func steps() throws {
        let events = Self.exploration().run { world in
            world.add(.heartRateMonitor())
            world.addPhone()
            while true { try world.run(for: .milliseconds(20)) }
        }
        let runs = Self.exploration().run { world in
            while true { try world.run(for: .zero) }
        }
        for result in [events, runs] {
            let failure = try #require(result.failures.first)
            #expect(failure.signature.kind == .run)
            #expect(failure.message.contains("more than 20000 steps"), "\(failure.message)")
        }
    }

    @Test("One run that is longer than the limit ends there")
    func oneRun() throws {
        let result = Self.exploration().run { world in
            try world.run(for: .hours(2))
        }
        #expect(result.failures.first?.message.contains("more than 3600 s of virtual time") == true)
        let short = Self.exploration().run { world in try world.run(for: .minutes(59)) }
        #expect(short.isSuccess)
    }

    @Test("An asynchronous body that does not look at the errors of its runs is given up")
    func ignoredErrors() async throws {
        let result = await Self.exploration(2).run { world in
            while !Task.isCancelled || world.now >= .zero { try? await world.run(for: .minutes(1)) }
        }
        let failure = try #require(result.failures.first)
        #expect(failure.signature.kind == .hang)
        #expect(failure.message.contains("more than 3600 s of virtual time"), "\(failure.message)")
    }

    @Test("A body that ends has failed, too, if it did not look at these errors")
    func unnoticed() throws {
        let result = Self.exploration().run { world in
            for _ in 0..<100 { try? world.run(for: .minutes(1)) }
        }
        #expect(result.failures.first?.signature.kind == .run)
        #expect(result.failures.first?.message.contains("more than 3600 s") == true)
    }

    @Test("A loop of an app ends at the limits, whatever the body waits for")
    func appsLoop() throws {
        let result = Self.exploration().run { world in
            world.addPhone()
            @Sendable func again() { world.after(.milliseconds(10)) { again() } }
            again()
            try world.runUntilIdle(timeout: .hours(24))
        }
        #expect(result.failures.first?.message.contains("more than 20000 steps") == true)
    }

    @Test("Of cases that go to the limit, few are tried to make the failure simpler")
    func fewAttempts() throws {
        var exploration = Self.exploration(200)
        exploration.faults = .radio
        let result = exploration.run { world in
            if world.explored.faults.faults.isEmpty { return }
            while true { try world.run(for: .zero) }
        }
        let failure = try #require(result.failures.first)
        #expect(failure.attempts <= 12)
        #expect(failure.shrunk.faults.count == 1)
    }

    @Test("The standard limits are two months, and days of a link")
    func standard() {
        #expect(RunLimits() == RunLimits(virtualTime: .hours(60 * 24), steps: 2_000_000))
        #expect(Exploration().limits == RunLimits())
    }
}
