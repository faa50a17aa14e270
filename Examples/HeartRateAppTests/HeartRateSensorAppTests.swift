#if os(Linux)
import Dispatch
import FaradayTesting
import Foundation
import HeartRate
import Testing

/// The sensor in an app, which beats by a timer, and the other app beside it.
@Suite(.enabled(if: World().holdsAppWork, "the timers of apps have real time here"))
struct HeartRateSensorAppTests {
    @Test("Sixty minutes, with a beat each second", .simulated(seed: 6)) @MainActor
    func anHour() async throws {
        let world = World.current
        let sensor = world.addPhone(name: "Ben's iPhone", at: .meters(3)).run {
            HeartRateSensorApp(name: "Ben")
        }
        let app = world.addPhone(name: "Ada's iPhone").run { HeartRateApp() }
        let heart = DispatchSource.makeTimerSource(queue: .main)
        heart.schedule(deadline: .now() + 1, repeating: 1)
        heart.setEventHandler { sensor.beat(rate: 77, energy: 1) }
        heart.resume()
        try await world.run(for: .minutes(60))
        heart.cancel()
        #expect(app.heartRate == 77 && app.isConnected)
        #expect(app.connectionCount == 1 && app.timeoutCount == 0 && app.silenceCount == 0)
        #expect(app.readingCount > 3590 && app.readingCount <= 3600)
        #expect(app.rssiCount > 715 && app.rssiCount <= 720)
        #expect(sensor.subscriberCount == 1)
        // The app resets the energy whenever it is 50 kJ, and a beat adds one.
        #expect(sensor.resetCount > 68 && sensor.resetCount <= 72)
    }
}
#endif
