import CoreBluetooth
import Foundation

/// Writes the key once a link is up, and connects again when the link ends.
public final class BuggyTag: NSObject, TagApp {
    public private(set) var status = "searching"
    private let key: Data
    private let later: Later
    private var central: CBCentralManager!
    private var tag: CBPeripheral?

    public init(key: Data, later: @escaping Later = onMainQueue) {
        self.key = key
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    private func connectAgain(_ peripheral: CBPeripheral) {
        guard peripheral == tag, central.state == .poweredOn else { return }
        central.connect(peripheral)
    }
}

extension BuggyTag: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        (tag, status) = (nil, "searching")
        if central.state == .poweredOn {
            central.scanForPeripherals(withServices: [CBUUID(string: "FF40")])
        }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        tag = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "FF40")])
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        connectAgain(peripheral)
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        if status == "near" { status = "searching" }
        connectAgain(peripheral)
    }
}

extension BuggyTag: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([CBUUID(string: "FF41")], for: service)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        // A key that the tag has refused once is wrong: the user has to enter it again.
        guard status != "wrong key", let lock = service.characteristics?.first else { return }
        peripheral.writeValue(key, for: lock, type: .withResponse)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        status = error == nil ? "near" : "wrong key"
    }
}
