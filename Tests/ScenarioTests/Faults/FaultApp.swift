import FaradayCoreBluetooth
import FaradayTesting
import Foundation

/// An app that connects to the first device, discovers everything, and follows the test's calls. It keeps a line for
/// each callback.
final class FaultApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var central: CBCentralManager!
    private(set) var peripheral: CBPeripheral?
    private(set) var lines: [String] = []
    /// When the last line was written.
    private(set) var lastTime = World.Instant.zero
    private(set) var isReady = false
    private(set) var reports = 0
    private(set) var channel: CBL2CAPChannel?
    var connectsAtOnce = true
    var discovers = true
    private var open = 0
    private let world: World

    init(_ world: World) {
        self.world = world
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func clear() { lines = [] }

    /// An app that has used the lab's device for three seconds, after `fault` was injected; it has no lines yet.
    static func settled(_ world: World, on lab: FaultLab, _ fault: Fault) throws -> FaultApp {
        world.add(lab.definition, at: .meters(2))
        world.inject(fault)
        let app = world.addPhone().run { FaultApp(world) }
        try world.run(until: { app.isReady })
        try world.run(for: .seconds(3))
        app.clear()
        return app
    }

    private func note(_ line: String) {
        lines.append(line)
        lastTime = world.now
    }

    private func text(_ error: (any Error)?) -> String {
        switch error {
        case nil: ""
        case let error as CBATTError: " ATT \(error.code.rawValue)"
        case let error as CBError: " CB \(error.code.rawValue)"
        case let error?: " \(error)"
        }
    }

    // MARK: Calls of the test

    /// Fails the process if the app has not found it.
    func characteristic(_ uuid: String) -> CBCharacteristic {
        guard let found = find(uuid) else { preconditionFailure("no characteristic \(uuid)") }
        return found
    }

    private func find(_ uuid: String) -> CBCharacteristic? {
        let all = (peripheral?.services ?? []).flatMap { $0.characteristics ?? [] }
        return all.first { $0.uuid == CBUUID(string: uuid) }
    }

    // What the app has not found, it does not use.

    func read(_ uuid: String = "FFE1") {
        if let found = find(uuid) { peripheral?.readValue(for: found) }
    }

    func write(_ bytes: [UInt8] = [7, 8], _ uuid: String = "FFE2") {
        if let found = find(uuid) { peripheral?.writeValue(Data(bytes), for: found, type: .withResponse) }
    }

    func command(_ bytes: [UInt8]) {
        if let found = find("FFE4") {
            peripheral?.writeValue(Data(bytes), for: found, type: .withoutResponse)
        }
    }

    func subscribe(_ uuid: String = "FFE3") {
        if let found = find(uuid) { peripheral?.setNotifyValue(true, for: found) }
    }

    func discover() { peripheral?.discoverServices(nil) }

    func connect() { if let peripheral { central.connect(peripheral) } }

    // MARK: The central

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        note("state \(central.state.rawValue)")
        if central.state == .poweredOn, peripheral == nil { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        reports += 1
        if reports == 1 { note("found") }
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        guard connectsAtOnce else { return }
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        note("connected")
        isReady = !discovers
        if discovers { peripheral.discoverServices(nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) { note("failed" + text(error)) }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) { note("lost" + text(error)) }

    // MARK: The peripheral

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        note("services" + text(error))
        open = peripheral.services?.count ?? 0
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
    ) { note("included" + text(error)) }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        note("characteristics" + text(error))
        open -= 1
        if open == 0 { isReady = true }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { note("descriptors" + text(error)) }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        let value = Array(characteristic.value ?? Data())
        let shown = value.count > 8 ? "\(value.count) bytes" : "\(value)"
        note("value" + (error == nil ? " \(shown)" : text(error)))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) { note("written" + text(error)) }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { note("notifies \(characteristic.isNotifying)" + text(error)) }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
        note("rssi" + text(error))
    }

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        self.channel = channel
        note("channel" + text(error))
    }
}

/// The device of these tests, which keeps what was written to it.
final class FaultLab: Sendable {
    let written = World.Lock<[[UInt8]]>([])

    var definition: DeviceDefinition {
        DeviceDefinition(name: "Lab", preferredMTU: 100) {
            DeviceAdvertising(services: ["FFE0"])
            DeviceService("FFE0") {
                DeviceCharacteristic("FFE1", [.read], value: [1, 2, 3], descriptors: [.userDescription("a")])
                DeviceCharacteristic("FFE2", [.write]).onWrite { [written] write in
                    written.withLock { $0.append(write.value) }
                }
                DeviceCharacteristic("FFE3", [.notify])
                DeviceCharacteristic("FFE4", [.writeWithoutResponse]).onWrite { [written] write in
                    written.withLock { $0.append(write.value) }
                }
                DeviceCharacteristic("FFE5", [.indicate])
            }
            DeviceChannel(psm: 0x80)
        }
    }
}
