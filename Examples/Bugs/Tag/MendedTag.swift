import CoreBluetooth
import Foundation

/// Writes the key once a link is up, and connects again when the link ends.
public final class MendedTag: NSObject, TagApp {
    public private(set) var status = "searching"
    private let key: Data
    private let later: Later
    private var central: CBCentralManager!
    private var tag: CBPeripheral?
    private var pause = 0.5
    private var links = 0

    public init(key: Data, later: @escaping Later = onMainQueue) {
        self.key = key
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    /// Waits twice as long each time, up to a minute.
    private func connectAgain(_ peripheral: CBPeripheral) {
        pause = min(pause * 2, 60)
        links += 1
        later(pause) { [weak self] in
            guard let self, central.state == .poweredOn, peripheral == tag,
                peripheral.state == .disconnected
            else { return }
            central.connect(peripheral)
        }
    }

    /// A link that lasts ends the waiting.
    private func forgetFailures() {
        links += 1
        let link = links
        later(30) { [weak self] in if self?.links == link { self?.pause = 0.5 } }
    }
}

extension MendedTag: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        (tag, status) = (nil, "searching")
        links += 1
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
        forgetFailures()
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

extension MendedTag: CBPeripheralDelegate {
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
