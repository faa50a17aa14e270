import CoreBluetoothMock

/// A mock thermometer, made anew for each test.
func thermometer(
    _ temperature: CBMCharacteristicMock, proximity: CBMProximity = .near,
    delegate: CBMPeripheralSpecDelegate = Thermometer()
) -> CBMPeripheralSpec {
    CBMPeripheralSpec
        .simulatePeripheral(proximity: proximity)
        .advertising(advertisementData: [
            CBMAdvertisementDataServiceUUIDsKey: [CBMUUID(string: "1809")],
            CBMAdvertisementDataIsConnectable: true as NSNumber,
        ])
        .connectable(
            name: "Thermometer",
            services: [
                CBMServiceMock(
                    type: CBMUUID(string: "1809"), primary: true, characteristics: temperature)
            ],
            delegate: delegate
        )
        .build()
}

func temperatureCharacteristic() -> CBMCharacteristicMock {
    CBMCharacteristicMock(type: CBMUUID(string: "2A1C"), properties: [.read, .notify])
}

final class Thermometer: CBMPeripheralSpecDelegate {
    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, Error> {
        .success(Data([20]))
    }
}
