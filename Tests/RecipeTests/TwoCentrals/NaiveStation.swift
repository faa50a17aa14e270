import FaradayCoreBluetooth
import Foundation

/// A phone as a weather station: other phones subscribe to it.
final class NaiveStation: NSObject, StationApp, CBPeripheralManagerDelegate {
    private var manager: CBPeripheralManager!
    private let records = CBMutableCharacteristic(
        type: CBUUID(string: "FFB1"), properties: .notify, value: nil, permissions: .readable)

    override init() {
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: nil)
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn else { return }
        let service = CBMutableService(type: CBUUID(string: "FFB0"), primary: true)
        service.characteristics = [records]
        peripheral.add(service)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: Error?) {
        peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [service.uuid]])
    }

    func send(_ values: [Data]) {
        for value in values { manager.updateValue(value, for: records, onSubscribedCentrals: nil) }
    }
}
