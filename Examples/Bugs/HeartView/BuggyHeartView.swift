import CoreBluetooth
import Foundation

/// Subscribes to the strap's values, and connects again when the link is lost.
public final class BuggyHeartView: NSObject, HeartViewApp {
    public private(set) var heartRate: Int?
    public private(set) var battery: Int?
    private let later: Later
    private let wanted: Set = [CBUUID(string: "2A37"), CBUUID(string: "2A19")]
    private var central: CBCentralManager!
    private var strap: CBPeripheral?
    private var subscribed: Set<CBUUID> = []
    private var links = 0

    public init(later: @escaping Later = onMainQueue) {
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    /// A strap that is not set up in time is let go, and connected again.
    private func limitSetup(of peripheral: CBPeripheral) {
        links += 1
        let link = links
        later(8) { [weak self] in
            guard let self, link == links, subscribed != wanted else { return }
            drop(peripheral)
        }
    }

    private func drop(_ peripheral: CBPeripheral) {
        guard central.state == .poweredOn, peripheral.state == .connected else { return }
        central.cancelPeripheralConnection(peripheral)
    }

    private func connectAgain(_ peripheral: CBPeripheral) {
        (heartRate, battery) = (nil, nil)
        links += 1
        later(2) { [weak self] in
            guard let self, central.state == .poweredOn, peripheral == strap,
                peripheral.state == .disconnected
            else { return }
            central.connect(peripheral)
        }
    }
}

extension BuggyHeartView: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        (strap, heartRate, battery) = (nil, nil, nil)
        subscribed = []
        links += 1
        if central.state == .poweredOn {
            central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
        }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        strap = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        limitSetup(of: peripheral)
        peripheral.discoverServices([CBUUID(string: "180D"), CBUUID(string: "180F")])
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        connectAgain(peripheral)
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        connectAgain(peripheral)
    }
}

extension BuggyHeartView: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics(Array(wanted), for: service)
        }
    }

    /// The strap shows its battery's service only while it is worn.
    public func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        peripheral.discoverServices([CBUUID(string: "180D"), CBUUID(string: "180F")])
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for characteristic in service.characteristics ?? [] where !subscribed.contains(characteristic.uuid) {
            peripheral.setNotifyValue(true, for: characteristic)
        }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        if characteristic.isNotifying { subscribed.insert(characteristic.uuid) } else { drop(peripheral) }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        guard error == nil, let bytes = characteristic.value.map(Array.init) else { return }
        if characteristic.uuid == CBUUID(string: "2A19") { battery = bytes.first.map(Int.init) }
        if characteristic.uuid == CBUUID(string: "2A37"), bytes.count > 1 { heartRate = Int(bytes[1]) }
    }
}
