import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import HeartRate
import Testing

/// The example app, unmodified, in its main scenarios.
@Suite struct HeartRateScenarios {
    @Test(.simulated(seed: 7))
    func showsTheBatteryLevelAgainAfterALostLink() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        let phone = world.addPhone(.iOS(18))

        let app = phone.run { HeartRateApp() }
        try await world.run(until: { app.heartRate != nil })

        strap.move(to: .outOfRange, for: .seconds(30))
        try await world.run(until: { app.isReconnected })
        #expect(app.battery == 87)
        #expect(app.connectionCount == 2)
    }

    @Test(.simulated(seed: 1))
    func readsWritesAndSubscribes() async throws {
        let world = World.current
        let strap = world.add(
            .heartRateMonitor(name: "HR-1", battery: 55, energyExpended: 49), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.hasResetEnergy && app.battery != nil })
        #expect(app.battery == 55)
        #expect(app.sensorLocation == "chest")
        #expect(app.monitorName == "HR-1")
        #expect(app.lastReading?.hasContact == true)
        try await world.run(for: .seconds(3))
        #expect((app.lastReading?.energyExpended ?? 100) < 10, "the control point reset the energy")
        #expect(strap.subscriberCount(of: "2A37") == 1)
        #expect(strap.subscriberCount(of: "2A19") == 1)
    }

    /// Behaviour 3.11: link loss is code 6, and is reported only after the supervision timeout.
    @Test("Behaviour 3.11: walking away gives code 6 after the supervision timeout", .simulated(seed: 3))
    func walkingAwayIsATimeoutAfterTheSupervisionTimeout() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.readingCount == 2 })
        let left = world.now
        strap.move(to: .outOfRange)
        try await world.run(until: { app.lastDisconnectError != nil })
        #expect((app.lastDisconnectError as? CBError)?.code == .connectionTimeout)
        let silence = world.now - left
        #expect(silence >= .milliseconds(600) && silence <= .milliseconds(800), "took \(silence) s")
    }

    /// Behaviour 3.10: a peer that disconnects gives code 7. Behaviour 3.12: one that resets gives code 6.
    @Test(
        "Behaviour 3.10, 3.12: a disconnect by the device gives code 7, a reset code 6", .simulated(seed: 4),
        arguments: [true, false])
    func aGoodbyeAndAResetLookDifferent(saysGoodbye: Bool) async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.readingCount == 1 })
        if saysGoodbye { strap.disconnect() } else { strap.reset() }
        try await world.run(until: { app.lastDisconnectError != nil })
        let code = (app.lastDisconnectError as? CBError)?.code
        #expect(code == (saysGoodbye ? .peripheralDisconnected : .connectionTimeout))
        try await world.run(until: { app.isReconnected })
    }

    /// Packet loss slows things down and loses no data.
    @Test(.enabled(if: World().holdsAppWork), .simulated(seed: 5), arguments: [0.1, 0.3, 0.5])
    func lossIsMadeUpForByTheLinkLayer(loss: Double) async throws {
        let world = World.current
        world.configureMedium { $0.perPacketLoss = loss }
        world.add(.heartRateMonitor(energyExpended: 0), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.readingCount >= 20 && app.battery != nil })
        #expect(app.sensorLocation == "chest")
    }

    @Test(.simulated(seed: 6))
    func twoPhonesTheAppOnOneTheSensorOnTheOther() async throws {
        let world = World.current
        let sensorPhone = world.addPhone(.iOS(18), name: "Ben's iPhone", at: .meters(3))
        let sensor = sensorPhone.run { HeartRateSensorApp(name: "Ben") }
        let app = world.addPhone(.iOS(18), name: "Ada's iPhone").run { HeartRateApp() }
        try await world.run(until: { sensor.subscriberCount == 1 })
        for _ in 0..<8 {
            sensor.beat(rate: 77, energy: 9)
            try await world.run(for: .seconds(1))
        }
        #expect(app.heartRate == 77)
        #expect(app.readingCount == 8)
        #expect(sensor.resetCount == 1, "the app resets the energy once it is 50 kJ or more")
        app.disconnect()
        try await world.run(until: { sensor.subscriberCount == 0 })
    }

    /// Behaviour 1.15, 1.20: power off gives only the state, and after power on the app starts again.
    @Test("Behaviour 1.15, 1.20; regression 33: Bluetooth off and on", .simulated(seed: 8))
    func bluetoothOffAndOn() async throws {
        let world = World.current
        world.add(.heartRateMonitor(), at: .meters(2))
        let phone = world.addPhone()
        var lines: [String] = []
        let app = phone.run { HeartRateApp { lines.append($0) } }
        try await world.run(until: { app.readingCount == 1 })
        phone.setBluetooth(false)
        try await world.run(until: { lines.last == "Bluetooth is off" })
        #expect(app.lastDisconnectError == nil)
        #expect(!app.isConnected)
        phone.setBluetooth(true)
        try await world.run(until: { app.isReconnected })
    }
}
