import FaradayBridge
import FaradaySimulation

/// What one test costs: a world, a phone, a sensor; scan, connect, discover, subscribe, ten
/// notifications, disconnect.
enum TypicalTest {
    /// Who looks at the world.
    enum Looking {
        case nobody
        /// The world keeps the trace that a simulated test keeps.
        case traced
        /// The world has a page that nobody has opened.
        case inspected
    }

    static func measure(_ options: Options, _ looking: Looking = .nobody) throws -> Fields {
        let count = options.operations(500, quick: 50)
        var virtual = 0.0
        for seed in 0..<UInt64(count / 10) { virtual = try run(seed: seed, looking) }
        var samples: [Sample] = []
        for repetition in 0..<options.repetitions(usual: 5) {
            samples.append(
                try Sample.timing {
                    for number in 0..<count {
                        virtual = try run(seed: UInt64(repetition * count + number), looking)
                    }
                    return count
                })
        }
        return Sample.summary(samples) + [("virtualSecondsOfLast", .decimal(virtual, 6))]
    }

    /// Runs one test with a trace; how many operations that is.
    static func runTraced(seed: Int) throws -> Int {
        _ = try run(seed: UInt64(seed), .traced)
        return 1
    }

    /// Runs one test; how much virtual time it took.
    private static func run(seed: UInt64, _ looking: Looking) throws -> Double {
        let world = World(seed: seed)
        var inspection: Inspection?
        switch looking {
        case .nobody: break
        case .traced: world.startTrace(capacity: World.reportedTraceCapacity)
        case .inspected: inspection = try world.startInspection(title: "")
        }
        defer { inspection?.stop() }
        let pair = try BenchPair(in: world, subscribes: true)
        for number in 1...10 { pair.sensor.update(BenchDevice.notifying, BenchDevice.payload(number)) }
        try pair.world.run(until: { pair.app.notificationCount == 10 })
        pair.app.disconnect()
        try pair.world.run(until: { pair.app.isDisconnected })
        return Double(pair.world.now.nanoseconds) / 1e9
    }
}
