import FaradayCoreBluetooth
import Foundation

/// A small central app. It connects to the first device it finds, discovers everything, and then follows the test's
/// calls. It keeps a line for each answer.
final class Explorer: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var central: CBCentralManager!
    private let name: String?
    private let reconnects: Bool
    private(set) var peripheral: CBPeripheral?
    private(set) var discovered: [UUID] = []
    var lines: [String] = []
    private(set) var connections = 0
    private var openServices = 0
    private(set) var isReady = false

    /// - Parameters:
    ///   - name: Connect only to a device with this name.
    ///   - reconnects: Reconnect when the link is lost or could not be established.
    init(name: String? = nil, reconnects: Bool = true) {
        self.name = name
        self.reconnects = reconnects
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "explorer"))
    }

    func characteristic(_ uuid: String) -> CBCharacteristic {
        let all = (peripheral?.services ?? []).flatMap { $0.characteristics ?? [] }
        guard let found = all.first(where: { $0.uuid == CBUUID(string: uuid) }) else {
            preconditionFailure("no characteristic \(uuid)")
        }
        return found
    }

    func read(_ uuid: String) { peripheral?.readValue(for: characteristic(uuid)) }

    func write(_ uuid: String, _ bytes: [UInt8]) {
        peripheral?.writeValue(Data(bytes), for: characteristic(uuid), type: .withResponse)
    }

    func subscribe(_ uuid: String) { peripheral?.setNotifyValue(true, for: characteristic(uuid)) }

    func connectAgain() {
        if let peripheral { central.connect(peripheral) }
    }

    func letGo() {
        if let peripheral { central.cancelPeripheralConnection(peripheral) }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        if let known = peripheral {
            // Another object, if the old one became invalid with the state (behaviour 1.18).
            let again = central.retrievePeripherals(withIdentifiers: [known.identifier]).first ?? known
            again.delegate = self
            peripheral = again
            central.connect(again)
        } else {
            central.scanForPeripherals(withServices: nil)
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        if !discovered.contains(peripheral.identifier) { discovered.append(peripheral.identifier) }
        guard self.peripheral == nil, name == nil || peripheral.name == name else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        connections += 1
        isReady = false
        peripheral.discoverServices(nil)
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        lines.append("failed \((error as? CBError)?.errorCode ?? -1)")
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        isReady = false
        lines.append("lost \((error as? CBError)?.errorCode ?? -1)")
        if reconnects { central.connect(peripheral) }
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        openServices = peripheral.services?.count ?? 0
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        openServices -= 1
        isReady = openServices == 0
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        if let error = error as? CBATTError {
            lines.append("\(characteristic.uuid) error \(error.errorCode)")
        } else {
            lines.append("\(characteristic.uuid) = \(Array(characteristic.value ?? Data()).prefix(4))")
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        lines.append("\(characteristic.uuid) written \((error as? CBATTError)?.errorCode ?? 0)")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        let code = (error as? CBATTError).map { " error \($0.errorCode)" } ?? ""
        lines.append("\(characteristic.uuid) notifying \(characteristic.isNotifying)\(code)")
    }
}
