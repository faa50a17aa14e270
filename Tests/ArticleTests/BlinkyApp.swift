import Foundation

/// An app for blinkies that keeps what it is told.
final class BlinkyApp: NSObject {
    private(set) var states: [CBManagerState] = []
    private(set) var advertisement: [String: Any] = [:]
    private(set) var led: CBCharacteristic?
    private(set) var button: CBCharacteristic?
    private(set) var values: [String] = []
    private(set) var writeCount = 0
    /// Errors of links that ended.
    private(set) var disconnections: [CBError.Code?] = []
    private(set) var blinky: CBPeripheral?
    private(set) var manager: CBCentralManager!

    override init() {
        super.init()
        manager = CBCentralManagerFactory.instance(delegate: self, queue: nil, forceMock: true)
    }

    var isReady: Bool { button?.isNotifying == true }

    func connect() {
        (led, button) = (nil, nil)
        manager.connect(blinky!)
    }
}

extension BlinkyApp: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        states.append(central.state)
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [.nordicBlinkyService]) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        advertisement = advertisementData
        blinky = peripheral
        central.stopScan()
        connect()
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.delegate = self
        peripheral.discoverServices(nil)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        disconnections.append((error as? CBError)?.code)
    }
}

extension BlinkyApp: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        led = service.characteristics?.first { $0.uuid == .ledCharacteristic }
        button = service.characteristics?.first { $0.uuid == .buttonCharacteristic }
        if let button { peripheral.setNotifyValue(true, for: button) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        let name = characteristic.uuid == .ledCharacteristic ? "LED" : "button"
        values.append("\(name) \(characteristic.value?.first.map(String.init) ?? "–")")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        if error == nil { writeCount += 1 }
    }
}
