import FaradayCoreBluetooth

/// Finds the headset, and connects to it.
final class BluetoothManager: NSObject, CBCentralManagerDelegate {
    private(set) var headset: CBPeripheral?
    private let centralManager = CBCentralManager()

    override init() {
        super.init()
        centralManager.delegate = self
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: nil, options: nil)
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard headset == nil, peripheral.name == "Headset" else { return }
        headset = peripheral
        central.connect(peripheral, options: nil)
    }
}
