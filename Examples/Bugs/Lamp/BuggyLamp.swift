import CoreBluetooth
import Foundation

/// Keeps the link to the lamp, and reads the brightness when its page is opened.
public final class BuggyLamp: NSObject, LampApp {
    public private(set) var page: LampPage?
    public private(set) var alerts: [String] = []
    private let later: Later
    private var central: CBCentralManager!
    private var lamp: CBPeripheral?
    private var brightness: CBCharacteristic?
    private var waiting: [(Data?) -> Void] = []
    private var answers = 0

    public init(later: @escaping Later = onMainQueue) {
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    public func openPage() {
        let page = LampPage()
        self.page = page
        read { value in
            if let value, value.count == 1 {
                page.text = "\(value[0]) %"
            } else {
                page.text = "?"
                self.alerts.append("The lamp does not answer.")
            }
        }
    }

    public func closePage() { page = nil }

    /// Calls `done` once, with `nil` if there is no value within 20 seconds.
    private func read(_ done: @escaping (Data?) -> Void) {
        waiting.append(done)
        guard waiting.count == 1 else { return }
        if let lamp, let brightness { lamp.readValue(for: brightness) }
        let number = answers
        later(20) { [weak self] in if self?.answers == number { self?.answer(nil) } }
    }

    private func answer(_ value: Data?) {
        let readers = waiting
        waiting = []
        answers += 1
        for done in readers { done(value) }
    }
}

extension BuggyLamp: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        (lamp, brightness) = (nil, nil)
        if central.state == .poweredOn {
            central.scanForPeripherals(withServices: [CBUUID(string: "FF30")])
        }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        lamp = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "FF30")])
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        reconnect(peripheral)
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        brightness = nil
        reconnect(peripheral)
    }

    private func reconnect(_ peripheral: CBPeripheral) {
        later(1) { [weak self] in
            guard let self, central.state == .poweredOn, peripheral == lamp,
                peripheral.state == .disconnected
            else { return }
            central.connect(peripheral)
        }
    }
}

extension BuggyLamp: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([CBUUID(string: "FF31")], for: service)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        brightness = service.characteristics?.first
        if let brightness, !waiting.isEmpty { peripheral.readValue(for: brightness) }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        answer(error == nil ? characteristic.value : nil)
    }
}
