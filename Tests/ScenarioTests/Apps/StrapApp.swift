import FaradayCoreBluetooth
import Foundation

/// An app that keeps a connection to its heart-rate strap: it connects, subscribes, and is restored. It keeps a line
/// for each callback, and one line for consecutive values.
final class StrapApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var central: CBCentralManager!
    private(set) var peripheral: CBPeripheral?
    private(set) var lines: [String] = []
    private(set) var valueCount = 0
    private(set) var restored: [String: Any]?

    init(restoreIdentifier: String? = "strap") {
        super.init()
        let options = restoreIdentifier.map { [CBCentralManagerOptionRestoreIdentifierKey: $0 as Any] }
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "strap"), options: options)
    }

    var measurement: CBCharacteristic? { peripheral?.services?.first?.characteristics?.first }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        restored = dict
        peripheral = (dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral])?.first
        lines.append("restore \(central.state.rawValue)")
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        lines.append("state \(central.state.rawValue)")
        guard central.state == .poweredOn else { return }
        guard let peripheral else { return search() }
        peripheral.delegate = self
        if peripheral.state != .connected { central.connect(peripheral) }
    }

    func search() { central.scanForPeripherals(withServices: [CBUUID(string: "180D")]) }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        lines.append("discovered")
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        lines.append("connected")
        peripheral.discoverServices([CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        lines.append("lost \((error as? CBError)?.errorCode ?? -1)")
        central.connect(peripheral)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([CBUUID(string: "2A37")], for: service)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        guard let measurement else { return }
        peripheral.setNotifyValue(true, for: measurement)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        valueCount += 1
        if lines.last != "value" { lines.append("value") }
    }
}
