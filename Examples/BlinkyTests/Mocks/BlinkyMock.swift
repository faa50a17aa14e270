import CoreBluetoothMock
import Foundation

// The mock blinkies of the tests. UUIDs are written out: a mock that used the app's UUIDs would also have the app's
// mistakes.

extension CBMUUID {
    static let ledButtonService = CBMUUID(string: "00001523-1212-EFDE-1523-785FEABCD123")
    static let buttonCharacteristic = CBMUUID(string: "00001524-1212-EFDE-1523-785FEABCD123")
    static let ledCharacteristic = CBMUUID(string: "00001525-1212-EFDE-1523-785FEABCD123")
    static let labelCharacteristic = CBMUUID(string: "00001526-1212-EFDE-1523-785FEABCD123")
}

extension CBMCharacteristicMock {
    static let buttonCharacteristic = CBMCharacteristicMock(
        type: .buttonCharacteristic,
        properties: [.notify, .read],
        descriptors: CBMClientCharacteristicConfigurationDescriptorMock()
    )

    static let ledCharacteristic = CBMCharacteristicMock(
        type: .ledCharacteristic,
        properties: [.write, .read]
    )
}

extension CBMServiceMock {
    static let ledButtonService = CBMServiceMock(
        type: .ledButtonService, primary: true,
        characteristics: .buttonCharacteristic, .ledCharacteristic
    )

    /// The service after a firmware update: with a display.
    static let ledButtonServiceWithDisplay = CBMServiceMock(
        type: .ledButtonService, primary: true,
        characteristics:
            CBMCharacteristicMock(
                type: .buttonCharacteristic, properties: [.notify, .read], descriptors: CBMCCCDescriptorMock()
            ),
        CBMCharacteristicMock(type: .ledCharacteristic, properties: [.write, .read]),
        CBMCharacteristicMock(type: .labelCharacteristic, properties: [.write])
    )
}

/// A blinky's firmware.
final class BlinkyMockDelegate: CBMPeripheralSpecDelegate {
    var isLEDOn = false
    var isButtonPressed = false
    var label = Data()
    /// Its answer to the next connection requests.
    var admission: Result<Void, Error> = .success(())
    private(set) var connectionCount = 0
    private(set) var disconnectionCount = 0
    private(set) var writes: [Data] = []

    func reset() {
        isLEDOn = false
        isButtonPressed = false
        label = Data()
    }

    func peripheralDidReceiveConnectionRequest(_ peripheral: CBMPeripheralSpec) -> Result<Void, Error> {
        connectionCount += 1
        return admission
    }

    func peripheral(_ peripheral: CBMPeripheralSpec, didDisconnect error: Error?) {
        disconnectionCount += 1
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, Error> {
        switch characteristic.uuid {
        case .ledCharacteristic: .success(Data([isLEDOn ? 1 : 0]))
        case .buttonCharacteristic: .success(Data([isButtonPressed ? 1 : 0]))
        default: .failure(CBMATTError(.readNotPermitted))
        }
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data
    ) -> Result<Void, Error> {
        writes.append(data)
        switch characteristic.uuid {
        case .ledCharacteristic:
            guard data.count == 1 else { return .failure(CBMATTError(.invalidAttributeValueLength)) }
            isLEDOn = data != Data([0])
        case .labelCharacteristic:
            label = data
        default:
            return .failure(CBMATTError(.writeNotPermitted))
        }
        return .success(())
    }
}

extension CBMPeripheralSpec {
    /// A blinky; each test has its own.
    static func blinky(
        proximity: CBMProximity = .immediate, services: [CBMServiceMock] = [.ledButtonService],
        supervisionTimeout: TimeInterval = 4.0, delegate: BlinkyMockDelegate = BlinkyMockDelegate()
    ) -> CBMPeripheralSpec {
        CBMPeripheralSpec
            .simulatePeripheral(proximity: proximity)
            .advertising(
                advertisementData: [
                    CBMAdvertisementDataLocalNameKey: "nRF Blinky",
                    CBMAdvertisementDataServiceUUIDsKey: [CBMUUID.ledButtonService],
                    CBMAdvertisementDataIsConnectable: true as NSNumber,
                ],
                withInterval: 0.100
            )
            .connectable(
                name: "nRF Blinky", services: services, delegate: delegate,
                connectionInterval: 0.030, supervisionTimeout: supervisionTimeout, mtu: 23
            )
            .build()
    }
}
