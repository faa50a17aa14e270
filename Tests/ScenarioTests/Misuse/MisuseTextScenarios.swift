import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Wrong calls of apps, and the exact texts that Apple's framework logs for them; addresses are left out.
@Suite struct MisuseTextScenarios {
    /// The reports of a kind: call and text.
    private func reports(_ kind: Misuse.Kind) -> [String] {
        World.current.misuses.filter { $0.misuse.kind == kind }
            .map { "\($0.misuse.call): \(withoutAddresses($0.misuse.message))" }
    }

    private func withoutAddresses(_ text: String) -> String {
        text.replacingOccurrences(of: "0x([0-9a-f]+|[.]{3})", with: "0x…", options: .regularExpression)
            .replacingOccurrences(
                of: "identifier = [0-9A-Fa-f-]+", with: "identifier = …", options: .regularExpression)
    }

    @Test(
        "Behaviour 1.7, 1.8, 1.17; regression 9, 105: a central's commands without power are dropped, not kept",
        .simulated(seed: 501))
    func centralWithoutPower() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let app = phone.run { Explorer(name: "HR-1", reconnects: false) }
        try await world.run(until: { app.isReady })
        let peripheral = try #require(app.peripheral)
        phone.setBluetooth(false)
        try await world.run(until: { app.central.state == .poweredOff })
        world.expectMisuse(.notPoweredOn)
        app.central.scanForPeripherals(withServices: nil)
        app.central.stopScan()
        app.central.connect(peripheral)
        app.central.cancelPeripheralConnection(peripheral)
        #expect(app.central.retrievePeripherals(withIdentifiers: [peripheral.identifier]).isEmpty)
        #expect(app.central.retrieveConnectedPeripherals(withServices: [CBUUID(string: "180D")]).isEmpty)
        let text =
            "API MISUSE: <CBCentralManager: 0x…> can only accept this command while in the powered on state"
        #expect(
            reports(.notPoweredOn) == [
                "CBCentralManager.scanForPeripherals(withServices:options:): \(text)",
                "CBCentralManager.stopScan(): \(text)",
                "CBCentralManager.connect(_:options:): \(text)",
                "CBCentralManager.cancelPeripheralConnection(_:): \(text)",
                "CBCentralManager.retrievePeripherals(withIdentifiers:): \(text)",
                "CBCentralManager.retrieveConnectedPeripherals(withServices:): \(text)",
            ])
        #expect(!app.central.isScanning && peripheral.state == .disconnected)
        strap.stopAdvertising()
        try await world.run(for: .seconds(5))
        #expect(app.lines.isEmpty, "no callback")
    }

    @Test(
        "Behaviour 1.10: a peripheral's commands need a connection that is not being cancelled",
        .simulated(seed: 502))
    func peripheralWithoutConnection() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { Explorer(name: "HR-1", reconnects: false) }
        try await world.run(until: { app.isReady })
        let peripheral = try #require(app.peripheral)
        let service = try #require(peripheral.services?.first)
        let characteristic = app.characteristic("2A37")
        func misuse() {
            peripheral.discoverServices(nil)
            peripheral.discoverCharacteristics(nil, for: service)
            peripheral.readValue(for: characteristic)
            peripheral.writeValue(Data([1]), for: characteristic, type: .withResponse)
            peripheral.setNotifyValue(true, for: characteristic)
            peripheral.readRSSI()
        }
        app.letGo()
        #expect(peripheral.state == .disconnecting)
        try world.expectMisuse(.notConnected) { misuse() }
        try await world.run(until: { peripheral.state == .disconnected })
        try world.expectMisuse(.notConnected) { misuse() }
        let all = reports(.notConnected)
        #expect(all.count == 12)
        for report in all {
            #expect(report.contains(": API MISUSE: <CBPeripheral: 0x…, identifier = …, name = HR-1, mtu = "))
            #expect(report.contains(", state = disconnect"), "\(report)")
            #expect(
                report.hasSuffix("ed> can only accept commands while in the connected state")
                    || report.hasSuffix("ing> can only accept commands while in the connected state"))
        }
        try await world.run(for: .seconds(2))
        #expect(app.lines == ["lost -1"], "no callback except that of the cancel")
    }

    @Test(
        "Behaviour 1.11; regression 115: a peripheral manager's commands without power are dropped, not kept",
        .simulated(seed: 503))
    func peripheralManagerWithoutPower() async throws {
        final class Sensor: NSObject, CBPeripheralManagerDelegate {
            var lines: [String] = []
            func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
                lines.append("state \(peripheral.state.rawValue)")
            }
            func peripheralManager(
                _ peripheral: CBPeripheralManager, didAdd service: CBService, error: Error?
            ) { lines.append("added") }
            func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: Error?) {
                lines.append("advertising")
            }
        }
        let world = World.current
        let sensor = Sensor()
        let manager = world.addPhone().run {
            CBPeripheralManager(delegate: sensor, queue: DispatchQueue(label: "sensor"))
        }
        try world.expectMisuse(.notPoweredOn) {
            manager.add(CBMutableService(type: CBUUID(string: "180D"), primary: true))
            manager.startAdvertising([CBAdvertisementDataLocalNameKey: "S"])
        }
        let text =
            "API MISUSE: <CBPeripheralManager: 0x…> can only accept this command while in the powered on state"
        #expect(
            reports(.notPoweredOn) == [
                "CBPeripheralManager.add(_:): \(text)", "CBPeripheralManager.startAdvertising(_:): \(text)",
            ])
        try await world.run(for: .seconds(5))
        #expect(sensor.lines == ["state 5"])
        #expect(!manager.isAdvertising)
    }

    @Test(
        "Behaviour 1.28, 1.29: releasing a connecting or connected peripheral ends the connection, with a log line",
        .simulated(seed: 504), arguments: [true, false])
    func lettingGo(isConnected: Bool) async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let app = phone.run { Forgetful() }
        try await world.run(until: { app.peripheral?.state == .connecting })
        if isConnected { try await world.run(until: { app.peripheral?.state == .connected }) }
        let kind: Misuse.Kind = isConnected ? .unusedConnectedPeripheral : .unusedConnectingPeripheral
        world.expectMisuse(kind)
        app.peripheral = nil
        try await world.run(for: .seconds(3))
        let reports = reports(kind)
        let start =
            isConnected
            ? "CBPeripheral.deinit: API MISUSE: Forcing disconnection of unused peripheral "
            : "CBPeripheral.deinit: API MISUSE: Cancelling connection for unused peripheral "
        let end =
            isConnected
            ? "state = connected>. Did you forget to cancel the connection?"
            : "state = connecting>, Did you forget to keep a reference to it?"
        #expect(reports.count == 1)
        #expect(reports[0].hasPrefix(start + "<CBPeripheral: 0x…, identifier = "), "\(reports)")
        #expect(reports[0].hasSuffix(end), "\(reports)")
        #expect(app.lines == (isConnected ? ["connected"] : []), "no callback follows")
        #expect(strap.connectionCount == 0)
    }

    @Test(
        "Behaviour 4.17: discovering without a delegate works, with a log line",
        .simulated(seed: 505))
    func deafDiscovery() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { Forgetful() }
        try await world.run(until: { app.peripheral?.state == .connected })
        let peripheral = try #require(app.peripheral)
        world.expectMisuse(.noDelegateForDiscovery)
        peripheral.discoverServices(nil)
        try await world.run(until: { peripheral.services != nil })
        let reports = reports(.noDelegateForDiscovery)
        #expect(reports.count == 1)
        let start =
            "CBPeripheral.discoverServices(_:): API MISUSE: Discovering services for peripheral <CBPeripheral"
        #expect(reports[0].hasPrefix(start), "\(reports)")
        #expect(
            reports[0].hasSuffix(
                "> while delegate is either nil or does not implement peripheral:didDiscoverServices:"))
    }

    @Test(
        "Behaviour 5.26: writing the client configuration as a descriptor raises Apple's exception",
        .simulated(seed: 506))
    func clientConfiguration() async throws {
        final class Reader: NSObject, CBPeripheralDelegate {
            var isDone = false
            func peripheral(
                _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
                error: Error?
            ) { isDone = true }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { Explorer(name: "HR-1") }
        try await world.run(until: { app.isReady })
        let characteristic = app.characteristic("2A37")
        let reader = Reader()
        app.peripheral?.delegate = reader
        app.peripheral?.discoverDescriptors(for: characteristic)
        try await world.run(until: { reader.isDone })
        let descriptor = try #require(characteristic.descriptors?.first { $0.uuid.uuidString == "2902" })
        let thrown = try world.expectMisuse(.clientConfigurationWritten) {
            app.peripheral?.writeValue(Data([1, 0]), for: descriptor)
        }
        #expect(
            reports(.clientConfigurationWritten) == [
                "CBPeripheral.writeValue(_:for:): Client Characteristic Configuration descriptors must be "
                    + "configured using setNotifyValue:forCharacteristic:"
            ])
        #expect("\(thrown[0])".contains(" (on a phone the app ends here)"))
    }

    @Test(
        "Behaviour 6.3; regression 92: a cached value in a writable characteristic raises Apple's exception",
        .simulated(seed: 507),
        arguments: [(0x08, 0x01), (0x10, 0x01), (0x06, 0x01), (0x02, 0x03)])
    func cachedValue(properties: Int, permissions: Int) async throws {
        let world = World.current
        let manager = world.addPhone().run { CBPeripheralManager(delegate: nil, queue: nil) }
        try await world.run(until: { manager.state == .poweredOn })
        let service = CBMutableService(type: CBUUID(string: "FFE0"), primary: true)
        service.characteristics = [
            CBMutableCharacteristic(
                type: CBUUID(string: "FFE1"),
                properties: CBCharacteristicProperties(rawValue: UInt(properties)),
                value: Data([1]), permissions: CBAttributePermissions(rawValue: UInt(permissions)))
        ]
        try world.expectMisuse(.cachedValueNotReadOnly) { manager.add(service) }
        #expect(
            reports(.cachedValueNotReadOnly) == [
                "CBPeripheralManager.add(_:): Characteristics with cached values must be read-only"
            ])
    }

    @Test(
        "Behaviour 6.7: keys that are not allowed are logged, and the others are advertised",
        .simulated(seed: 508)
    )
    func refusedKeys() async throws {
        let world = World.current
        let manager = world.addPhone(name: "sensor").run { CBPeripheralManager(delegate: nil, queue: nil) }
        try await world.run(until: { manager.state == .poweredOn })
        try world.expectMisuse(.refusedAdvertisementKey) {
            manager.startAdvertising([
                CBAdvertisementDataLocalNameKey: "Sensor",
                CBAdvertisementDataManufacturerDataKey: Data([1, 2, 3]),
            ])
        }
        #expect(
            reports(.refusedAdvertisementKey) == [
                "CBPeripheralManager.startAdvertising(_:): The advertisement key 'Manufacturer Data' is not allowed"
            ])
        let app = world.addPhone(name: "finder").run { Explorer(name: "Sensor") }
        try await world.run(until: { app.peripheral != nil })
        #expect(app.peripheral?.name == "Sensor")
    }
}

/// Connects to the first device, without a delegate for it.
private final class Forgetful: NSObject, CBCentralManagerDelegate {
    private var central: CBCentralManager!
    var peripheral: CBPeripheral?
    private(set) var lines: [String] = []

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "forgetful"))
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        central.scanForPeripherals(withServices: nil)
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        central.stopScan()
        self.peripheral = peripheral
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        lines.append("connected")
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) { lines.append("lost") }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) { lines.append("failed") }
}
