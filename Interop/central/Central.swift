import CoreBluetooth
import Foundation

/// A central app whose script waits for what it asked for. Everything runs on the main thread.
final class Central: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var manager: CBCentralManager!
    private(set) var peripheral: CBPeripheral?
    private(set) var advertisement: [String: Any] = [:]
    private(set) var connections = 0
    private(set) var failures: [Error?] = []
    private(set) var endings: [Error?] = []
    private(set) var discoveries = 0
    private(set) var values: [(uuid: CBUUID, value: [UInt8], error: Error?)] = []
    private(set) var writes: [(uuid: CBUUID, error: Error?)] = []
    private(set) var notifyStates: [(uuid: CBUUID, isNotifying: Bool, error: Error?)] = []
    private(set) var descriptorValues: [Any] = []
    private(set) var signals: [Int] = []
    private(set) var readinesses = 0

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func characteristic(_ uuid: CBUUID) -> CBCharacteristic? {
        for service in peripheral?.services ?? [] {
            if let found = service.characteristics?.first(where: { $0.uuid == uuid }) { return found }
        }
        return nil
    }

    // MARK: CBCentralManagerDelegate

    func centralManagerDidUpdateState(_ central: CBCentralManager) {}

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        self.peripheral = peripheral
        peripheral.delegate = self
        advertisement.merge(advertisementData) { $1 }
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        connections += 1
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        failures.append(error)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        endings.append(error)
    }

    // MARK: CBPeripheralDelegate

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) { discoveries += 1 }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: Error?
    ) {
        discoveries += 1
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        discoveries += 1
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic, error: Error?
    ) {
        discoveries += 1
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        values.append((characteristic.uuid, Array(characteristic.value ?? Data()), error))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: Error?
    ) {
        descriptorValues.append(error ?? descriptor.value ?? "nothing")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        writes.append((characteristic.uuid, error))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        notifyStates.append((characteristic.uuid, characteristic.isNotifying, error))
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
        if error == nil { signals.append(RSSI.intValue) }
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { readinesses += 1 }
}
