import CoreBluetooth
import Foundation

/// A link to the first device that has a service, and a subscription to its characteristic: what the apps with races share.
final class SensorLink: NSObject, @unchecked Sendable {
    /// A value has come; on the queue of the link.
    var onValue: (Data) -> Void = { _ in }
    /// The device is subscribed to.
    var onReady: () -> Void = {}
    /// The link has ended.
    var onEnd: () -> Void = {}
    private var onWritten: [(Bool) -> Void] = []
    private let service: CBUUID
    private var central: CBCentralManager!
    private var peripheral: CBPeripheral?
    private var characteristic: CBCharacteristic?

    init(to service: String, on queue: DispatchQueue?) {
        self.service = CBUUID(string: service)
        super.init()
        central = CBCentralManager(delegate: self, queue: queue)
    }

    var isConnected: Bool { peripheral?.state == .connected }

    func connect() { if let peripheral { central.connect(peripheral) } }
    func cancel() { if let peripheral { central.cancelPeripheralConnection(peripheral) } }

    /// Calls `done` on the queue of the link, with whether the device has taken the value.
    func write(_ value: [UInt8], _ done: @escaping (Bool) -> Void = { _ in }) {
        guard let peripheral, let characteristic else { return done(false) }
        onWritten.append(done)
        peripheral.writeValue(Data(value), for: characteristic, type: .withResponse)
    }
}

extension SensorLink: CBCentralManagerDelegate {
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
        connect()
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([service])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        for done in onWritten { done(false) }
        onWritten = []
        onEnd()
    }
}

extension SensorLink: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        characteristic = service.characteristics?.first
        if let characteristic { peripheral.setNotifyValue(true, for: characteristic) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        if error == nil { onReady() }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        if let value = characteristic.value { onValue(value) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        if !onWritten.isEmpty { onWritten.removeFirst()(error == nil) }
    }
}
