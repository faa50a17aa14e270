import CoreBluetoothMock

/// Has its manager and its peripheral, and is the delegate that the peripheral keeps.
final class Wrapper: NSObject, CBMCentralManagerDelegate, CBMPeripheralDelegate {
    private let manager = CBMCentralManagerFactory.instance(forceMock: true)
    private(set) var peripheral: CBMPeripheral?

    override init() {
        super.init()
        manager.delegate = self
    }

    func centralManagerDidUpdateState(_ central: CBMCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        self.peripheral = peripheral
        peripheral.delegate = self
    }
}
