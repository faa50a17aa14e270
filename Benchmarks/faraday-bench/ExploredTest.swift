import BluetoothTypes
import FaradayExploration
import FaradaySimulation
import Foundation

/// What one run of an exploration costs whose body is the typical test, without faults or with them.
enum ExploredTest {
    static func measure(_ options: Options, withFaults: Bool) throws -> Fields {
        let count = options.operations(2_000, quick: 100)
        var samples: [Sample] = []
        for repetition in 0..<options.repetitions(usual: 5) {
            var exploration = Exploration(
                "bench", runs: count, seed: UInt64(repetition), faults: withFaults ? .anything : nil,
                schedule: withFaults ? .any : .plain)
            exploration.attempts = 0
            let growth = MemoryGrowth(after: count / 10)
            let body: @Sendable (World) throws -> Void = { world in
                growth.count()
                withFaults ? Self.tries(world) : try Self.passes(world)
            }
            var sample = try Sample.timing {
                let result = exploration.run(body)
                try result.check()
                return result.runs
            }
            sample.extra = growth.fields
            samples.append(sample)
        }
        return Sample.summary(samples)
    }

    private static func passes(_ world: World) throws {
        let pair = try BenchPair(in: world, subscribes: true)
        for number in 1...10 { pair.sensor.update(BenchDevice.notifying, BenchDevice.payload(number)) }
        try world.run(until: { pair.app.notificationCount == 10 })
        pair.app.disconnect()
        try world.run(until: { pair.app.isDisconnected })
    }

    /// The same steps, each for ten seconds at most: with faults not every one is reached, and that is no failure here.
    private static func tries(_ world: World) {
        world.misusePolicy = .ignore
        let sensor = world.add(BenchDevice.definition(behaviours: []))
        let app = world.addPhone(.iOS(18)).run { BenchApp(subscribes: true) }
        let limit = Nanoseconds.seconds(10)
        _ = world.attempt(until: { app.isReady }, timeout: limit)
        for number in 1...10 { sensor.update(BenchDevice.notifying, BenchDevice.payload(number)) }
        _ = world.attempt(until: { app.notificationCount == 10 }, timeout: limit)
        app.disconnect()
        _ = world.attempt(until: { app.isDisconnected }, timeout: limit)
    }
}
