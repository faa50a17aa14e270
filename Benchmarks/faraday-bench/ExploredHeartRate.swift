import BluetoothTypes
import FaradayExploration
import FaradaySimulation
import Foundation
import HeartRate

/// An exploration as a team has it for its app: the app of Examples/HeartRate with faults of any kind and any schedule, on
/// all processors. As in a process of Swift Testing, the body is asynchronous, and the main thread was given up by
/// `dispatchMain()`: so each exploration is in a process of its own.
enum ExploredHeartRate {
    static let wish = "explored-heart-rate"

    static func measure(_ options: Options, hasQueue: Bool) throws -> Fields {
        let count = options.operations(2_000, quick: 100)
        let samples = try (0..<options.repetitions(usual: 3)).flatMap { repetition in
            try MeasuringProcess.run([wish, "\(count)", "\(repetition)", hasQueue ? "queue" : "main"])
        }
        return Sample.summary(samples)
    }

    /// Explores as `words` say: how many runs, the seed, and on which queue the app wants its callbacks.
    static func runProgram(_ words: [String]) -> Never {
        guard words.count == 3, let count = Int(words[0]), let seed = UInt64(words[1]) else { exit(64) }
        let hasQueue = words[2] == "queue"
        MeasuringProcess.runTask { await perform(count, seed: seed, hasQueue: hasQueue) }
    }

    private static func perform(_ count: Int, seed: UInt64, hasQueue: Bool) async -> Int32 {
        // A tenth first: what a process makes once is another measurement.
        _ = await explore(count / 10, seed: seed + 1_000, hasQueue: hasQueue)
        return await MeasuringProcess.report { await explore(count, seed: seed, hasQueue: hasQueue) }
    }

    private static func explore(_ count: Int, seed: UInt64, hasQueue: Bool) async -> ExplorationResult {
        var exploration = Exploration(
            "heart-rate", runs: count, seed: seed, faults: .anything, schedule: .any)
        exploration.attempts = 0
        return await exploration.run { world in await body(world, hasQueue: hasQueue) }
    }

    /// The app shows a value, and shows one again after half a minute. With faults not every one comes, which is no
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
