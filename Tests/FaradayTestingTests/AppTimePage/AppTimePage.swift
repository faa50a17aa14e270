import FaradayTesting
import Foundation
import Testing

/// The examples of Documentation/AppTime.md.
@Suite struct AppTimePage {
    #if os(Linux)
    @Test(.simulated) func readsTheSignalOfAStrapThatComesLater() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .outOfRange)
        let app = world.addPhone().run { StrapWatch() }
        try await world.run(until: { app.status == "resting" })
        strap.move(to: .meters(2))
        try await world.run(until: { app.readings.count == 3 })
    }
    #endif

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Test(.simulated) func waitsLongerAfterEachFailure() async throws {
        let world = World.current
        let backOff = BackOff(clock: world.clock)
        for failures in 0..<4 { try await backOff.wait(after: failures) }
        #expect(world.now == .zero + .seconds(15))
    }

    @Test(.simulated(appTime: .real)) func callsWhatWasNotCancelled() async throws {
        let world = World.current
        let scheduler = scheduler(of: world)
        let calls = World.Lock<[World.Instant]>([])
        let cancel = scheduler.after(3) { calls.withLock { $0.append(world.now) } }
        _ = scheduler.after(10) { calls.withLock { $0.append(world.now) } }
        cancel()
        try await world.run(for: .seconds(20))
        #expect(calls.withLock { $0 } == [.zero + .seconds(10)])
    }
}
