import CoreBluetooth
import Foundation
import InteropLayout

/// A peripheral app: publishes the layout of these checks, and prints a line for whatever a central does.
/// Everything runs on the main thread.
final class Publisher: NSObject, CBPeripheralManagerDelegate {
    private var manager: CBPeripheralManager!
    private let name: String
    private var characteristics: [CBUUID: CBMutableCharacteristic] = [:]
    private var echo = Data()
    /// Packets of the stream: how many, and whether each was the next.
    private var streamed: (count: UInt8, isInOrder: Bool) = (0, true)
    /// Values that wait for room in the transmit queue.
    private var waiting: [(Data, CBMutableCharacteristic)] = []

    init(name: String) {
        self.name = name
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: nil)
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        say("state \(peripheral.state.rawValue)")
        if peripheral.state == .poweredOn { publish() }
    }

    private func publish() {
        let battery = CBMutableService(type: CBUUID(string: "FF0F"), primary: true)
        battery.characteristics = [
            CBMutableCharacteristic(
                type: CBUUID(string: "2A19"), properties: .read, value: Data([93]), permissions: .readable)
        ]
        manager.add(battery)
        let service = CBMutableService(type: Layout.service, primary: true)
        service.characteristics = [
            make(Layout.short, .read, value: Data([1, 2, 3]), .readable, description: "short"),
            make(Layout.long, .read, .readable), make(Layout.failing, .read, .readable),
            make(Layout.echo, [.read, .write], [.readable, .writeable]),
            make(Layout.stream, [.read, .writeWithoutResponse], [.readable, .writeable]),
            make(Layout.notifying, .notify, .readable), make(Layout.indicating, .indicate, .readable),
            make(Layout.encrypted, [.read, .write], [.readEncryptionRequired, .writeEncryptionRequired]),
            make(Layout.refusing, .write, .writeable), make(Layout.control, .write, .writeable),
        ]
        service.includedServices = [battery]
        manager.add(service)
    }

    private func make(
        _ uuid: CBUUID, _ properties: CBCharacteristicProperties, value: Data? = nil,
        _ permissions: CBAttributePermissions, description: String? = nil
    ) -> CBMutableCharacteristic {
        let characteristic = CBMutableCharacteristic(
            type: uuid, properties: properties, value: value, permissions: permissions)
        if let description {
            characteristic.descriptors = [
                CBMutableDescriptor(type: CBUUID(string: "2901"), value: description)
            ]
        }
        characteristics[uuid] = characteristic
        return characteristic
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: Error?) {
        if let error { say("add \(service.uuid): \(error)") }
        guard service.uuid == Layout.service else { return }
        peripheral.startAdvertising([
            CBAdvertisementDataLocalNameKey: name,
            CBAdvertisementDataServiceUUIDsKey: [Layout.service],
        ])
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: Error?) {
        say(error.map { "advertising: \($0)" } ?? "READY")
    }

    // MARK: Requests

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
        say("read \(request.characteristic.uuid)")
        let value: Data
        switch request.characteristic.uuid {
        case Layout.long: value = Data(Layout.longValue)
        case Layout.echo: value = echo
        case Layout.stream: value = Data([streamed.count, streamed.isInOrder ? 1 : 0])
        case Layout.encrypted: value = Data([9])
        default:
            // An application's own error, which Apple's enum has no case for, but which its raw value carries.
            return peripheral.respond(to: request, withResult: .unlikelyError)
        }
        guard request.offset <= value.count else {
            return peripheral.respond(to: request, withResult: .invalidOffset)
        }
        request.value = value.subdata(in: request.offset..<value.count)
        peripheral.respond(to: request, withResult: .success)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        for request in requests { take(request) }
        let isRefused = requests.contains { $0.characteristic.uuid == Layout.refusing }
        peripheral.respond(to: requests[0], withResult: isRefused ? .insufficientResources : .success)
    }

    private func take(_ request: CBATTRequest) {
        let bytes = request.value ?? Data()
        switch request.characteristic.uuid {
        case Layout.echo:
            echo = echo.prefix(request.offset) + bytes
            say("wrote \(bytes.count) bytes at \(request.offset)")
        case Layout.stream:
            if bytes.first != streamed.count { streamed.isInOrder = false }
            streamed.count &+= 1
        default: say("wrote \(request.characteristic.uuid)")
        }
    }

    // MARK: Updates

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didSubscribeTo characteristic: CBCharacteristic
    ) {
        say("subscribed \(characteristic.uuid), \(central.maximumUpdateValueLength) bytes")
        guard let own = characteristics[characteristic.uuid] else { return }
        let count = characteristic.uuid == Layout.indicating ? Layout.indications : Layout.notifications
        waiting += (0..<count).map { (Data([UInt8($0)]), own) }
        sendWaiting()
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) {
        say("unsubscribed \(characteristic.uuid)")
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) { sendWaiting() }

    private func sendWaiting() {
        while let (value, characteristic) = waiting.first {
            guard manager.updateValue(value, for: characteristic, onSubscribedCentrals: nil) else { return }
            waiting.removeFirst()
        }
    }
}
