import FaradayCoreBluetooth
import Foundation

/// An app without a mistake: it finds a heart rate strap, and listens to it. Rows change one step of it.
class StrapApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    static var heartRate: CBUUID { CBUUID(string: "180D") }
    private(set) var manager: CBCentralManager!
    var strap: CBPeripheral?
    private(set) var isConnected = false
    private(set) var rates: [UInt8] = []
    private(set) var errors: [any Error] = []

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [Self.heartRate])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        strap = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        isConnected = true
        peripheral.delegate = self
        peripheral.discoverServices([Self.heartRate])
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics(nil, for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        for item in service.characteristics ?? [] where item.uuid == CBUUID(string: "2A37") {
            use(item, of: peripheral)
        }
    }

    func use(_ rate: CBCharacteristic, of peripheral: CBPeripheral) {
        peripheral.setNotifyValue(true, for: rate)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        if let error { errors.append(error) }
        if let value = characteristic.value, value.count > 1 { rates.append(value[1]) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        if let error { errors.append(error) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        if let error { errors.append(error) }
    }
}
