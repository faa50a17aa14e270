// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// Tests on the main actor, whose app blocks the main queue for some time.
@Suite(.enabled(if: World().holdsAppWork)) struct MainQueueTests {
    @Test("A run of a test on the main actor goes on when what sleeps on the main queue is done", .simulated)
    @MainActor
    func sleeping() async throws {
        let world = World.current
        let times = World.Lock<[World.Instant]>([])
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { Thread.sleep(forTimeInterval: 2.5) }
        DispatchQueue.main.asyncAfter(deadline: .now() + 2) { times.withLock { $0.append(world.now) } }
        try await world.run(for: .seconds(10))
        #expect(times.withLock { $0 } == [.zero + .milliseconds(3500)])
        #expect(world.now == .zero + .seconds(10))
    }

    @Test("Such a run for some time ends later if the main queue is blocked at its end", .simulated)
    @MainActor
    func sleepingLonger() async throws {
        let world = World.current
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { Thread.sleep(forTimeInterval: 7) }
        try await world.run(for: .seconds(2))
        #expect(world.now == .zero + .seconds(8))
    }

    @Test("A synchronous test on the main actor runs its run loop, with the timers in it", .simulated)
    @MainActor
    func runLoop() throws {
        let times = World.Lock<[World.Instant]>([])
        let world = World.current
        let timer = Timer.scheduledTimer(withTimeInterval: 2, repeats: true) { _ in
            times.withLock { $0.append(world.now) }
        }
        #expect(RunLoop.current.run(mode: .default, before: Date() + 5))
        #expect(times.withLock { $0 } == [2, 4].map { .zero + .seconds($0) })
        RunLoop.main.run(until: Date() + 2)
        #expect(times.withLock { $0 } == [2, 4, 6].map { .zero + .seconds($0) })
        timer.invalidate()
    }

    @Test(
        "After a wait, a synchronous test on the main actor still runs what comes for the main queue",
        .simulated)
    @MainActor
    func runAfterAWait() throws {
        let world = World.current
        let count = World.Lock(0)
        Thread.sleep(forTimeInterval: 1)
        for _ in 0..<2 {
            DispatchQueue.main.async { count.withLock { $0 += 1 } }
            try world.run(until: { count.withLock { $0 } == 1 }, timeout: .seconds(5))
            // Also when what has run there was blocked.
            DispatchQueue.main.async {
                Thread.sleep(forTimeInterval: 1)
                count.withLock { $0 = 0 }
            }
            try world.run(until: { count.withLock { $0 } == 0 }, timeout: .seconds(5))
        }
        #expect(world.now == .zero + .seconds(3))
    }

    @Test("A repeating timer keeps its beat, however long the main queue was blocked", .simulated) @MainActor
    func missedBeats() async throws {
        let world = World.current
        let times = World.Lock<[World.Instant]>([])
        let timer = Timer(fire: Date() + 0.25, interval: 0.5, repeats: true) { _ in
            let count = times.withLock { times in
                times.append(world.now)
                return times.count
            }
            if count == 1 { Thread.sleep(forTimeInterval: 100 * 365 * 86_400) }
        }
        RunLoop.main.add(timer, forMode: .common)
        let start = World.Instant.zero + .hours(100 * 365 * 24)
        try await world.run(for: .hours(100 * 365 * 24) + .seconds(1))
        timer.invalidate()
        #expect(
            times.withLock { $0 } == [
                .zero + .milliseconds(250), start + .milliseconds(750),
            ])
    }
}
#endif
