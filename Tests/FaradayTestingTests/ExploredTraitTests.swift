import BluetoothPort
import BluetoothTypes
import FaradayExploration
import FaradayTesting
import Testing

/// Counts the runs of a test.
private let counts = Lock<[String: Int]>([:])

private func count(_ name: String = #function) -> Int {
    counts.withLock { counts in
        counts[name, default: 0] += 1
        return counts[name, default: 0]
    }
}

struct ExploredTraitTests {
    @Test("The body runs in as many worlds as the trait says", .explored(runs: 30))
    func runs() async throws {
        let number = count()
        #expect(number <= 30)
        #expect(World.current.now == .zero)
        World.current.addPhone()
        try await World.current.run(for: .seconds(1))
        #expect(World.current.now == .zero + .seconds(1))
    }

    @Test("A synchronous body runs its world", .explored(runs: 10))
    func synchronous() throws {
        let world = World.current
        try world.run(for: .seconds(3))
        #expect(world.now == .zero + .seconds(3))
    }

    @MainActor @Test("A body on the main actor runs its world", .explored(runs: 5))
    func mainActor() async throws {
        let world = World.current
        try await world.run(for: .seconds(3))
        try await world.sleep(for: .seconds(3))
        #expect(world.now == .zero + .seconds(6))
    }

    @Test("Each case of a parameterized test is explored", .explored(runs: 4), arguments: [1, 2])
    func cases(_ number: Int) async throws {
        try await World.current.run(for: .seconds(number))
        #expect(World.current.now == .zero + .seconds(number))
    }

    /// The report of the only issue that a call of `explore` gives.
    private static func report(
        _ exploring: () async throws -> ExplorationResult
    ) async throws -> ExplorationFailure? {
        let error = await #expect(throws: ExplorationError.self) { _ = try await exploring() }
        return error?.result.failures.first
    }

    @Test("A failed expectation is the failure of a run, at its line")
    func expectation() async throws {
        let line = #line + 3
        let failure = try await Self.report {
            try await explore(runs: 50, faults: nil) { world in
                #expect(world.parameter("devices", in: 1...9) < 4)
            }
        }
        #expect(
            failure?.signature
                == FailureSignature(.expectation, "FaradayTestingTests/ExploredTraitTests.swift:\(line)"))
        #expect(failure?.shrunk.parameters == ["devices": 4])
        #expect(failure?.isReproducible == true)
        #expect(
            failure?.command.contains(
                "swift test --filter 'FaradayTestingTests.ExploredTraitTests/expectation'") == true)
    }

    @Test("A failed requirement is one failure, not two")
    func requirement() async throws {
        let failure = try await Self.report {
            try await explore(runs: 5) { world in
                _ = try #require(world.seed == 1 << 63 ? 1 : nil)
            }
        }
        #expect(failure?.signature.kind == .expectation)
        #expect(failure?.run == 0)
    }

    @Test(
        "The first of several expectations gives the signature, and the report tells what happened until then"
    )
    func firstExpectation() async throws {
        let line = #line + 5
        let failure = try await Self.report {
            try await explore(runs: 5, faults: nil) { world in
                world.note("before")
                try await world.run(for: .seconds(1))
                #expect(world.now == .zero)
                try await world.run(for: .seconds(1))
                #expect(world.now == .zero)
            }
        }
        #expect(failure?.signature.place.hasSuffix(":\(line)") == true)
        #expect(failure?.story.contains("before") == true)
        #expect(failure?.story.contains(" 1.0") == true)
    }

    /// What helpers of tests look like.
    private static func exploreForOthers(_ name: String? = nil) async throws -> ExplorationResult {
        try await explore(runs: 1, name: name) { _ in throw CancellationError() }
    }

    @Test("An exploration that a helper makes has the name and the arguments of the test", arguments: [7])
    func helper(_ number: Int) async throws {
        let failure = try await Self.report { try await Self.exploreForOthers() }
        #expect(
            failure?.command.hasSuffix("--filter 'FaradayTestingTests.ExploredTraitTests/helper'") == true)
        #expect(failure?.capture?.contains("FaradayTestingTests.ExploredTraitTests.helper-7-") != false)
        let named = try await Self.report { try await Self.exploreForOthers("another") }
        #expect(named?.command == failure?.command)
    }

    @Test("Managers outside phone.run { } use the only phone")
    func onlyPhone() async throws {
        let result = try await explore(runs: 5) { world in
            world.addPhone()
            #expect(World.current === world)
            #expect(PortEnvironment.current?.portName.isEmpty == false)
        }
        #expect(result.runs == 5)
    }

    @Test(
        "A case is replayed by the trait of a simulated test",
        .simulated(replaying: #"{"seed":12,"parameters":{"devices":3}}"#))
    func replaying() {
        #expect(World.current.seed == 12)
        #expect(World.current.parameter("devices", in: 1...5) == 3)
    }

    @Test("A case is the only run of an explored test", .explored(replaying: "12"))
    func replayingExplored() {
        #expect(count() == 1)
        #expect(World.current.seed == 12)
    }
}
