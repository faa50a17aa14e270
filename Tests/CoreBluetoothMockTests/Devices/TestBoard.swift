import CoreBluetoothMock
import FaradayCoreBluetooth
import FaradayTesting

/// A peripheral whose firmware a test determines, and a record of its requests.
final class TestBoard: CBMPeripheralSpecDelegate {
    static var service: CBMUUID { CBMUUID(string: "00001523-1212-EFDE-1523-785FEABCD123") }

    let button = CBMCharacteristicMock(
        type: CBMUUID(string: "1524"), properties: [.read, .notify],
        descriptors: CBMCCCDescriptorMock(), CBMDescriptorMock(type: CBMUUID(string: "FF01")))
    let led = CBMCharacteristicMock(
        type: CBMUUID(string: "1525"), properties: [.read, .write, .writeWithoutResponse])
    /// Of the same type as the other.
    let otherLed = CBMCharacteristicMock(type: CBMUUID(string: "1525"), properties: [.read, .write])
    lazy var service = CBMServiceMock(
        type: Self.service, primary: true, characteristics: button, led, otherLed)

    /// The requests, in order.
    private(set) var calls: [String] = []
    var admission: Result<Void, Error> = .success(())
    var value: Result<Data, Error> = .success(Data([1]))
    var answer: Result<Void, Error> = .success(())
    /// What it does before it answers a read.
    var beforeAnswer: (() -> Void)?
    /// What it does when it has heard a command.
    var afterCommand: (() -> Void)?

    static var advertisement: [String: Any] {
        [
            CBMAdvertisementDataLocalNameKey: "Board",
            CBMAdvertisementDataServiceUUIDsKey: [service],
            CBMAdvertisementDataIsConnectable: true as NSNumber,
        ]
    }

    func spec(
        identifier: UUID = UUID(), proximity: CBMProximity = .immediate,
        _ advertisement: [String: Any] = TestBoard.advertisement, interval: TimeInterval = 0.1,
        delay: TimeInterval = 0, connectionInterval: TimeInterval = 0.045,
        supervisionTimeout: TimeInterval = 2
    ) -> CBMPeripheralSpec {
        CBMPeripheralSpec.simulatePeripheral(identifier: identifier, proximity: proximity)
            .advertising(advertisementData: advertisement, withInterval: interval, delay: delay)
            .connectable(
                name: "Board", services: [service], delegate: self, connectionInterval: connectionInterval,
                supervisionTimeout: supervisionTimeout
            )
            .build()
    }

    private func note(_ call: String) {
        calls.append(MainQueue.isCurrent ? call : "\(call), not on the main queue")
    }

    // MARK: The delegate

    func reset() { note("reset") }

    func peripheralDidReceiveConnectionRequest(_ peripheral: CBMPeripheralSpec) -> Result<Void, Error> {
        note("connect")
        return admission
    }

    func peripheral(_ peripheral: CBMPeripheralSpec, didDisconnect error: Error?) {
        note("disconnect \((error as NSError?)?.code ?? -1)")
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, Error> {
        note("read \(characteristic === otherLed ? "other" : characteristic.uuid.uuidString)")
        beforeAnswer?()
        return value
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor descriptor: CBMDescriptorMock
    ) -> Result<Data, Error> {
        note("read \(descriptor.uuid)")
        return value
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data
    ) -> Result<Void, Error> {
        note(
            "write \(characteristic === otherLed ? "other" : characteristic.uuid.uuidString) \([UInt8](data))"
        )
        return answer
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor descriptor: CBMDescriptorMock, data: Data
    ) -> Result<Void, Error> {
        note("write \(descriptor.uuid) \([UInt8](data))")
        return answer
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteCommandFor characteristic: CBMCharacteristicMock,
        data: Data
    ) {
        note("command \(characteristic.uuid) \([UInt8](data))")
        afterCommand?()
    }
}
