import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A board with one LED and one button, like the LED Button samples of development kits.
    ///
    /// Apps write 1 or 0 to the LED; `device.update(Blinky.button, [1])` presses the button.
    public static func blinky(name: String = "Blinky") -> DeviceDefinition {
        DeviceDefinition(name: name) {
            DeviceAdvertising(services: [Blinky.service])
            DeviceService(Blinky.service) {
                DeviceCharacteristic(Blinky.button, [.read, .notify], value: [0])
                DeviceCharacteristic(Blinky.led, [.read, .write, .writeWithoutResponse], value: [0])
            }
        }
    }
}

/// The UUIDs of the LED Button service.
public enum Blinky {
    /// The LED Button service.
    public static let service: BluetoothUUID = "00001523-1212-EFDE-1523-785FEABCD123"
    /// Whether the button is pressed: 1 or 0, read and notified.
    public static let button: BluetoothUUID = "00001524-1212-EFDE-1523-785FEABCD123"
    /// Whether the LED is on: 1 or 0, read and written.
    public static let led: BluetoothUUID = "00001525-1212-EFDE-1523-785FEABCD123"
}
