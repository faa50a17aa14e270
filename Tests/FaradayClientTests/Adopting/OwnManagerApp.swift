#if !canImport(Darwin)
import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// An app with a manager of its own, which is the delegate of all; it notes each callback.
final class OwnManagerApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private let noted = Lock<[String]>([])
    nonisolated(unsafe) var manager: CBCentralManager!
    /// The peripherals that it was told of.
    nonisolated(unsafe) var peripherals: [CBPeripheral] = []
    /// What it does when the radio is on.
    nonisolated(unsafe) var whenOn: (CBCentralManager) -> Void = { _ in }

    init(queue: DispatchQueue?) {
        super.init()
        manager = CBCentralManager(delegate: self, queue: queue)
    }

    var lines: [String] { noted.withLock { $0 } }
    func count(of line: String) -> Int { lines.filter { $0 == line }.count }
    private func note(_ line: String) { noted.withLock { $0.append(line) } }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        note("state \(central.state.rawValue)")
        if central.state == .poweredOn { whenOn(central) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        if !peripherals.contains(where: { $0 === peripheral }) { peripherals.append(peripheral) }
        note("didDiscover")
    }

    /// As apps do it: the peripheral's delegate is set here.
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        note("didConnect")
        peripheral.delegate = self
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        note("didDisconnect")
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        note("didDiscoverServices")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        note("didDiscoverCharacteristics \(service.uuid.uuidString)")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        note("value of \(characteristic.uuid.uuidString)")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        note("notifying \(characteristic.isNotifying)")
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
        note("didReadRSSI")
    }

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        note("didOpen \(channel == nil ? "nothing" : "a channel")")
    }
}
#endif
