import FaradayExploration
import FaradayTesting
import Testing

@Suite struct PulseRadioTests {
    @Test("The page's app, which looks for its strap once, comes through any radio faults")
    func radio() {
        let result = Exploration("pulse radio", runs: 200, faults: .radio).run { world in
            world.add(.heartRateMonitor(name: "HR-1"))
            let app = world.addPhone().run { PulseApp() }
            try world.run(until: { app.heartRate != nil })
            try world.run(for: .seconds(30))
            try world.run(until: { app.heartRate != nil })
        }
        #expect(result.failures.isEmpty, "\(result.failures.first?.description ?? "")")
    }
}
