import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Section 9 of the behaviours, as visible on air and to apps.
@Suite struct NumberScenarios {
    @Test("Behaviour 9.1: a phone connects with 30 ms, no latency and 720 ms", .simulated(seed: 601))
    func connectionParameters() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { Explorer(name: "HR-1", reconnects: false) }
        try await world.run(until: { app.isReady })
        let request = try #require(
            world.traceText().split(separator: "\n").first { $0.contains("CONNECT_IND") })
        #expect(request.contains("interval=24 latency=0 timeout=72"), "30 ms, 0, 720 ms: \(request)")
    }

    @Test(
        "Behaviour 9.15: unbonded peers see a phone with a new address every 15 minutes",
        .simulated(seed: 605))
    func rotation() async throws {
        let world = World.current
        let manager = world.addPhone(name: "sensor").run { CBPeripheralManager(delegate: nil, queue: nil) }
        try await world.run(until: { manager.state == .poweredOn })
        manager.startAdvertising([CBAdvertisementDataLocalNameKey: "S"])
        let app = world.addPhone(name: "stranger").run { Explorer(name: "nobody") }
        var counts: [Int] = []
        try await world.run(until: { app.central.state == .poweredOn })
        for _ in 0..<4 {
            app.central.scanForPeripherals(withServices: nil)
            try await world.run(for: .seconds(5))
            counts.append(app.discovered.count)
            app.central.stopScan()
            try await world.run(for: .minutes(15))
        }
        #expect(counts == [1, 2, 3, 4])
    }

    @Test(
        "Behaviour 9.6: a link has the smaller MTU of both ends: 247 with a newer phone where the device offers it",
        .simulated(seed: 612),
        arguments: [
            (OSProfile.iOS(18), 247, 182), (.iOS(17, hasLongMTU: true), 247, 244), (.iOS(26), 247, 244),
            (.iOS(26), 517, 244), (.iOS(26), 185, 182), (.iOS(26), 23, 20),
        ] as [(OSProfile, UInt16, Int)])
    func agreedMTU(profile: OSProfile, offered: UInt16, length: Int) async throws {
        let world = World.current
        let sizes = World.Lock<[Int]>([])
        world.add(
            DeviceDefinition(name: "D", preferredMTU: offered) {
                DeviceAdvertising(services: ["FFE0"])
                DeviceService("FFE0") {
                    DeviceCharacteristic("FFE1", .writeWithoutResponse)
                        .onWrite { write in sizes.withLock { $0.append(write.value.count) } }
                }
            }, at: .meters(2))
        let app = world.addPhone(profile).run { Explorer(reconnects: false) }
        try await world.run(until: { app.isReady })
        try await world.run(for: .seconds(1))
        let peripheral = try #require(app.peripheral)
        #expect(peripheral.maximumWriteValueLength(for: .withoutResponse) == length)
        let characteristic = try #require(peripheral.services?.first?.characteristics?.first)
        peripheral.writeValue(Data(count: length), for: characteristic, type: .withoutResponse)
        try await world.run(for: .seconds(1))
        #expect(sizes.withLock { $0 } == [length])
    }

    @Test("Behaviour 9.17: the maximum write length is final within a second", .simulated(seed: 602))
    func settledMTU() async throws {
        let world = World.current
        world.add(DeviceDefinition(name: "D") { DeviceAdvertising(services: ["FFE0"]) }, at: .meters(2))
        let app = world.addPhone().run { Explorer(reconnects: false) }
        try await world.run(until: { app.peripheral?.state == .connected })
        let peripheral = try #require(app.peripheral)
        #expect(peripheral.maximumWriteValueLength(for: .withoutResponse) == 20)
        try await world.run(for: .seconds(1))
        let settled = peripheral.maximumWriteValueLength(for: .withoutResponse)
        #expect(settled == 182)
        try await world.run(for: .seconds(10))
        #expect(peripheral.maximumWriteValueLength(for: .withoutResponse) == settled)
    }

    @Test(
        "Behaviour 9.18: the system's connect waits longer than any library's timeout", .simulated(seed: 603))
    func patientConnect() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { Explorer(name: "HR-1") }
        try await world.run(until: { app.isReady })
        strap.powerOff()
        try await world.run(for: .hours(2))
        #expect(app.lines == ["lost 6"] && app.peripheral?.state == .connecting)
        strap.powerOn()
        try await world.run(until: { app.connections == 2 })
    }
}
