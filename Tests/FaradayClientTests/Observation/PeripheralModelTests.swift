#if canImport(Observation)
import class BluetoothPort.Lock
import FaradayClient
import FaradayTesting
import Observation
import Testing

@Suite("A model of a peripheral shows its link and its values")
@MainActor struct PeripheralModelTests {
    private static func find(_ definition: DeviceDefinition) async throws -> (Device, Peripheral) {
        let world = World.current
        let device = world.add(definition, at: .meters(2))
        let central = world.addPhone().run { Central() }
        return (device, try await central.find(.named(definition.name)))
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Values are read, and followed if they notify; the name and the link too", .simulated)
    func values() async throws {
        let (device, strap) = try await Self.find(.heartRateMonitor(name: "HR-1", battery: 87))
        let model = PeripheralModel(strap)
        #expect(model.name == "HR-1" && model.connectionState == .disconnected)
        model.observe(HeartRate.measurement)
        model.observe(Battery.level)
        model.observe(HeartRate.bodySensorLocation)
        #expect(model.value(of: Battery.level) == nil)
        try await World.current.sleep(for: .seconds(4))
        #expect(model.connectionState == .connected)
        #expect(model.value(of: Battery.level) == 87)
        #expect(model.value(of: HeartRate.bodySensorLocation) == .chest)
        #expect(model.value(of: HeartRate.measurement) != nil)
        #expect(model.error(of: HeartRate.measurement) == nil)
        device.update(Battery.level, 42)
        try await World.current.sleep(for: .seconds(1))
        #expect(model.value(of: Battery.level) == 42)
        await strap.disconnect()
        try await World.current.sleep(for: .seconds(1))
        #expect(model.connectionState == .disconnected)
        #expect(model.value(of: Battery.level) == 42, "the latest value stays")
        #expect(model.error(of: Battery.level)?.reason == .disconnectedByApp)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("On the next link values are read again, and subscriptions go on", .simulated)
    func nextLink() async throws {
        let (device, strap) = try await Self.find(.heartRateMonitor(name: "HR-1", battery: 87))
        let model = PeripheralModel(strap)
        let beat = model.observe(HeartRate.measurement)
        let location = model.observe(HeartRate.bodySensorLocation)
        strap.maintainConnection()
        try await World.current.sleep(for: .seconds(5))
        #expect(beat.value != nil && location.value == .chest)
        device.move(to: .outOfRange)
        try await World.current.sleep(for: .seconds(30))
        #expect(model.connectionState == .connecting)
        let last = beat.value
        device.update("2A38", [2])
        device.move(to: .meters(1))
        try await World.current.sleep(for: .seconds(10))
        #expect(model.connectionState == .connected)
        #expect(location.value == .wrist && location.error == nil)
        #expect(beat.value != last && beat.error == nil)
        #expect(device.subscriberCount(of: HeartRate.measurement) == 1)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("What is missing or malformed is an error of its characteristic", .simulated)
    func errors() async throws {
        let (_, board) = try await Self.find(
            DeviceDefinition(name: "Board") {
                DeviceAdvertising(services: ["180F"])
                DeviceService("180F") { DeviceCharacteristic("2A19", .read, value: [1, 2]) }
            })
        let model = PeripheralModel(board)
        model.observe(Battery.level)
        model.observe(HeartRate.measurement)
        try await World.current.sleep(for: .seconds(3))
        #expect(model.value(of: Battery.level) == nil)
        let malformed = try #require(model.error(of: Battery.level))
        guard case .malformedValue = malformed.reason else {
            Issue.record("\(malformed)")
            return
        }
        #expect(malformed.characteristic == "2A19")
        #expect(model.error(of: HeartRate.measurement)?.reason == .servicesNotFound([HeartRate.service]))
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A view that reads one value is not told of another one", .simulated)
    func granularity() async throws {
        let (device, strap) = try await Self.find(.heartRateMonitor(name: "HR-1"))
        let model = PeripheralModel(strap)
        model.observe(HeartRate.measurement)
        model.observe(Battery.level)
        try await World.current.sleep(for: .seconds(3))
        let changes = Lock(0)
        withObservationTracking {
            _ = model.value(of: Battery.level)
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        try await World.current.sleep(for: .seconds(5))
        #expect(changes.withLock { $0 } == 0, "beats came, and the level did not")
        device.update(Battery.level, 1)
        try await World.current.sleep(for: .seconds(1))
        #expect(changes.withLock { $0 } == 1)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("The signal is measured while there is a link", .simulated)
    func signal() async throws {
        let (device, strap) = try await Self.find(.heartRateMonitor(name: "HR-1"))
        let model = PeripheralModel(strap)
        device.setRSSI(-61)
        model.measureSignal(every: .seconds(1))
        try await World.current.sleep(for: .seconds(3))
        #expect(model.rssi == nil && strap.connectionState == .disconnected, "it does not connect")
        try await strap.connect()
        try await World.current.sleep(for: .seconds(3))
        #expect(model.rssi == -61)
        device.setRSSI(-70)
        try await World.current.sleep(for: .seconds(3))
        #expect(model.rssi == -70)
        await strap.disconnect()
        try await World.current.sleep(for: .seconds(3))
        #expect(model.rssi == nil)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Subscriptions end with the model, or when a value is not followed any more", .simulated)
    func end() async throws {
        let (device, strap) = try await Self.find(.heartRateMonitor(name: "HR-1"))
        var model: PeripheralModel? = PeripheralModel(strap)
        weak let weakModel = model
        model?.observe(HeartRate.measurement)
        model?.observe(Battery.level)
        model?.measureSignal(every: .seconds(1))
        try await World.current.sleep(for: .seconds(3))
        #expect(device.subscriberCount(of: HeartRate.measurement) == 1)
        #expect(device.subscriberCount(of: Battery.level) == 1)
        model?.stopObserving(Battery.level)
        try await World.current.sleep(for: .seconds(1))
        #expect(device.subscriberCount(of: Battery.level) == 0)
        #expect(device.subscriberCount(of: HeartRate.measurement) == 1)
        model = nil
        #expect(weakModel == nil)
        try await World.current.sleep(for: .seconds(1))
        #expect(device.subscriberCount(of: HeartRate.measurement) == 0)
        #expect(strap.connectionState == .connected)
    }
}
#endif
