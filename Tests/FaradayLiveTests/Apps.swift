import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

@testable import FaradayLive

/// Tells of states.
final class StateWatcher: NSObject, CBCentralManagerDelegate {
    private let onState: (CBManagerState) -> Void

    init(_ onState: @escaping (CBManagerState) -> Void) { self.onState = onState }

    func centralManagerDidUpdateState(_ central: CBCentralManager) { onState(central.state) }
}

/// Switches the LED on, reads it back and listens to the button.
final class BlinkyApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private let service = CBUUID(string: Blinky.service.description)
    private let led = CBUUID(string: Blinky.led.description)
    private let button = CBUUID(string: Blinky.button.description)
    private(set) var central: CBCentralManager!
    private(set) var peripheral: CBPeripheral?
    private let say: (String) -> Void

    init(_ phone: LivePhone, _ say: @escaping (String) -> Void) {
        self.say = say
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "app"), provider: phone)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        say("on")
        central.scanForPeripherals(withServices: [service])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        say("connected")
        peripheral.discoverServices([service])
    }

    // The end of the link is reported, so that a test fails instead of waiting forever.

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        say("failed: \(error.map { "\($0)" } ?? "no error")")
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        say("disconnected: \(error.map { "\($0)" } ?? "no error")")
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        guard let led = service.characteristics?.first(where: { $0.uuid == self.led }) else { return }
        peripheral.writeValue(Data([1]), for: led, type: .withResponse)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        say(error.map { "\($0)" } ?? "wrote")
        peripheral.readValue(for: characteristic)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        let value = characteristic.value?.first ?? 0xFF
        guard characteristic.uuid == self.led else {
            say("button \(value)")
            return
        }
        say("read \(value)")
        guard let button = characteristic.service?.characteristics?.first(where: { $0.uuid == self.button })
        else { return }
        peripheral.setNotifyValue(true, for: button)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        say(error.map { "\($0)" } ?? "subscribed")
    }
}

/// Tells when advertisements were received.
final class TimestampReader: NSObject, CBCentralManagerDelegate {
    private var central: CBCentralManager!
    private let say: (Double?) -> Void

    init(_ phone: LivePhone, _ say: @escaping (Double?) -> Void) {
        self.say = say
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "app"), provider: phone)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        say((advertisementData["kCBAdvDataTimestamp"] as? NSNumber)?.doubleValue)
    }
}
