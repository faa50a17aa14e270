import CoreBluetooth
import Foundation

/// Sends one row after the other; each waits for the answer to the one before.
public final class MendedBadge: NSObject, BadgeApp {
    public private(set) var status = BadgeStatus.idle
    private let later: Later
    private var central: CBCentralManager!
    private var badge: CBPeripheral?
    private var screen: CBCharacteristic?
    private var rows: [Data] = []
    private var nextRow = 0

    public init(later: @escaping Later = onMainQueue) {
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    public func show(_ picture: [Data]) {
        (rows, nextRow, status) = (picture, 0, .sending)
        later(45) { [weak self] in self?.finish(.failed) }
        sendNextRow()
    }

    private func finish(_ end: BadgeStatus) {
        guard status == .sending else { return }
        status = end
    }

    private func sendNextRow() {
        guard let badge, let screen, status == .sending else { return }
        let packet =
            nextRow < rows.count
            ? BadgePacket.make(UInt8(nextRow), Array(rows[nextRow])) : BadgePacket.make(BadgePacket.show)
        badge.writeValue(Data(packet), for: screen, type: .withResponse)
    }
}

extension MendedBadge: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        (badge, screen) = (nil, nil)
        if central.state == .poweredOn {
            central.scanForPeripherals(withServices: [CBUUID(string: "FF20")])
        }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        badge = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "FF20")])
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        reconnect(peripheral)
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        screen = nil
        reconnect(peripheral)
    }

    private func reconnect(_ peripheral: CBPeripheral) {
        later(1) { [weak self] in
            guard let self, central.state == .poweredOn, peripheral == badge,
                peripheral.state == .disconnected
            else { return }
            central.connect(peripheral)
        }
    }
}

extension MendedBadge: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([CBUUID(string: "FF21")], for: service)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        screen = service.characteristics?.first
        nextRow = 0  // The badge forgets the rows of another link.
        sendNextRow()
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        if error != nil { return finish(.failed) }
        if nextRow == rows.count { return finish(.shown) }
        nextRow += 1
        sendNextRow()
    }
}
