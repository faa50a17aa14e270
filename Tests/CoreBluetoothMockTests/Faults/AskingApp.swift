import CoreBluetoothMock
import FaradayTesting

/// An app that connects to the first peripheral, asks it once for everything, and keeps the answers that are errors.
final class AskingApp: NSObject, CBMCentralManagerDelegate, CBMPeripheralDelegate {
    private(set) var errors: [String] = []
    private(set) var states: [CBMManagerState] = []
    private(set) var peripheral: CBMPeripheral?
    /// How many answers there were.
    private(set) var answers = 0
    private var central: CBMCentralManager!

    override init() {
        super.init()
        central = CBMCentralManagerMock(delegate: self, queue: nil)
    }

    private func note(_ line: String, _ error: Error?) {
        answers += 1
        guard let error = error as NSError? else { return }
        errors.append("\(line): \(error.domain) \(error.code)")
    }

    // MARK: The manager

    func centralManagerDidUpdateState(_ central: CBMCentralManager) {
        states.append(central.state)
        guard central.state == .poweredOn, peripheral == nil else { return }
        central.scanForPeripherals(withServices: nil, options: nil)
    }

    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral, options: nil)
    }

    func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral) {
        peripheral.readRSSI()
        peripheral.discoverServices(nil)
    }

    func centralManager(
        _ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?
    ) { note("connect", error) }

    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
    ) { note("lost", error) }

    // MARK: The peripheral

    func peripheral(_ peripheral: CBMPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
        note("strength", error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?) {
        note("services", error)
        for service in peripheral.services ?? [] {
            peripheral.discoverIncludedServices(nil, for: service)
            peripheral.discoverCharacteristics(nil, for: service)
        }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverIncludedServicesFor service: CBMService, error: Error?
    ) { note("included", error) }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    ) {
        note("characteristics", error)
        for characteristic in service.characteristics ?? [] {
            let properties = characteristic.properties
            peripheral.discoverDescriptors(for: characteristic)
            if properties.contains(.read) { peripheral.readValue(for: characteristic) }
            if properties.contains(.notify) { peripheral.setNotifyValue(true, for: characteristic) }
            if properties.contains(.write) {
                peripheral.writeValue(Data([1]), for: characteristic, type: .withResponse)
            }
        }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverDescriptorsFor characteristic: CBMCharacteristic,
        error: Error?
    ) { note("descriptors", error) }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    ) { note("value \(characteristic.uuid)", error) }

    func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor characteristic: CBMCharacteristic, error: Error?
    ) { note("wrote \(characteristic.uuid)", error) }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    ) { note("notify \(characteristic.uuid)", error) }
}
