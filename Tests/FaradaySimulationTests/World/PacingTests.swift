import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite struct PacingTests {
    @Test func aPacedWorldRunsByItself() async throws {
        let world = World()
        let ran = Recorder()
        // Before the pace begins, since both count from one instant then: a paced world's clock moves between any two calls.
        world.after(.seconds(20)) { ran.add("late") }
        world.after(.seconds(10)) { ran.add("early") }
        world.pace(speed: 10_000)
        #expect(world.isPaced)
        try await world.run(until: { ran.lines.count == 2 }, timeout: .hours(24))
        #expect(ran.lines == ["early", "late"])
        #expect(world.now >= .zero + .seconds(20))
        world.stopPacing()
        let stopped = world.now
        #expect(!world.isPaced)
        world.after(.seconds(1)) { ran.add("driven") }
        #expect(world.now == stopped)
        try await world.run(for: .seconds(1))
        #expect(ran.lines.last == "driven")
        #expect(world.now == stopped + .seconds(1))
    }

    @Test func aPacedWorldHasNoEventBeforeItsTime() async throws {
        let world = World()
        let times = Lock<[Instant]>([])
        world.pace(speed: 1000)
        for second in 1...10 {
            world.after(.seconds(second)) {
                let now = world.now
                times.withLock { $0.append(now) }
            }
        }
        try await world.run(until: { times.withLock { $0.count == 10 } }, timeout: .hours(24))
        world.stopPacing()
        for (index, time) in times.withLock({ $0 }).enumerated() {
            #expect(time >= .zero + .seconds(index + 1))
        }
    }

    @Test func timeRunsOutInAPacedWorldToo() {
        let world = World()
        world.pace(speed: 10_000)
        guard case .timedOut = world.attempt(until: { false }, timeout: .seconds(5)) else {
            Issue.record("it ended in another way")
            return
        }
        world.stopPacing()
    }

    /// Each new pace has its own pacer, and none of them takes a signal meant for another one.
    @Test func aWorldThatIsPacedAnewIsStillWoken() async throws {
        let world = World()
        let ran = Recorder()
        for round in 1...200 {
            world.pace(speed: 1000)
            if round % 3 == 0 { world.stopPacing() }
            world.pace(speed: 10_000)
            // No later event would wake the pacer, so this call must wake it.
            world.after(.zero) { ran.add("\(round)") }
            try await world.run(until: { ran.lines.count == round }, timeout: .hours(24 * 365))
        }
        world.stopPacing()
        #expect(ran.lines.count == 200)
    }

    @Test func whatAnEarlierPacerHasTakenComesFirst() async throws {
        let world = World()
        let ran = Recorder()
        world.after(.zero) {
            world.pace(speed: 1000)
            // Time for the new pacer, which must not use it.
            for _ in 0..<100_000 { _ = world.isPaced }
            ran.add("first")
        }
        world.after(.zero) { ran.add("second") }
        world.pace()
        try await world.run(until: { ran.lines.count == 2 }, timeout: .hours(24 * 365))
        world.stopPacing()
        #expect(ran.lines == ["first", "second"])
    }
}
