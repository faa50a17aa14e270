import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A board with one LED and one button, like the LED Button samples of development kits.
    ///
    /// Apps write 1 or 0 to the LED; `device.update(LEDButton.button, true)` presses the button.
    public static func blinky(name: String = "Blinky") -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(services: [LEDButton.service])
            DeviceService(LEDButton.service) {
                DeviceCharacteristic(LEDButton.button, [.read, .notify], value: false)
                DeviceCharacteristic(LEDButton.led, [.read, .write, .writeWithoutResponse], value: false)
            }
        }
    }
}

/// The UUIDs of the LED Button service; `LEDButton` of BluetoothProfiles has the types of the values too.
public enum Blinky {
    /// The LED Button service.
    public static let service: BluetoothUUID = LEDButton.service
    /// Whether the button is pressed: 1 or 0, read and notified.
    public static let button: BluetoothUUID = LEDButton.button.uuid
    /// Whether the LED is on: 1 or 0, read and written.
    public static let led: BluetoothUUID = LEDButton.led.uuid
}
