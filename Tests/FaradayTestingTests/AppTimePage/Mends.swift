import FaradayTesting
import Foundation

/// Waits twice as long after each failure.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
struct BackOff: Sendable {
    var clock: any Clock<Duration> = ContinuousClock()

    func wait(after failures: Int) async throws {
        try await clock.sleep(for: .seconds(1 << failures))
    }
}

struct AppScheduler: Sendable {
    let after: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> () -> Void
    static func on(_ queue: DispatchQueue) -> AppScheduler {
        AppScheduler { seconds, action in
            let item = DispatchWorkItem(block: action)
            queue.asyncAfter(deadline: .now() + seconds, execute: item)
            return item.cancel
        }
    }
}

func scheduler(of world: World, on queue: DispatchQueue = .main) -> AppScheduler {
    AppScheduler { seconds, action in
        let isOn = World.Lock(true)
        world.after(.seconds(seconds)) { queue.async { if isOn.withLock({ $0 }) { action() } } }
        return { isOn.withLock { $0 = false } }
    }
}
