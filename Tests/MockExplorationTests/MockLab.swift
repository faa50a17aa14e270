import AppPromises
import CoreBluetoothMock
import FaradayTesting

/// The lab's device as a mock.
final class MockLab: CBMPeripheralSpecDelegate {
    private let promises: Promises
    private var order = CommandOrder()
    private(set) var spec: CBMPeripheralSpec!
    private let notified = CBMCharacteristicMock(
        type: Lab.notified, properties: [.notify], descriptors: CBMCCCDescriptorMock())
    private let indicated = CBMCharacteristicMock(
        type: Lab.indicated, properties: [.indicate], descriptors: CBMCCCDescriptorMock())

    init(_ promises: Promises) {
        self.promises = promises
        let service = CBMServiceMock(
            type: Lab.service, primary: true,
            characteristics: CBMCharacteristicMock(type: Lab.read, properties: [.read]),
            CBMCharacteristicMock(type: Lab.written, properties: [.write]), notified,
            CBMCharacteristicMock(type: Lab.commanded, properties: [.writeWithoutResponse]), indicated,
            CBMCharacteristicMock(type: Lab.psm, properties: [.read]))
        spec = CBMPeripheralSpec.simulatePeripheral(proximity: .near)
            .advertising(advertisementData: [
                CBMAdvertisementDataServiceUUIDsKey: [Lab.service],
                CBMAdvertisementDataIsConnectable: true as NSNumber,
            ])
            .connectable(name: "Lab", services: [service], delegate: self, mtu: 100)
            .taking(CBMChannelMock(psm: 0x80) { channel, data in channel.send([UInt8](data)) })
            .build()
    }

    /// Sends a value to who has subscribed.
    func notify() {
        spec.simulateValueUpdate(Data([3]), for: promises.chance(70) ? notified : indicated)
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, Error> {
        .success(characteristic.uuid == Lab.psm ? Data([0x80, 0]) : Data(repeating: 5, count: 60))
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data
    ) -> Result<Void, Error> { .success(()) }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteCommandFor characteristic: CBMCharacteristicMock,
        data: Data
    ) { order.take([UInt8](data), promises) }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveSetNotifyRequest enabled: Bool,
        for characteristic: CBMCharacteristicMock
    ) -> Result<Void, Error> { .success(()) }
}
