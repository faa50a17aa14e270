import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation
import FaradayTesting
import Testing

/// An app can't know of an end that is still on its way to it, so its commands until then are no misuse.
@Suite("Commands that cross the end of a link or of Bluetooth") struct LateCommandScenarios {
    private static let plans: [FaultPlan] = [
        [.connect().nth(1).dropsLink(.controller, .after)],
        [.discoverServices().nth(1).dropsLink(.controller, .after)],
        [.connect().nth(1).turnsRadioOff(for: .milliseconds(1))],
        [.connect().nth(1).suspendsApp(for: .seconds(5)), .at(.seconds(2)).dropsLink(.peer)],
    ]

    @Test("No misuse, whatever the schedule is", arguments: plans)
    func noMisuse(plan: FaultPlan) throws {
        var connections = 0
        for seed in 0..<40 as Range<UInt64> {
            var configuration = World.Configuration()
            configuration.schedule = seed == 0 ? .plain : .any(seed: seed)
            let world = World(seed: seed, configuration: configuration)
            world.inject(plan)
            world.add(.heartRateMonitor(name: "HR-1"))
            let app = world.addPhone().run { Explorer() }
            try world.run(for: .seconds(20))
            #expect(world.misuses.isEmpty, "seed \(seed)")
            #expect(!world.firedFaults.isEmpty, "seed \(seed)")
            connections += app.connections
        }
        #expect(connections >= 40, "the app connects in each world")
    }
}
