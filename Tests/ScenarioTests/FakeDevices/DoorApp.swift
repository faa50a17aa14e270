import FaradayCoreBluetooth
import Foundation

/// The app under test: it finds a lock, shows whether it is locked, and connects again when the link is lost.
final class DoorApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private var manager: CBCentralManager!
    private(set) var peripheral: CBPeripheral?
    private var bolt: CBCharacteristic?
    /// Whether the door is locked; `nil` until the app knows it.
    private(set) var isLocked: Bool?
    /// Whether the app has found everything on the present link.
    private(set) var isReady = false
    /// The last error, of a request or of a link.
    private(set) var problem: (any Error)?
    private(set) var endedLinks = 0
    private(set) var isAdvertisedConnectable: Bool?
    private(set) var strength: Int?

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func refresh() { ask { peripheral, bolt in peripheral.readValue(for: bolt) } }

    func lock(_ isLocked: Bool) {
        ask { peripheral, bolt in
            peripheral.writeValue(Data([isLocked ? 1 : 0]), for: bolt, type: .withResponse)
        }
    }

    /// Looks for the lock once more. The link stays, unless the lock has become another peripheral.
    func look() {
        manager.scanForPeripherals(withServices: [CBUUID(string: "FF00")])
    }

    private func ask(_ request: (CBPeripheral, CBCharacteristic) -> Void) {
        problem = nil
        if let peripheral, let bolt { request(peripheral, bolt) }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { look() }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        isAdvertisedConnectable = advertisementData[CBAdvertisementDataIsConnectable] as? Bool
        strength = RSSI.intValue
        central.stopScan()
        guard peripheral != self.peripheral else { return }
        if let old = self.peripheral { central.cancelPeripheralConnection(old) }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "FF00")])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        guard peripheral == self.peripheral else { return }
        (isReady, isLocked, bolt) = (false, nil, nil)
        problem = error
        endedLinks += 1
        central.connect(peripheral)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics([CBUUID(string: "FF01")], for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        bolt = service.characteristics?.first
        guard let bolt else { return }
        peripheral.readValue(for: bolt)
        peripheral.setNotifyValue(true, for: bolt)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { isReady = error == nil }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        problem = error
        if error == nil { isLocked = characteristic.value == Data([1]) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) { problem = error }
}
