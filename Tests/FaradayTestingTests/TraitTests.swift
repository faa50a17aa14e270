import BluetoothPort
import BluetoothTypes
import FaradayTesting
import Testing

@Suite struct TraitTests {
    @Test(.simulated(seed: 7)) func aTestHasAWorldWithItsSeed() async throws {
        #expect(World.current.seed == 7)
        #expect(World.current.now == .zero)
        try await World.current.run(for: .seconds(609))
        #expect(World.current.now == .zero + .seconds(609))
    }

    @Test(.simulated(seed: 1)) func aSynchronousTestDrivesItsWorldToo() throws {
        let world = World.current
        try world.run(for: .hours(1))
        #expect(world.now == .zero + .hours(1))
    }

    @Test(.simulated(), arguments: 0..<40)
    func casesHaveWorldsOfTheirOwn(number: Int) async throws {
        let world = World.current
        #expect(world.now == .zero)
        for _ in 0..<10 { try await world.sleep(for: .milliseconds(60_900)) }
        #expect(world.now == .zero + .seconds(609))
    }

    @MainActor @Test("No time passes between two awaits of a test on the main actor", .simulated(seed: 3))
    func theClockWaitsForABodyOnTheMainActor() async throws {
        let world = World.current
        for number in 0..<8 { world.add(.beacon(name: "beacon \(number)")) }
        for round in 1...40 {
            try await world.run(until: { world.now >= .zero + .milliseconds(round * 50) })
            let now = world.now
            let later = (0..<500).map { _ in world.now }
            #expect(later.allSatisfy { $0 == now })
        }
    }

    @MainActor @Test(.simulated()) func aTestOnTheMainActorRunsAndSleeps() async throws {
        let world = World.current
        var count = 0
        for second in 1...3 { world.after(.seconds(second)) {} }
        try await world.run(until: {
            count += 1
            return world.now >= .zero + .seconds(2)
        })
        #expect(count >= 3)
        try await world.sleep(for: .seconds(10))
        #expect(world.now == .zero + .seconds(12))
    }

    @Test(.simulated()) func workOnTheMainActorIsDoneBeforeTheClockMoves() async throws {
        let world = World.current
        let times = Lock<[Instant]>([])
        for second in 1...20 {
            world.after(.seconds(second)) {
                Task { @MainActor in
                    let now = world.now
                    times.withLock { $0.append(now) }
                }
            }
        }
        try await world.run(until: { times.withLock { $0.count } == 20 })
        let expected = (1...20).map { Instant.zero + .seconds($0) }
        #expect(times.withLock { $0 } == expected)
    }

    @Test(.simulated()) func aHopToTheMainActorTakesNoTime() async throws {
        let world = World.current
        world.after(.seconds(1)) {}
        for _ in 0..<100 { await MainActor.run {} }
        #expect(world.now == .zero)
        let task = Task { @MainActor in world.now }
        #expect(await task.value == .zero)
    }

    @Test(.simulated()) func theOnlyPhoneIsFoundWithoutRun() async throws {
        let phone = World.current.addPhone(name: "mine")
        #expect(PortEnvironment.resolve()?.portName == "mine")
        #expect(phone.run { PortEnvironment.resolve() } === phone)
    }

    @Test(
        .compactMapIssues { issue in
            let text = issue.comments.map(\.rawValue).joined()
            // Hints would say the same again, and that time never moved, which is not the cause.
            return text.contains("outside phone.run { }, and the world has no phone")
                && !text.contains("hint:") ? nil : issue
        },
        .simulated())
    func aManagerWithoutPhoneIsUnsupportedAndAnIssue() async throws {
        let sink = Sink()
        let port = try #require(PortEnvironment.resolve()).openCentral(ManagerOptions(), sink: sink)
        try await World.current.run(until: { sink.states == [.unsupported] })
        port.close()
    }

    @Test(
        .compactMapIssues { issue in
            let text = issue.comments.map(\.rawValue).joined()
            let isTold =
                text.contains("seed 5,") && text.contains("a note of the test") && text.contains(".pcapng")
            return isTold ? nil : issue
        },
        .simulated(seed: 5))
    func aFailureTellsTheStoryOfTheWorld() async throws {
        World.current.addPhone()
        World.current.note("a note of the test")
        Issue.record("on purpose")
    }

    @Test(
        .compactMapIssues { issue in
            guard let failure = issue.error as? SimulatedTestFailure else { return issue }
            return failure.description.contains("nothing is left to happen at 0.000000 s") ? nil : issue
        })
    func aThrownErrorTellsItToo() async throws {
        #expect(throws: SimulatedTestFailure.self) {
            try withWorld(seed: 3) { world in try world.run(until: { false }) }
        }
    }
}

final class Sink: CentralSink {
    private let state = Lock<[ManagerState]>([])
    var states: [ManagerState] { state.withLock { $0 } }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        if case .stateChanged(let new) = event { state.withLock { $0.append(new) } }
    }
}
