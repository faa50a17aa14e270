import FaradayCoreBluetooth
import Foundation

/// The peripheral role: the app offers a value, and notifies its subscribers of new ones.
final class ShelfApp: NSObject, CBPeripheralManagerDelegate {
    private var manager: CBPeripheralManager!
    private let state = CBMutableCharacteristic(
        type: CBUUID(string: "FF01"), properties: [.notify, .write], value: nil, permissions: .writeable)
    private(set) var written: [UInt8] = []
    private(set) var subscriberCount = 0
    private var waiting: [Data] = []

    override init() {
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: nil)
    }

    func show(_ value: UInt8) {
        waiting.append(Data([value]))
        send()
    }

    private func send() {
        while let value = waiting.first, manager.updateValue(value, for: state, onSubscribedCentrals: nil) {
            waiting.removeFirst()
        }
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn else { return }
        let service = CBMutableService(type: CBUUID(string: "FF00"), primary: true)
        service.characteristics = [state]
        peripheral.add(service)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?)
    {
        peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [service.uuid]])
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) {
        subscriberCount += 1
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) { send() }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        for request in requests { written += request.value ?? Data() }
        peripheral.respond(to: requests[0], withResult: .success)
    }
}
