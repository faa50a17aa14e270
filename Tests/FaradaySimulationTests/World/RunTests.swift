import BluetoothPort
import BluetoothTypes
import Foundation
import Testing

@testable import FaradaySimulation

@Suite struct RunTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func actionsRunInTheOrderOfTimeAndThenOfInsertion(seed: UInt64) throws {
        let world = World(seed: seed)
        let ran = Recorder()
        var draws = Entropy(seed: seed).stream("test")
        var expected: [(delay: Int, number: Int)] = []
        for number in 0..<500 {
            let delay = Int(draws.below(50))
            expected.append((delay, number))
            world.after(.milliseconds(delay)) { ran.add("\(number)") }
        }
        try world.runUntilIdle()
        let sorted = expected.sorted { ($0.delay, $0.number) < ($1.delay, $1.number) }
        #expect(ran.lines == sorted.map { "\($0.number)" })
        #expect(world.now == .zero + .milliseconds(sorted.last!.delay))
    }

    @Test func aConditionThatHoldsEndsTheRunAtItsEvent() {
        let world = World()
        let ran = Recorder()
        for second in 1...5 { world.after(.seconds(second)) { ran.add("\(second)") } }
        #expect(world.attempt(until: { ran.lines.count == 3 }) == .met)
        #expect(world.now == .zero + .seconds(3))
        #expect(world.attempt(until: { true }) == .met)
        #expect(world.now == .zero + .seconds(3))
    }

    @Test func anEmptyWorldIsIdleAtOnceAndSaysWhatIsPending() {
        let world = World()
        #expect(world.attempt(until: { false }) == .idle(pending: []))
        #expect(world.now == .zero)
        #expect(throws: World.RunError.idle(at: .zero, pending: [])) { try world.run(until: { false }) }
    }

    @Test func aRunThatTimesOutListsWhatIsStillToCome() throws {
        let world = World()
        world.after(.minutes(20)) {}
        let result = world.attempt(until: { false }, timeout: .seconds(90))
        #expect(
            result == .timedOut(pending: ["at 1200.000000 s: an action of the test or of a device's script"]))
        #expect(world.now == .zero + .seconds(90))
        let error = #expect(throws: World.RunError.self) {
            try world.run(until: { false }, timeout: .seconds(1))
        }
        #expect("\(try #require(error))".contains("at 1200.000000 s: an action"))
        #expect("\(try #require(error))".contains("within 1 s of virtual time"))
    }

    @Test func aRunForSomeTimeMovesTheClockByExactlyThat() throws {
        let world = World()
        try world.run(for: .milliseconds(1500))
        #expect(world.now == .zero + .milliseconds(1500))
        world.after(.seconds(10)) {}
        try world.run(for: .seconds(1))
        #expect(world.now == .zero + .milliseconds(2500))
        try world.run(for: .seconds(20))
        #expect(world.now == .zero + .milliseconds(22_500))
        try world.run(for: .zero)
        #expect(world.now == .zero + .milliseconds(22_500))
    }

    @Test func anEndlessLoopAtOneInstantReachesABound() {
        let world = World(configuration: .init(bounds: .init(workAtOneInstant: 1000)))
        loop(world)
        let result = world.attempt(until: { false })
        guard case .failed(.boundReached(.workAtOneInstant(1000), let pending)) = result else {
            Issue.record("ended with \(result)")
            return
        }
        #expect(pending.count <= 16)
        #expect(world.now == .zero)
    }

    private func loop(_ world: World) {
        world.after(.zero) { [self] in loop(world) }
    }

    @Test func moreEventsThanAllowedReachABound() {
        let world = World(configuration: .init(bounds: .init(events: 100)))
        for millisecond in 0..<200 { world.after(.milliseconds(millisecond)) {} }
        guard case .failed(.boundReached(.events(100), let pending)) = world.attempt(until: { false }) else {
            Issue.record("no bound")
            return
        }
        #expect(pending.first == "at 0.100000 s: an action of the test or of a device's script")
        #expect(pending.last == "100 events are pending in total")
    }

    @Test func callbacksMayCallTheWorldAndAreNeverNested() throws {
        let world = World()
        let ran = Recorder()
        world.after(.seconds(1)) {
            ran.add("one begins")
            world.after(.zero) { ran.add("two at \(world.now)") }
            ran.add("one ends")
        }
        try world.runUntilIdle()
        #expect(ran.lines == ["one begins", "one ends", "two at 1.000000"])
    }

    @Test func aSecondThreadWaitsForItsTurn() async throws {
        let world = World()
        let ran = Recorder()
        for number in 0..<200 { world.after(.milliseconds(number)) { ran.add("\(number)") } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { drive(world) }
            }
        }
        #expect(ran.lines == (0..<200).map { "\($0)" })

        @Sendable func drive(_ world: World) { try? world.runUntilIdle() }
    }

    @Test("A run inside a callback is a mistake at its line: it throws, and so does the outer run")
    func drivingFromInsideACallback() throws {
        let world = World()
        let thrown = Recorder()
        let line = UInt(#line) + 3
        world.after(.seconds(1)) {
            do {
                try world.run(for: .seconds(1))
            } catch {
                thrown.add("\(error)")
            }
            world.pace()
        }
        let error = #expect(throws: World.RunError.self) { try world.runUntilIdle() }
        #expect(world.mistakes.map(\.place?.line) == [line, line + 4])
        #expect(thrown.lines == ["\(try #require(error))"])
        #expect(thrown.lines[0].hasPrefix("The world was run inside a callback or a device's handler"))
        #expect(world.now == .zero + .seconds(1))
        try world.run(for: .seconds(1))
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("An asynchronous run is a mistake too, in a task that continues inside the callback")
    func drivingAsynchronouslyFromInsideACallback() async throws {
        let world = World()
        let results = Recorder()
        world.after(.seconds(1)) {
            // Runs here up to its first suspension, of which it has none.
            Task.immediate { results.add("\(await world.attempt(until: { true }).isMet)") }
        }
        await #expect(throws: World.RunError.self) { try await world.run(for: .seconds(2)) }
        #expect(results.lines == ["false"])
        #expect(world.mistakes.count == 1)
    }
}
