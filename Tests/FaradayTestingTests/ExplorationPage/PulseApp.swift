import Dispatch
import FaradayCoreBluetooth
import Foundation

/// An app that shows the heart rate of the first strap. It connects again whenever a link ends, and starts over when
/// Bluetooth comes back.
final class PulseApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private var manager: CBCentralManager?
    private var strap: CBPeripheral?
    private(set) var heartRate: Int?

    var isConnected: Bool { strap?.state == .connected }

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: DispatchQueue(label: "pulse"))
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        heartRate = nil
        guard central.state == .poweredOn else { return }
        strap = nil
        central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard strap == nil else { return }
        strap = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        central.connect(peripheral)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        heartRate = nil
        central.connect(peripheral)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        guard error == nil, let service = peripheral.services?.first else { return startOver() }
        peripheral.discoverCharacteristics([CBUUID(string: "2A37")], for: service)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        guard error == nil, let measurement = service.characteristics?.first else { return startOver() }
        peripheral.setNotifyValue(true, for: measurement)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        if error != nil { startOver() }
    }

    /// Ends the link; the next one may be better.
    private func startOver() {
        guard let manager, let strap, manager.state == .poweredOn else { return }
        manager.cancelPeripheralConnection(strap)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard error == nil, let value = characteristic.value, value.count >= 2 else { return }
        heartRate = Int(value[value.startIndex + 1])
    }
}
