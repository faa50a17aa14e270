#if canImport(Observation)
import FaradayClient
import FaradayTesting
import Testing

@Suite("A model of a central shows the radio and who is in range")
@MainActor struct CentralModelTests {
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Peripherals come into the list, and leave it", .simulated)
    func list() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "A"), at: .meters(2))
        let model = CentralModel(world.addPhone().run { Central() })
        #expect(model.state == .unknown && model.sightings.isEmpty && !model.isScanning)
        model.startScan(for: [HeartRate.service], losingAfter: .seconds(3))
        try await world.sleep(for: .seconds(1))
        #expect(model.state == .poweredOn && model.isScanning)
        #expect(model.sightings.map(\.name) == ["A"])
        world.add(.heartRateMonitor(name: "B"), at: .meters(2))
        world.add(.battery(name: "Lamp"), at: .meters(2))
        try await world.sleep(for: .seconds(1))
        #expect(model.sightings.map(\.name) == ["A", "B"])
        device.move(to: .outOfRange)
        try await world.sleep(for: .seconds(4))
        #expect(model.sightings.map(\.name) == ["B"])
        model.stopScan()
        #expect(model.sightings.isEmpty && !model.isScanning)
        try await world.sleep(for: .seconds(4))
        #expect(model.sightings.isEmpty)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("The scan goes on when Bluetooth is on again", .simulated)
    func poweredOff() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "A"), at: .meters(2))
        let phone = world.addPhone()
        let model = CentralModel(phone.run { Central() })
        model.startScan()
        try await world.sleep(for: .seconds(1))
        #expect(model.sightings.count == 1)
        phone.setBluetooth(false)
        try await world.sleep(for: .seconds(1))
        #expect(model.state == .poweredOff && model.sightings.isEmpty && model.isScanning)
        #expect(model.error?.reason == .poweredOff)
        phone.setBluetooth(true)
        try await world.sleep(for: .seconds(1))
        #expect(model.error == nil && model.sightings.count == 1)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("The scan ends with the model", .simulated)
    func end() async throws {
        let world = World.current
        let phone = ScanNotingPhone(world.addPhone())
        let central = Central(on: phone)
        var model: CentralModel? = CentralModel(central)
        weak let weakModel = model
        model?.startScan(for: ["180F"])
        try await world.sleep(for: .seconds(1))
        #expect(phone.notes == [.scan(["180F"])])
        model = nil
        #expect(weakModel == nil)
        #expect(phone.notes == [.scan(["180F"]), .stop])
        try await world.sleep(for: .seconds(1))
    }
}
#endif
