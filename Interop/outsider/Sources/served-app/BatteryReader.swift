import CoreBluetooth
import Foundation

/// Reads the battery level of a device by its name, once.
final class BatteryReader: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var level: Int?
    private(set) var hasNoRadio = false
    private let name: String
    private var central: CBCentralManager!
    private var peripheral: CBPeripheral?

    init(_ name: String) {
        self.name = name
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        hasNoRadio = central.state == .unsupported
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil, peripheral.name == name else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "180F")])
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for characteristic in service.characteristics ?? [] { peripheral.readValue(for: characteristic) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        level = characteristic.value?.first.map(Int.init)
        central.cancelPeripheralConnection(peripheral)
    }
}
