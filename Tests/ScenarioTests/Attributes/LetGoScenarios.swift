import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Apps that keep few objects, release them early, and call from any queue.
@Suite struct LetGoScenarios {
    private static let device = DeviceDefinition(name: "Thing") {
        DeviceAdvertising(services: ["FFE0"])
        DeviceService("FFE0") {
            DeviceCharacteristic("FFE1", [.read, .write, .writeWithoutResponse], value: [7])
        }
    }

    @Test("Regression 72: attributes of a peripheral live as long as the peripheral", .simulated(seed: 661))
    func attributesLiveWithTheirPeripheral() async throws {
        let world = World.current
        world.add(Self.device, at: .meters(2))
        let app = world.addPhone().run { Explorer() }
        try await world.run(until: { app.isReady })
        weak let service = app.peripheral?.services?.first
        weak let characteristic = service?.characteristics?.first
        try await world.run(for: .seconds(1))
        #expect(service?.characteristics?.first === characteristic && characteristic != nil)
        #expect(service?.peripheral === app.peripheral)
        app.read("FFE1")
        try await world.run(until: { app.lines == ["FFE1 = [7]"] })
    }

    @Test(
        "Regression 40: releasing everything right after the disconnect leaves no object and no link",
        .simulated(seed: 662))
    func tearsDownAtOnce() async throws {
        let world = World.current
        let device = world.add(Self.device, at: .meters(2))
        let phone = world.addPhone()
        for _ in 0..<3 {
            var app: Explorer? = phone.run { Explorer(reconnects: false) }
            try await world.run(until: { app?.isReady == true })
            app?.read("FFE1")
            app?.letGo()
            try await world.run(until: { app?.lines.contains { $0.hasPrefix("lost") } == true })
            #expect(app?.lines.filter { $0.hasPrefix("lost") } == ["lost -1"])
            weak let left = app
            app = nil
            try await world.run(for: .seconds(3))
            #expect(left == nil)
            #expect(device.connectionCount == 0)
        }
    }

    /// Writes from the main queue, with a manager on a queue that has the same label as the main queue.
    @Test(
        "Regression 84: writes without response from the main queue end, whatever queues are called",
        .simulated(seed: 663))
    @MainActor func labelsAreNoIdentity() async throws {
        let world = World.current
        world.add(Self.device, at: .meters(2))
        let label = DispatchQueue.main.label
        let writer = world.addPhone().run { Writer(queue: DispatchQueue(label: label)) }
        try await world.run(until: { writer.peripheral?.services?.first?.characteristics != nil })
        let peripheral = try #require(writer.peripheral)
        let characteristic = try #require(peripheral.services?.first?.characteristics?.first)
        for byte in 0..<10 {
            peripheral.writeValue(Data([UInt8(byte)]), for: characteristic, type: .withoutResponse)
        }
        peripheral.writeValue(Data([99]), for: characteristic, type: .withResponse)
        try await world.run(until: { writer.written == 1 })
        #expect(writer.isOnItsQueue)
    }

    private final class Writer: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
        private let key = DispatchSpecificKey<Bool>()
        private var central: CBCentralManager!
        private(set) var peripheral: CBPeripheral?
        private(set) var written = 0
        private(set) var isOnItsQueue = true

        init(queue: DispatchQueue) {
            super.init()
            queue.setSpecific(key: key, value: true)
            central = CBCentralManager(delegate: self, queue: queue)
        }

        func centralManagerDidUpdateState(_ central: CBCentralManager) {
            if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
        }

        func centralManager(
            _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
            advertisementData: [String: Any], rssi RSSI: NSNumber
        ) {
            guard self.peripheral == nil else { return }
            self.peripheral = peripheral
            peripheral.delegate = self
            central.stopScan()
            central.connect(peripheral)
        }

        func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
            peripheral.discoverServices(nil)
        }

        func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
            for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
        }

        func peripheral(
            _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
        ) {
            isOnItsQueue = isOnItsQueue && DispatchQueue.getSpecific(key: key) == true
            written += 1
        }
    }
}
