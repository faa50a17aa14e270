import FaradayCoreBluetooth
import Foundation

/// Finds the first device with a service, connects to it, and discovers the service's characteristics.
class DeviceLink: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var central: CBCentralManager!
    private(set) var peripheral: CBPeripheral?
    private var characteristics: [CBUUID: CBCharacteristic] = [:]
    private let service: CBUUID

    init(to service: String, queue: DispatchQueue? = nil) {
        self.service = CBUUID(string: service)
        super.init()
        central = CBCentralManager(delegate: self, queue: queue)
    }

    subscript(uuid: String) -> CBCharacteristic? { characteristics[CBUUID(string: uuid)] }

    /// The characteristics are known.
    func ready(_ peripheral: CBPeripheral) {}

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [service]) }
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
        peripheral.discoverServices([service])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        central.connect(peripheral)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for item in service.characteristics ?? [] { characteristics[item.uuid] = item }
        ready(peripheral)
    }

    // Empty, so that subclasses have something to override.
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {}
    func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor item: CBCharacteristic, error: Error?) {}
    func peripheral(_ peripheral: CBPeripheral, didWriteValueFor item: CBCharacteristic, error: Error?) {}
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor item: CBCharacteristic, error: Error?
    ) {}
    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {}
    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {}
    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: Error?) {}
}
