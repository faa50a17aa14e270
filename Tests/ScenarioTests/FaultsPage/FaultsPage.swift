import FaradayTesting
import HeartRate
import Testing

/// The examples of `Documentation/Faults.md`.
@Suite struct FaultsPage {
    @Test(.simulated(seed: 7))
    func connectsAgainWhenTheLinkDropsBeforeTheThirdValue() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        world.inject(.notification("2A37", of: strap).nth(3).dropsLink(.timeout))

        let app = world.addPhone(.iOS(18)).run { HeartRateApp() }
        try await world.run(until: { app.isReconnected })
        #expect(app.battery == 87)
    }

    @Test(.simulated(seed: 7))
    func pairsWhenTheBatteryWantsEncryption() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        let phone = world.addPhone(.iOS(18))
        world.inject(.read("2A19", of: strap).nth(1).fails(.insufficientEncryption))

        let app = phone.run { HeartRateApp() }
        try await world.run(until: { app.battery == 87 })
        #expect(phone.bonds.count == 1)
    }

    @Test(.simulated(seed: 7))
    func waitsForASlowMonitor() async throws {
        let world = World.current
        world.inject(
            .connect(to: "HR-1").isDelayed(by: .seconds(8)),
            .subscribe(to: "2A37").isDelayed(by: .seconds(3)),
            .at(.seconds(40)).turnsRadioOff(for: .seconds(5)))
        world.requireAllFaults()

        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone(.iOS(18)).run { HeartRateApp() }
        try await world.run(until: { app.heartRate != nil })
        #expect(world.now > .zero + .seconds(11))
        try await world.run(for: .minutes(1))
        #expect(app.isReconnected, "after the radio was off")
        #expect(world.firedFaults.count > 3, "the monitor is slow again")
    }

    @Test(.simulated(seed: 7))
    func survivesADrawnPlan() async throws {
        let world = World.current
        let plan = FaultVocabulary.radio.plan(seed: 43)
        world.inject(plan)
        print(plan)  // Swift to paste into a test of its own

        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone(.iOS(18)).run { HeartRateApp() }
        try await world.run(until: { app.heartRate != nil })
    }
}
