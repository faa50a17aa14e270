import FaradaySimulation

/// What one test costs: a world, a phone, a sensor; scan, connect, discover, subscribe, ten
/// notifications, disconnect. `isTraced`: with the trace that a simulated test keeps.
enum TypicalTest {
    /// As many records as FaradayTesting keeps.
    private static let traceCapacity = 200_000

    static func measure(_ options: Options, isTraced: Bool = false) throws -> Fields {
        let count = options.operations(500, quick: 50)
        var virtual = 0.0
        for seed in 0..<UInt64(count / 10) { virtual = try run(seed: seed, isTraced) }
        var samples: [Sample] = []
        for repetition in 0..<options.repetitions(usual: 5) {
            samples.append(
                try Sample.timing {
                    for number in 0..<count {
                        virtual = try run(seed: UInt64(repetition * count + number), isTraced)
                    }
                    return count
                })
        }
        return Sample.summary(samples) + [("virtualSecondsOfLast", .decimal(virtual, 6))]
    }

    /// Runs one test; how much virtual time it took.
    private static func run(seed: UInt64, _ isTraced: Bool) throws -> Double {
        let pair = try BenchPair(
            seed: seed, subscribes: true, traceCapacity: isTraced ? traceCapacity : nil)
        for number in 1...10 { pair.sensor.update(BenchDevice.notifying, BenchDevice.payload(number)) }
        try pair.world.run(until: { pair.app.notificationCount == 10 })
        pair.app.disconnect()
        try pair.world.run(until: { pair.app.isDisconnected })
        return Double(pair.world.now.nanoseconds) / 1e9
    }
}
