import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// Runs go on when the way in which time moves changes under them, and when others drive on other threads.
@Suite struct HandoverTests {
    private func world(_ ran: Recorder, until seconds: Int) -> World {
        let world = World()
        for second in 1...seconds { world.after(.seconds(second)) { ran.add("\(second)") } }
        return world
    }

    @Test("A run that waits in real time drives when pacing stops")
    func pacingStops() {
        let ran = Recorder()
        let world = world(ran, until: 5)
        // So slow that nothing would ever happen.
        world.pace(speed: 1e-9)
        let result = world.attempt(until: {
            world.stopPacing()
            return ran.lines.count == 3
        })
        #expect(result == .met)
        #expect(world.now == .zero + .seconds(3))
    }

    @Test("An asynchronous run that waits in real time drives when pacing stops, and keeps its timeout")
    func pacingStopsAsynchronously() async {
        let world = World()
        world.after(.hours(1)) {}
        world.pace(speed: 1e-9)
        let start = world.now
        let result = await world.attempt(
            until: {
                world.stopPacing()
                return false
            }, timeout: .minutes(1))
        guard case .timedOut = result else {
            Issue.record("ended with \(result)")
            return
        }
        #expect(world.now - start < .seconds(61))
    }

    @Test("Runs that drive or are parked when pacing begins end in real time")
    func pacingBegins() async {
        for _ in 0..<50 {
            let ran = Recorder()
            let world = world(ran, until: 4)
            async let one = world.attempt(until: { ran.lines.count >= 2 }, timeout: .hours(1_000_000))
            async let two = world.attempt(until: { ran.lines.count >= 4 }, timeout: .hours(1_000_000))
            async let pace: Void = world.pace(speed: 100_000)
            let (results, _) = await ([one, two], pace)
            #expect(results == [.met, .met])
            world.stopPacing()
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @MainActor @Test("Runs on one actor and a test body elsewhere let each other go on")
    func runsOnOneActor() async throws {
        let ran = Recorder()
        let world = world(ran, until: 200)
        async let body: Void = world.simulate { try await world.sleep(for: .seconds(200)) }
        let runs = (1...4).map { number in
            Task { @MainActor in await world.attempt(until: { ran.lines.count >= 40 * number }) }
        }
        for run in runs { #expect(await run.value == .met) }
        try await body
        #expect(ran.lines == (1...200).map { "\($0)" })
    }
}
