import BluetoothPort
@testable import CoreBluetoothMock
import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// Peripherals on top of the façade's: the same objects, values and callbacks, in this module's classes.
@Suite struct NativePeripheralTests {
    @Test(
        "Behaviour 4.1, 4.5, 4.21: attributes are the same objects as long as the link lasts, with CoreBluetooth's values",
        .simulated(seed: 1), .coreBluetooth)
    func attributes() async throws {
        let (world, log) = (World.current, PeripheralLog())
        let device = world.add(.heartRateMonitor())
        let app = FacadeApp()
        let peripheral = try await app.connect(log)
        #expect(peripheral.state == .connected && peripheral.services == nil)
        try await explore(peripheral, log)
        let services = try #require(peripheral.services)
        let rate = try #require(services.characteristic("2A37"))
        #expect(services.allSatisfy { $0.peripheral === peripheral })
        #expect(rate.service?.uuid.uuidString == "180D" && services.contains { $0 === rate.service })
        try await explore(peripheral, log)
        #expect(peripheral.services?.map(ObjectIdentifier.init) == services.map(ObjectIdentifier.init))
        #expect(peripheral.services?.characteristic("2A37") === rate)

        peripheral.setNotifyValue(true, for: rate)
        try await world.run(until: { log.lines.contains("notifying 2A37 true") })
        #expect(rate.isNotifying)
        try await world.run(until: { rate.value != nil })
        #expect(log.lines.last?.hasPrefix("value 2A37 [") == true)

        device.disconnect()
        try await world.run(until: { peripheral.state == .disconnected })
        #expect(peripheral.services == nil && !rate.isNotifying)
        app.connectAgain()
        try await world.run(until: { peripheral.state == .connected })
        try await explore(peripheral, log)
        let second = try #require(peripheral.services?.characteristic("2A37"))
        #expect(second !== rate && second != rate)
        world.expectMisuse(.foreignObject)
        peripheral.readValue(for: rate)
    }

    @Test(
        "An attribute that was not discovered is reported, and has no other effect", .simulated(seed: 2),
        .coreBluetooth)
    func strangers() async throws {
        let (world, log) = (World.current, PeripheralLog())
        world.add(.battery())
        let app = FacadeApp()
        let peripheral = try await app.connect(log)
        try await explore(peripheral, log)
        let characteristic = CBMCharacteristicMock(type: CBMUUID(string: "2A19"), properties: .read)
        let service = CBMServiceMock(
            type: CBMUUID(string: "180F"), primary: true, characteristics: characteristic)
        let descriptor = CBMDescriptorMock(type: CBMUUID(string: "2901"))
        let calls: [() -> Void] = [
            { peripheral.discoverCharacteristics(nil, for: service) },
            { peripheral.discoverIncludedServices(nil, for: service) },
            { peripheral.discoverDescriptors(for: characteristic) },
            { peripheral.readValue(for: characteristic) },
            { peripheral.writeValue(Data(), for: characteristic, type: .withResponse) },
            { peripheral.setNotifyValue(true, for: characteristic) },
            { peripheral.readValue(for: descriptor) },
            { peripheral.writeValue(Data(), for: descriptor) },
        ]
        let before = log.answers
        world.setMisusePolicy(.record, for: [.foreignObject])
        for call in calls { call() }
        #expect(world.misuses.map(\.misuse.kind) == calls.map { _ in .foreignObject })
        try await world.run(for: .seconds(1))
        #expect(log.answers == before)
    }

    @Test(
        "Behaviour 1.10: CoreBluetooth reports a request without a link", .simulated(seed: 3),
        .coreBluetooth)
    func unconnected() async throws {
        let world = World.current
        world.add(.battery())
        let app = FacadeApp()
        let log = PeripheralLog()
        let peripheral = try await app.discover(log)
        world.expectMisuse(.notConnected)
        peripheral.discoverServices(nil)
        #expect(log.lines.isEmpty)
    }

    @Test(
        "Behaviour 4.17: discovery without a delegate is reported, as CoreBluetooth does",
        .simulated(seed: 4),
        .coreBluetooth)
    func missingDelegate() async throws {
        let world = World.current
        world.add(.battery())
        let app = FacadeApp()
        let peripheral = try await app.connect(nil)
        world.expectMisuse(.noDelegateForDiscovery)
        peripheral.discoverServices(nil)
        try await world.run(until: { peripheral.services != nil })
    }

    @Test("A native peripheral does not retain its delegate", .simulated(seed: 5), .coreBluetooth)
    func delegate() async throws {
        World.current.add(.battery())
        let app = FacadeApp()
        let peripheral = try await app.discover(nil)
        weak var log: PeripheralLog?
        do {
            let kept = PeripheralLog()
            log = kept
            peripheral.delegate = kept
            #expect(peripheral.delegate === kept)
        }
        #expect(log == nil && peripheral.delegate == nil)
    }

    @Test(
        "Behaviour 1.29: attributes that an app retains do not keep the link of a released peripheral",
        .simulated(seed: 6), .coreBluetooth)
    func lifetime() async throws {
        let (world, log) = (World.current, PeripheralLog())
        let device = world.add(.battery())
        let app = FacadeApp()
        var peripheral: CBMPeripheral? = try await app.connect(log)
        try await explore(try #require(peripheral), log)
        let service = try #require(peripheral?.services?.first)
        world.expectMisuse(.unusedConnectedPeripheral)
        peripheral = nil
        app.forget()
        try await world.run(until: { device.connectionCount == 0 })
        #expect(service.peripheral == nil && service.characteristics?.isEmpty == false)
    }

    private func explore(_ peripheral: CBMPeripheral, _ log: PeripheralLog) async throws {
        func run(_ count: Int, _ request: () -> Void) async throws {
            let end = log.answers.count + count
            request()
            try await World.current.run(until: { log.answers.count >= end })
        }
        try await run(1) { peripheral.discoverServices(nil) }
        for service in peripheral.services ?? [] {
            try await run(1) { peripheral.discoverCharacteristics(nil, for: service) }
        }
    }
}

extension [CBMService] {
    func characteristic(_ uuid: String) -> CBMCharacteristic? {
        lazy.flatMap { $0.characteristics ?? [] }.first { $0.uuid.uuidString == uuid }
    }
}

/// An app on CoreBluetooth that returns the peripheral that it finds as a native peripheral.
final class FacadeApp: NSObject, CBCentralManagerDelegate {
    private var manager: CBCentralManager!
    private var peripheral: CBMPeripheralNative?

    override init() {
        super.init()
        manager = World.current.addPhone().run { CBCentralManager(delegate: self, queue: nil) }
    }

    func discover(_ delegate: CBMPeripheralDelegate?) async throws -> CBMPeripheral {
        try await World.current.run(until: { self.peripheral != nil })
        peripheral?.delegate = delegate
        return peripheral!
    }

    func connect(_ delegate: CBMPeripheralDelegate?) async throws -> CBMPeripheral {
        let peripheral = try await discover(delegate)
        connectAgain()
        try await World.current.run(until: { peripheral.state == .connected })
        return peripheral
    }

    func connectAgain() { if let peripheral { manager.connect(peripheral.peripheral) } }

    func forget() { peripheral = nil }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        central.stopScan()
        self.peripheral = CBMPeripheralNative(FacadePeripheral(peripheral, mock: nil))
    }
}
