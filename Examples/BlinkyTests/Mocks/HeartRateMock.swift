import CoreBluetoothMock
import Foundation

extension CBMServiceMock {
    static let heartRateService = CBMServiceMock(
        type: CBMUUID(string: "180D"), primary: true,
        characteristics: CBMCharacteristicMock(
            type: CBMUUID(string: "2A37"), properties: [.notify], descriptors: CBMCCCDescriptorMock())
    )
}

private final class HeartRateMockDelegate: CBMPeripheralSpecDelegate {}

/// A chest strap: connectable, but not a blinky.
let heartRateMonitor =
    CBMPeripheralSpec
    .simulatePeripheral(proximity: .near)
    .advertising(
        advertisementData: [
            CBMAdvertisementDataLocalNameKey: "Heart rate",
            CBMAdvertisementDataServiceUUIDsKey: [CBMUUID(string: "180D")],
            CBMAdvertisementDataIsConnectable: true as NSNumber,
        ],
        withInterval: 0.100
    )
    .connectable(
        name: "Heart rate", services: [.heartRateService], delegate: HeartRateMockDelegate(), mtu: 251
    )
    .build()

/// A beacon: it advertises and accepts no connections.
let beacon =
    CBMPeripheralSpec
    .simulatePeripheral(proximity: .far)
    .advertising(
        advertisementData: [
            CBMAdvertisementDataManufacturerDataKey: Data([0x59, 0x00, 0x02, 0x15, 0xBE, 0xAC]),
            CBMAdvertisementDataIsConnectable: false as NSNumber,
        ],
        withInterval: 0.200
    )
    .build()
