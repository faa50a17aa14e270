#if os(macOS) || os(Linux)
import FaradayCoreBluetooth
import Foundation

/// Connects to a device when it is told to, and asks it for everything, one thing after the other.
final class CuriousApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private let name: String
    private let writes: Bool
    private var central: CBCentralManager!
    private var found: CBPeripheral?
    private var steps: [() -> Void] = []
    private var reading: CBAttribute?
    private(set) var isDone = false
    private(set) var isHeard = false
    private(set) var isGone = false

    /// - Parameters:
    ///   - name: The advertised name of the device.
    ///   - writes: Whether it writes to what can be written.
    init(_ name: String, writes: Bool = true) {
        (self.name, self.writes) = (name, writes)
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    /// Connects to the device that was heard.
    func connect() {
        guard let found else { return }
        isGone = false
        central.stopScan()
        central.connect(found)
    }

    func disconnect() { if let found { central.cancelPeripheralConnection(found) } }

    /// Writes to a characteristic that was discovered.
    func write(_ bytes: [UInt8], to uuid: String, _ type: CBCharacteristicWriteType = .withResponse) {
        let all = (found?.services ?? []).flatMap { $0.characteristics ?? [] }
        guard let item = all.first(where: { $0.uuid == CBUUID(string: uuid) }) else { return }
        found?.writeValue(Data(bytes), for: item, type: type)
    }

    private func next() { if steps.isEmpty { isDone = true } else { steps.removeFirst()() } }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(
            withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        guard found == nil, advertisementData[CBAdvertisementDataLocalNameKey] as? String == name else {
            return
        }
        (found, isHeard) = (peripheral, true)
        peripheral.delegate = self
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices(nil)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        isGone = true
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] {
            steps.append { peripheral.discoverIncludedServices(nil, for: service) }
            steps.append { peripheral.discoverCharacteristics(nil, for: service) }
        }
        next()
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: Error?
    ) {
        next()
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for item in service.characteristics ?? [] { ask(peripheral, item) }
        next()
    }

    private func ask(_ peripheral: CBPeripheral, _ item: CBCharacteristic) {
        steps.append { peripheral.discoverDescriptors(for: item) }
        if item.properties.contains(.read) {
            steps.append { [self] in
                reading = item
                peripheral.readValue(for: item)
            }
        }
        if !item.properties.isDisjoint(with: [.notify, .indicate]) {
            steps.append { peripheral.setNotifyValue(true, for: item) }
        }
        guard writes, item.properties.contains(.write) else { return }
        steps.append { peripheral.writeValue(Data([1, 2, 3]), for: item, type: .withResponse) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic, error: Error?
    ) {
        for item in characteristic.descriptors ?? []
        where item.uuid != CBUUID(string: CBUUIDClientCharacteristicConfigurationString) {
            steps.append { [self] in
                reading = item
                peripheral.readValue(for: item)
            }
        }
        next()
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        guard reading === characteristic else { return }
        reading = nil
        next()
    }

    func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: Error?) {
        guard reading === descriptor else { return }
        reading = nil
        next()
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        next()
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        if !isDone { next() }
    }
}
#endif
