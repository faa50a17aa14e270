import FaradayCoreBluetooth
import Foundation

/// A central that sends as many bytes as it can, in one of the ways of Apple's table.
final class ThroughputApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    enum Way: Equatable {
        /// Writes with response, so many bytes each.
        case answered(Int)
        /// One write without response of 20 bytes for each connection event.
        case onePerEvent
        /// Writes without response as long as there is room.
        case packed
        /// An L2CAP channel that is kept full.
        case channel
        /// The device notifies.
        case notified
    }

    static var service: CBUUID { CBUUID(string: "FF00") }
    static let psm: CBL2CAPPSM = 0x80
    private let way: Way
    private var central: CBCentralManager!
    private(set) var peripheral: CBPeripheral?
    private var flow: ByteFlow?
    /// Received bytes of notifications.
    private(set) var receivedCount = 0
    private(set) var isReady = false

    init(_ way: Way) {
        self.way = way
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    /// Starts; from then on `onePerEvent` is called once for each event.
    func begin() {
        guard let peripheral, let target = characteristic else { return }
        switch way {
        case .answered(let count):
            peripheral.writeValue(Data(count: count), for: target, type: .withResponse)
        case .onePerEvent: peripheral.writeValue(Data(count: 20), for: target, type: .withoutResponse)
        case .packed: write()
        case .channel: flow?.send([UInt8](repeating: 1, count: 400_000))
        case .notified: break
        }
    }

    private var characteristic: CBCharacteristic? {
        let wanted = CBUUID(string: way == .notified ? "FF02" : "FF01")
        return peripheral?.services?.first?.characteristics?.first { $0.uuid == wanted }
    }

    private func write() {
        guard let peripheral, let target = characteristic else { return }
        let room = peripheral.maximumWriteValueLength(for: .withoutResponse)
        repeat {
            peripheral.writeValue(Data(count: room), for: target, type: .withoutResponse)
        } while peripheral.canSendWriteWithoutResponse
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [Self.service]) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([Self.service])
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        switch way {
        case .channel: peripheral.openL2CAPChannel(Self.psm)
        case .notified: if let characteristic { peripheral.setNotifyValue(true, for: characteristic) }
        case .answered, .onePerEvent, .packed: isReady = true
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        isReady = error == nil
    }

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        guard let channel else { return }
        flow = ByteFlow(channel, in: .main)
        isReady = true
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        receivedCount += characteristic.value?.count ?? 0
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        if case .answered = way { begin() }
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
        if way == .packed { write() }
    }
}
