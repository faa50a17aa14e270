import FaradayCoreBluetooth
import FaradayTesting
import Foundation

/// A door lock, as a class in the peripheral role. A read says whether it is locked; a write locks or unlocks it.
final class FakeLock: NSObject, CBPeripheralManagerDelegate {
    /// Requests pass these gates before the lock answers them.
    let reads = AnswerGate()
    let writes = AnswerGate()
    private(set) var isLocked = true
    private(set) var subscribers = 0
    private var manager: CBPeripheralManager!
    private let bolt = CBMutableCharacteristic(
        type: CBUUID(string: "FF01"), properties: [.read, .write, .notify], value: nil,
        permissions: [.readable, .writeable])

    /// Whether centrals can connect: a phone that does not advertise gets no new links.
    var isConnectable = true {
        didSet { isConnectable ? advertise() : manager.stopAdvertising() }
    }

    override init() {
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: nil)
    }

    /// Somebody turns the key. Subscribers get the new value.
    func turnKey() { move(to: !isLocked) }

    private func move(to isLocked: Bool) {
        self.isLocked = isLocked
        manager.updateValue(value, for: bolt, onSubscribedCentrals: nil)
    }

    private var value: Data { Data([isLocked ? 1 : 0]) }

    private func advertise() {
        manager.startAdvertising([
            CBAdvertisementDataLocalNameKey: "Lock",
            CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "FF00")],
        ])
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        // Links end with Bluetooth, without a callback for each subscription.
        if peripheral.state != .poweredOn { subscribers = 0 }
        // Services stay while Bluetooth is off, and advertising continues after it.
        guard peripheral.state == .poweredOn, bolt.service == nil else { return }
        let service = CBMutableService(type: CBUUID(string: "FF00"), primary: true)
        service.characteristics = [bolt]
        peripheral.add(service)
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) { advertise() }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
        reads.respond(to: request, of: peripheral) { [self] in
            request.value = value
            return .success
        }
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        writes.respond(to: requests[0], of: peripheral) { [self] in
            move(to: requests[0].value == Data([1]))
            return .success
        }
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) { subscribers += 1 }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) { subscribers -= 1 }
}
