import CoreBluetoothMock

/// The Bluetooth layer of a small app: finds a thermometer, subscribes, and connects again when it is lost.
final class ThermometerApp: NSObject, CBMCentralManagerDelegate, CBMPeripheralDelegate {
    let manager: CBMCentralManager
    private(set) var thermometer: CBMPeripheral?
    private(set) var temperatures: [UInt8] = []
    private(set) var lostCount = 0
    private(set) var errors: [CBMATTError.Code] = []
    var onTemperature: (() -> Void)?

    override init() {
        manager = CBMCentralManagerFactory.instance(forceMock: true)
        super.init()
        manager.delegate = self
    }

    func centralManagerDidUpdateState(_ central: CBMCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBMUUID(string: "1809")])
    }

    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        guard thermometer == nil else { return }
        thermometer = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral) {
        peripheral.discoverServices([CBMUUID(string: "1809")])
    }

    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
    ) {
        lostCount += 1
        central.connect(peripheral)
    }

    func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    ) {
        for characteristic in service.characteristics ?? [] {
            if characteristic.properties.contains(.notify) {
                peripheral.setNotifyValue(true, for: characteristic)
            }
            if characteristic.properties.contains(.read) { peripheral.readValue(for: characteristic) }
        }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        if let error = error as? CBMATTError { return errors.append(error.code) }
        guard let byte = characteristic.value?.first else { return }
        temperatures.append(byte)
        onTemperature?()
    }
}
