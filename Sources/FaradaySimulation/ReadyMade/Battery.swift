import BluetoothTypes

extension DeviceDefinition {
    /// A device with nothing but a Battery service; `Device.update` changes the level.
    public static func battery(name: String = "Battery", level: UInt8 = 100) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(services: ["180F"])
            DeviceService("180F") {
                DeviceCharacteristic("2A19", [.read, .notify], value: [level])
            }
        }
    }
}
