import CoreBluetoothMock

/// A peripheral whose delegate is asked before anything is sent, and the questions.
final class AskedBoard: CBMPeripheralSpecDelegate {
    let button = CBMCharacteristicMock(
        type: CBMUUID(string: "1524"), properties: [.read, .notify], descriptors: CBMCCCDescriptorMock())
    let led = CBMCharacteristicMock(type: CBMUUID(string: "1525"), properties: [.read, .write])
    lazy var service = CBMServiceMock(
        type: CBMUUID(string: "1523"), primary: true, includedServices: other, characteristics: button, led)
    let other = CBMServiceMock(type: CBMUUID(string: "1530"), primary: true)

    var answer: Result<Void, Error> = .success(())
    private(set) var calls: [String] = []

    func spec() -> CBMPeripheralSpec {
        CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: [
                CBMAdvertisementDataServiceUUIDsKey: [service.uuid],
                CBMAdvertisementDataIsConnectable: true as NSNumber,
            ])
            .connectable(name: "Board", services: [service, other], delegate: self)
            .build()
    }

    /// In tests of Swift Testing on Linux, the main queue runs on other threads than the main one.
    private static let mainMarker: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    private static var isOnMainQueue: Bool {
        Thread.isMainThread || DispatchQueue.getSpecific(key: mainMarker) != nil
    }

    private func note(_ call: String) -> Result<Void, Error> {
        calls.append(Self.isOnMainQueue ? call : "\(call), not on the main queue")
        return answer
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveServiceDiscoveryRequest serviceUUIDs: [CBMUUID]?
    ) -> Result<Void, Error> {
        note("services \(serviceUUIDs.map { $0.map(\.uuidString) } ?? [])")
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveIncludedServiceDiscoveryRequest serviceUUIDs: [CBMUUID]?,
        for service: CBMServiceMock
    ) -> Result<Void, Error> {
        note("included \(service.uuid.uuidString) \(service === self.service)")
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didReceiveCharacteristicsDiscoveryRequest characteristicUUIDs: [CBMUUID]?,
        for service: CBMServiceMock
    ) -> Result<Void, Error> {
        note("characteristics \(service.uuid.uuidString) \(service === self.service)")
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didReceiveDescriptorsDiscoveryRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Void, Error> {
        note("descriptors \(characteristic.uuid.uuidString) \(characteristic === button)")
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveSetNotifyRequest enabled: Bool,
        for characteristic: CBMCharacteristicMock
    ) -> Result<Void, Error> {
        note("notify \(enabled) \(characteristic === button)")
    }

    var didUpdateNotificationState: (() -> Void)?

    func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didUpdateNotificationStateFor characteristic: CBMCharacteristicMock, error: Error?
    ) {
        _ = note("notified \(characteristic.uuid.uuidString)" + (error == nil ? "" : " failed"))
        didUpdateNotificationState?()
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, Error> {
        note("read \(characteristic.uuid.uuidString)").map { Data([1]) }
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data
    ) -> Result<Void, Error> {
        note("write \(characteristic.uuid.uuidString)")
    }
}
