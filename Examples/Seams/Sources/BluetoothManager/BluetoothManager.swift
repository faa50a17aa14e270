import FaradayCoreBluetooth

/// Finds the headset, and connects to it.
final class BluetoothManager: CentralManagerDelegate {
    private(set) var headset: (any Peripheral)?
    private let centralManager: any CentralManager

    init(centralManager: any CentralManager = CentralManagerProxy(CBCentralManager())) {
        self.centralManager = centralManager
        centralManager.delegate = self
    }

    func centralManagerDidUpdateState(_ central: any CentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: nil, options: nil)
    }

    func centralManager(
        _ central: any CentralManager, didDiscover peripheral: any Peripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard headset == nil, peripheral.name == "Headset" else { return }
        headset = peripheral
        central.connect(peripheral, options: nil)
    }
}
