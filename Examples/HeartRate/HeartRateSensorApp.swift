import CoreBluetooth
import Foundation

/// The peripheral side: an app that makes its phone a heart-rate sensor.
public final class HeartRateSensorApp: NSObject {
    private static var heartRate: CBUUID { CBUUID(string: "180D") }

    /// Called with a line for each event.
    public var onEvent: ((String) -> Void)?
    public private(set) var subscriberCount = 0
    public private(set) var energyExpended = 0
    public private(set) var resetCount = 0
    public private(set) var isAdvertising = false

    private var manager: CBPeripheralManager!
    private let name: String
    private let measurement = CBMutableCharacteristic(
        type: CBUUID(string: "2A37"), properties: .notify, value: nil, permissions: .readable)
    private let location = CBMutableCharacteristic(
        type: CBUUID(string: "2A38"), properties: .read, value: Data([0x02]), permissions: .readable)
    private let controlPoint = CBMutableCharacteristic(
        type: CBUUID(string: "2A39"), properties: .write, value: nil, permissions: .writeable)
    private var waiting: [Data] = []

    public init(name: String, queue: DispatchQueue? = nil, onEvent: ((String) -> Void)? = nil) {
        self.name = name
        self.onEvent = onEvent
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: queue)
    }

    /// Sends a measurement to every subscriber.
    public func beat(rate: Int, energy: Int) {
        energyExpended += energy
        let kilojoules = UInt16(clamping: energyExpended)
        waiting.append(Data([0x0E, UInt8(clamping: rate), UInt8(kilojoules & 0xFF), UInt8(kilojoules >> 8)]))
        sendWaiting()
    }

    private func sendWaiting() {
        while let value = waiting.first {
            guard manager.updateValue(value, for: measurement, onSubscribedCentrals: nil) else { return }
            waiting.removeFirst()
        }
    }

    private func say(_ text: String) { onEvent?(text) }
}

extension HeartRateSensorApp: CBPeripheralManagerDelegate {
    public func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn else { return }
        let service = CBMutableService(type: Self.heartRate, primary: true)
        service.characteristics = [measurement, location, controlPoint]
        peripheral.add(service)
    }

    public func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: Error?)
    {
        if let error {
            say("can't publish the service: \(error.localizedDescription)")
            return
        }
        peripheral.startAdvertising([
            CBAdvertisementDataLocalNameKey: name,
            CBAdvertisementDataServiceUUIDsKey: [Self.heartRate],
        ])
    }

    public func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: Error?) {
        isAdvertising = error == nil
        say(error.map { "can't advertise: \($0.localizedDescription)" } ?? "advertising as \(name)")
    }

    public func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didSubscribeTo characteristic: CBCharacteristic
    ) {
        subscriberCount += 1
        say("a central subscribed, updates up to \(central.maximumUpdateValueLength) bytes")
    }

    public func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) {
        subscriberCount -= 1
        say("a central unsubscribed")
    }

    public func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
    ) {
        guard let request = requests.first else { return }
        guard request.characteristic == controlPoint, request.value == Data([0x01]) else {
            peripheral.respond(to: request, withResult: .requestNotSupported)
            return
        }
        energyExpended = 0
        resetCount += 1
        say("a central reset the energy expended")
        peripheral.respond(to: request, withResult: .success)
    }

    public func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
        sendWaiting()
    }
}
