import FaradayTesting
import HeartRate
import Testing

@Suite struct TempSeeds {
    @Test func seedsFaultTimeline() async throws {
        for seed: UInt64 in 0..<80 {
            try await withWorld(seed: 7, misuse: .record) { world in
                let plan = FaultVocabulary.radio.plan(seed: seed)
                world.inject(plan)
                world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
                let app = world.addPhone(.iOS(18)).run { HeartRateApp() }
                let met = await world.attempt(until: { app.heartRate != nil }, timeout: .seconds(200)).isMet
                print("SEED \(seed) \(met) \(world.unfiredFaults.count) \(plan)")
            }
        }
    }
}
