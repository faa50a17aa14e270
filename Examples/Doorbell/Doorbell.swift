import CoreBluetooth

/// The Bluetooth layer of a doorbell app: it finds the button, subscribes to it, and reconnects when the link is lost.
final class Doorbell: NSObject {
    private static var service: CBUUID { CBUUID(string: "00001523-1212-EFDE-1523-785FEABCD123") }
    private static var button: CBUUID { CBUUID(string: "00001524-1212-EFDE-1523-785FEABCD123") }

    /// The text that the app shows.
    private(set) var text = "looking for the button" {
        didSet { onText?(text) }
    }
    /// Called with every new text.
    var onText: ((String) -> Void)?

    private var central: CBCentralManager?
    private var peripheral: CBPeripheral?
    private var rings = 0

    init(onText: ((String) -> Void)? = nil) {
        self.onText = onText
        super.init()
        onText?(text)
        central = CBCentralManager(delegate: self, queue: nil)
    }
}

extension Doorbell: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [Self.service])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([Self.service])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        text = "out of range"
        central.connect(peripheral)
    }
}

extension Doorbell: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics([Self.button], for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] {
            peripheral.setNotifyValue(true, for: characteristic)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        text = "ready"
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard characteristic.value?.first == 1 else { return }
        rings += 1
        text = rings == 1 ? "1 ring" : "\(rings) rings"
    }
}
