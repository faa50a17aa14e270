import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// The measured behaviour of tasks on a world, as rules.
@Suite struct TaskTests {
    private actor Counter {
        var lines: [String] = []
        func add(_ line: String) { lines.append(line) }
    }

    /// Child tasks, a default actor, an async stream and sleeps, as one text.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private func story(seed: UInt64) async throws -> String {
        let world = World(seed: seed)
        let counter = Counter()
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        try await world.simulate {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for child in 0..<8 {
                    group.addTask {
                        var draws = world.entropy.stream("child \(child)")
                        for step in 0..<5 {
                            try await world.sleep(for: .milliseconds(Int(draws.below(100))))
                            await counter.add("\(world.now) \(child).\(step)")
                            continuation.yield(child)
                        }
                    }
                }
                group.addTask {
                    for await value in stream {
                        await counter.add("got \(value)")
                        if value == 99 { return }
                    }
                }
                group.addTask {
                    try await world.sleep(for: .seconds(600))
                    continuation.yield(99)
                }
                try await group.waitForAll()
            }
        }
        #expect(world.now == .zero + .seconds(600))
        #expect(world.foreignJobCount <= 1)
        return await counter.lines.joined(separator: "\n")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func aHundredRunsOfTasksMakeOneTrace() async throws {
        let first = try await story(seed: 7)
        let lines = first.split(separator: "\n")
        #expect(lines.count == 81)
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { try await story(seed: 7) } }
            for try await other in group { #expect(other == first) }
        }
        #expect(try await story(seed: 8) != first)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func twoRunsAtOnceBothSeeTheirConditions() async throws {
        let world = World()
        let ran = Recorder()
        for second in 1...9 { world.after(.seconds(second)) { ran.add("\(second)") } }
        let times = try await world.simulate {
            async let late = end(of: world) { ran.lines.count == 7 }
            async let early = end(of: world) { ran.lines.count == 2 }
            return try await [early, late]
        }
        let expected: [Instant] = [Instant.zero + .seconds(2), Instant.zero + .seconds(7)]
        #expect(times == expected)
        #expect(ran.lines.count == 7)
    }

    private func end(of world: World, _ condition: @Sendable () -> Bool) async throws -> Instant {
        try await world.run(until: condition)
        return world.now
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func aRunInsideATaskLetsTheOtherTasksRun() async throws {
        let world = World()
        let done = Lock(false)
        let time = try await world.simulate {
            async let other: Void = {
                try await world.sleep(for: .seconds(5))
                done.withLock { $0 = true }
            }()
            try await world.run(until: { done.withLock { $0 } })
            let time = world.now
            try await other
            return time
        }
        #expect(time == .zero + .seconds(5))
    }

    @MainActor @Test func aRunOnTheMainActorLetsItsOtherJobsRun() async throws {
        let world = World()
        var seen: [Int] = []
        let box = MainBox()
        for second in 1...5 {
            world.after(.seconds(second)) { Task { @MainActor in box.values.append(second) } }
        }
        try await world.run(until: {
            seen = box.values
            return seen.count == 3
        })
        #expect(seen == [1, 2, 3])
        #expect(world.now == .zero + .seconds(3))
    }

    @MainActor private final class MainBox { var values: [Int] = [] }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @MainActor @Test func aBodyOnTheMainActorMaySleepInTheWorld() async throws {
        let world = World()
        let now = try await world.simulate { @MainActor in
            try await world.sleep(for: .seconds(60))
            try await world.run(for: .seconds(1))
            return world.now
        }
        #expect(now == .zero + .seconds(61))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func anIdleWorldTellsAllItsRuns() async {
        let world = World()
        let results = await world.simulate {
            async let one = world.attempt(until: { false })
            async let two = world.attempt(until: { false }, timeout: .seconds(1))
            return await [one, two]
        }
        #expect(results == [.idle(pending: []), .idle(pending: [])])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func aRunThatParksTimesOutOnTime() async {
        let world = World()
        for second in 1...100 { world.after(.seconds(second)) {} }
        let results = await world.simulate {
            async let one = result(world, .seconds(50))
            async let two = result(world, .milliseconds(2500))
            return await [one, two]
        }
        let ends: [Instant] = [Instant.zero + .seconds(50), Instant.zero + .milliseconds(2500)]
        #expect(results.map(\.0) == ends)
        for (_, result) in results {
            guard case .timedOut = result else {
                Issue.record("\(result)")
                continue
            }
        }
    }

    private func result(_ world: World, _ timeout: Nanoseconds) async -> (Instant, World.RunResult) {
        let result = await world.attempt(until: { false }, timeout: timeout)
        return (world.now, result)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func aCancelledSleepEndsAtOnce() async throws {
        let world = World()
        let now = await world.simulate {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await #expect(throws: CancellationError.self) { try await world.sleep(for: .hours(1)) }
                }
                group.addTask { try? await world.sleep(for: .seconds(1)) }
                await group.next()
                group.cancelAll()
            }
            return world.now
        }
        #expect(now == .zero + .seconds(1))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func theClockOfAWorldIsVirtual() async throws {
        let world = World()
        let elapsed = try await world.simulate {
            try await world.clock.measure { try await world.clock.sleep(for: .seconds(3600)) }
        }
        #expect(elapsed == .seconds(3600))
        #expect(world.now == .zero + .hours(1))
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func anActorCanLiveOnAWorld() async throws {
        let world = World()
        let model = Model(world)
        let ran = Recorder()
        let task = Task { await model.work(ran) }
        while ran.lines.isEmpty {
            _ = await world.attempt(until: { true })
            await Task.yield()
        }
        await task.value
        #expect(ran.lines == ["isolated"])
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    private actor Model {
        nonisolated let executor: WorldSerialExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        init(_ world: World) { executor = WorldSerialExecutor(world) }
        func work(_ ran: Recorder) {
            preconditionIsolated()
            ran.add("isolated")
        }
    }
}
