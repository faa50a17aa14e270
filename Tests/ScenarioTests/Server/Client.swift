import FaradayCoreBluetooth
import Foundation

/// A central app that finds a publisher by name, connects, discovers everything, and keeps a line for each
/// answer, values in full.
final class Client: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var central: CBCentralManager!
    private let name: String
    private(set) var peripheral: CBPeripheral?
    var lines: [String] = []
    private(set) var values: [String: [Data]] = [:]
    private var openServices = 0
    private(set) var isReady = false

    init(name: String = "Publisher") {
        self.name = name
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "client"))
    }

    func characteristic(_ uuid: String) -> CBCharacteristic {
        let all = (peripheral?.services ?? []).flatMap { $0.characteristics ?? [] }
        guard let found = all.first(where: { $0.uuid == CBUUID(string: uuid) }) else {
            preconditionFailure("no characteristic \(uuid)")
        }
        return found
    }

    func read(_ uuid: String) { peripheral?.readValue(for: characteristic(uuid)) }

    func write(_ uuid: String, count: Int, _ type: CBCharacteristicWriteType = .withResponse) {
        peripheral?.writeValue(Data(repeating: 7, count: count), for: characteristic(uuid), type: type)
    }

    func subscribe(_ uuid: String, _ isOn: Bool = true) {
        peripheral?.setNotifyValue(isOn, for: characteristic(uuid))
    }

    /// Disconnects from the publisher; `search` finds it again, even with a new address.
    func letGo() {
        if let peripheral { central.cancelPeripheralConnection(peripheral) }
    }

    func connect() {
        if let peripheral { central.connect(peripheral) }
    }

    func search() {
        peripheral = nil
        isReady = false
        central.stopScan()  // Else nothing is reported again (2.5).
        central.scanForPeripherals(withServices: nil)
    }

    private func note(_ line: String, _ error: (any Error)?) {
        guard let error = error as NSError? else { return lines.append(line) }
        lines.append("\(line) \(error.domain == CBATTErrorDomain ? "ATT" : "CB") \(error.code)")
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { search() }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        let advertised = advertisementData[CBAdvertisementDataLocalNameKey] as? String
        guard self.peripheral == nil, advertised == name else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        isReady = false
        peripheral.discoverServices(nil)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        isReady = false
        note("lost", error)
    }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        note("modified \(invalidatedServices.map(\.uuid.uuidString))", nil)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        openServices = peripheral.services?.count ?? 0
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
        isReady = openServices == 0
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        openServices -= 1
        isReady = openServices == 0
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: Error?
    ) {
        note("includes \(service.includedServices?.map(\.uuid.uuidString) ?? [])", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic, error: Error?
    ) {
        note(
            "\(characteristic.uuid) has \(characteristic.descriptors?.map(\.uuid.uuidString) ?? [])", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        let value = characteristic.value ?? Data()
        if error == nil { values[characteristic.uuid.uuidString, default: []].append(value) }
        let text = value.count > 8 ? "\(value.count) bytes" : "\(Array(value))"
        note("\(characteristic.uuid) = \(error == nil ? text : "?")", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        note("\(characteristic.uuid) written", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        note("\(characteristic.uuid) notifying \(characteristic.isNotifying)", error)
    }
}
