import BluetoothProfiles

extension DeviceService {
    /// The Device Information service with what the profiles of health devices require.
    ///
    /// Source: Health Thermometer Profile 1.0; Blood Pressure Profile 1.1; Weight Scale Profile 1.0.
    static func healthInformation(model: String) -> DeviceService {
        DeviceService(DeviceInformation.service) {
            DeviceCharacteristic(DeviceInformation.manufacturerName, .read, value: "Faraday")
            DeviceCharacteristic(DeviceInformation.modelNumber, .read, value: model)
        }
    }
}
