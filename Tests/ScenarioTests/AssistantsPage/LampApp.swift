import FaradayCoreBluetooth
import Foundation

/// Switches a lamp, and shows its brightness.
final class LampApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    static var service: CBUUID { CBUUID(string: "FF00") }
    static var state: CBUUID { CBUUID(string: "FF01") }

    private(set) var manager: CBCentralManager!
    private(set) var lamp: CBPeripheral?
    private(set) var values: [UInt8] = []
    private(set) var errors: [any Error] = []
    private var characteristic: CBCharacteristic?
    var isReady: Bool { characteristic?.isNotifying == true }

    init(restoreIdentifier: String? = nil) {
        super.init()
        let options = restoreIdentifier.map { [CBCentralManagerOptionRestoreIdentifierKey: $0] }
        manager = CBCentralManager(delegate: self, queue: nil, options: options)
    }

    func set(_ value: UInt8) {
        guard let lamp, let characteristic else { return }
        lamp.writeValue(Data([value]), for: characteristic, type: .withResponse)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        if let lamp, lamp.state == .connected {  // restored
            lamp.discoverServices([Self.service])
        } else if let lamp {
            central.connect(lamp)
        } else {
            central.scanForPeripherals(withServices: [Self.service])
        }
    }

    func centralManager(_ central: CBCentralManager, willRestoreState state: [String: Any]) {
        let peripherals = state[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral]
        lamp = peripherals?.first
        lamp?.delegate = self
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        lamp = peripheral  // CoreBluetooth does not keep it
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
        characteristic = nil
        if let error { errors.append(error) }
        central.connect(peripheral)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics([Self.state], for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        characteristic = service.characteristics?.first { $0.uuid == Self.state }
        if let characteristic { peripheral.setNotifyValue(true, for: characteristic) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        if let error { errors.append(error) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard let value = characteristic.value?.first else { return }
        values.append(value)
    }
}
