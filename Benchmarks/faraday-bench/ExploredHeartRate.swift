import BluetoothPort
import BluetoothTypes
import FaradayExploration
import FaradaySimulation
import Foundation
import HeartRate

/// An exploration as a team has it for its app: the app of Examples/HeartRate with faults of any kind and any schedule, on
/// all processors. The body is asynchronous, as a test of Swift Testing is, and the main thread serves its queue.
enum ExploredHeartRate {
    static func measure(_ options: Options, hasQueue: Bool) throws -> Fields {
        let count = options.operations(1_000, quick: 100)
        let samples = try (0..<options.repetitions(usual: 3)).map { repetition in
            try Sample.timing { try explore(count, seed: UInt64(repetition), hasQueue: hasQueue) }
        }
        return Sample.summary(samples)
    }

    /// How many runs there were.
    private static func explore(_ count: Int, seed: UInt64, hasQueue: Bool) throws -> Int {
        var exploration = Exploration("heart-rate", runs: count, seed: seed, faults: .anything, schedule: .any)
        exploration.attempts = 0
        let result = Lock<ExplorationResult?>(nil)
        Task.detached { [exploration] in
            let explored = await exploration.run { world in await body(world, hasQueue: hasQueue) }
            result.withLock { $0 = explored }
        }
        while true {
            if let result = result.withLock({ $0 }) {
                try result.check()
                return result.runs
            }
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        }
    }

    /// The app shows a value, and shows one again after half a minute. With faults not every one comes, and that is no
    /// failure here.
    private static func body(_ world: World, hasQueue: Bool) async {
        world.misusePolicy = .ignore
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone(.iOS(18)).run {
            HeartRateApp(queue: hasQueue ? DispatchQueue(label: "heart-rate") : nil)
        }
        _ = await world.attempt(until: { app.heartRate != nil }, timeout: .seconds(60))
        _ = await world.attempt(until: { false }, timeout: .seconds(30))
        let readings = app.readingCount
        _ = await world.attempt(until: { app.readingCount > readings }, timeout: .seconds(60))
        app.disconnect()
        _ = await world.attempt(until: { !app.hasMonitor }, timeout: .seconds(10))
    }
}
