import FaradayCoreBluetooth
import Foundation

/// Shows the pulse, and keeps the link to a strap; with a mistake that exploration finds.
final class PulseApp: NSObject {
    private(set) var pulse: UInt8?
    private var isListening = false
    private var central: CBCentralManager!
    private var strap: CBPeripheral?

    override init() {
        super.init()
        // A queue of its own, so that apps of several worlds run at once.
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "pulse"))
    }

    /// Whether the app neither has the link nor waits for it, although it could.
    var hasForgottenItsStrap: Bool {
        central.state == .poweredOn && strap?.state == .disconnected
    }
}

extension PulseApp: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        (strap, isListening) = (nil, false)
        if central.state == .poweredOn {
            central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
        }
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
        // A callback can be late: the link may have ended meanwhile, and the next callback says so.
        guard peripheral.state == .connected else { return }
        peripheral.discoverServices([CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        central.connect(peripheral)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        // The mistake: a link may also end while the app is still discovering.
        guard isListening else { return }
        isListening = false
        central.connect(peripheral)
    }
}

extension PulseApp: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        guard peripheral.state == .connected, let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([CBUUID(string: "2A37")], for: service)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        guard peripheral.state == .connected, let measurement = service.characteristics?.first else { return }
        peripheral.setNotifyValue(true, for: measurement)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        isListening = characteristic.isNotifying
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        if let value = characteristic.value, value.count > 1 { pulse = value[value.startIndex + 1] }
    }
}
