import FaradayExploration
import FaradaySimulation
import Foundation

/// What one run of an exploration costs whose body is the typical test and asynchronous, as a test of Swift Testing is: its
/// process has given up the main thread.
enum ExploredTasks {
    static let wish = "explored-test-tasks"

    static func measure(_ options: Options) throws -> Fields {
        let count = options.operations(2_000, quick: 100)
        let samples = try (0..<options.repetitions(usual: 5)).flatMap { repetition in
            try MeasuringProcess.run([wish, "\(count)", "\(repetition)"])
        }
        return Sample.summary(samples)
    }

    /// Explores as `words` say: how many runs, and the seed.
    static func runProgram(_ words: [String]) -> Never {
        guard words.count == 2, let count = Int(words[0]), let seed = UInt64(words[1]) else { exit(64) }
        MeasuringProcess.runTask { await perform(count, seed: seed) }
    }

    private static func perform(_ count: Int, seed: UInt64) async -> Int32 {
        var exploration = Exploration("bench", runs: count, seed: seed, faults: nil, schedule: .plain)
        exploration.attempts = 0
        let growth = MemoryGrowth(after: count / 10)
        return await MeasuringProcess.report(growth) {
            await exploration.run { world in
                growth.count()
                try await passes(world)
            }
        }
    }

    private static func passes(_ world: World) async throws {
        let sensor = world.add(BenchDevice.definition(behaviours: []))
        let app = world.addPhone(.iOS(18)).run { BenchApp(subscribes: true) }
        try await world.run(until: { app.isReady })
        for number in 1...10 { sensor.update(BenchDevice.notifying, BenchDevice.payload(number)) }
        try await world.run(until: { app.notificationCount == 10 })
        app.disconnect()
        try await world.run(until: { app.isDisconnected })
    }
}
