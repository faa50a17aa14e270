import BluetoothProfiles
import BluetoothTypes

extension DeviceDefinition {
    /// A device with a Battery service and nothing else.
    ///
    /// `device.update(Battery.level, 42)` changes the level.
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - level: The initial battery level, 0…100 %.
    public static func battery(name: String = "Battery", level: UInt8 = 100) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(services: [Battery.service])
            DeviceService(Battery.service) {
                DeviceCharacteristic(Battery.level, [.read, .notify], value: level)
            }
        }
    }
}
