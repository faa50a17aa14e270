import CoreBluetooth
import Foundation

/// Keeps the link to the door, so that a tap on "Lock" takes effect at once.
public final class BuggyDoorLock: NSObject, DoorLockApp {
    public private(set) var status = DoorStatus.idle
    private let later: Later
    private var central: CBCentralManager!
    private var door: CBPeripheral?
    private var bolt: CBCharacteristic?
    /// The command that waits for the door.
    private var command: Data?

    public init(later: @escaping Later = onMainQueue) {
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    public func lock() {
        command = Data([0x4C, 0x4F, 0x43, 0x4B])
        status = .working
        later(45) { [weak self] in self?.giveUp() }
        sendCommand()
    }

    private func giveUp() {
        guard command != nil else { return }
        command = nil
        status = .failed
    }

    /// Sends the command if the door is there; otherwise it waits until it is.
    private func sendCommand() {
        guard let door, let bolt, let command else { return }
        door.writeValue(command, for: bolt, type: .withResponse)
        self.command = nil
    }

    private func finish(_ end: DoorStatus) {
        guard status == .working else { return }
        status = end
    }
}

extension BuggyDoorLock: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        (door, bolt) = (nil, nil)
        if central.state == .poweredOn {
            central.scanForPeripherals(withServices: [CBUUID(string: "FF10")])
        }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        door = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "FF10")])
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        reconnect(peripheral)
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        bolt = nil
        reconnect(peripheral)
    }

    private func reconnect(_ peripheral: CBPeripheral) {
        later(1) { [weak self] in
            guard let self, central.state == .poweredOn, peripheral == door,
                peripheral.state == .disconnected
            else { return }
            central.connect(peripheral)
        }
    }
}

extension BuggyDoorLock: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([CBUUID(string: "FF11")], for: service)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        bolt = service.characteristics?.first
        sendCommand()
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        finish(error == nil ? .locked : .failed)
    }
}
